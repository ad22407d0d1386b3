/** Which nodes go together: by rule, and on a real PostgreSQL at the start of a server. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import {
  areTooFarApart,
  contradictionsOf,
  fingerprintOfSecret,
  joinNodes,
  readNodes,
} from "../../src/operate/nodes.ts";
import { openServer, type Server } from "../../src/serve/open-server.ts";
import { siteConfig } from "../support/api.ts";
import { startDebianPostgres, whyNoPrograms } from "../support/debian-postgres.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { whyNoPostgres } from "../support/run/without-postgres.ts";
import { runCommand } from "../support/run-command.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";

const node = (host: string, version: string, secretFingerprint: string | null) => ({
  host,
  version,
  secretFingerprint,
});

test("versions go together that are one release apart at most", () => {
  assert.deepEqual(
    [
      ["0.1.0", "0.1.9"],
      ["0.1.0", "0.2.0"],
      ["0.1.0", "0.3.0"],
      ["0.9.0", "1.0.0"],
      ["2.4.1", "2.3.9"],
    ].map(([one = "", other = ""]) => areTooFarApart(one, other)),
    [false, false, true, true, false],
  );
});

test("nodes with different secrets or distant versions are refused, and one without a secret is named", () => {
  const of = (...nodes: Parameters<typeof node>[]) => contradictionsOf(nodes.map((each) => node(...each)));
  assert.deepEqual(of(["a", "0.1.0", "x"], ["b", "0.2.0", "x"]), []);
  const [secrets] = of(["a", "0.1.0", "x"], ["b", "0.1.0", "y"]);
  assert.match(secrets?.sentence ?? "", /the nodes on a and b have different SESSION_SECRETs/);
  assert.equal(secrets?.isRefused, true);
  const [versions] = of(["a", "0.1.0", "x"], ["b", "0.3.0", "x"]);
  assert.match(
    versions?.sentence ?? "",
    /a node on a runs Gradeline 0\.1\.0 and one on b runs 0\.3\.0, more than one release apart/,
  );
  const [unset] = of(["a", "0.1.0", "x"], ["b", "0.1.0", null]);
  assert.match(unset?.sentence ?? "", /2 nodes answer, and the one on b has no SESSION_SECRET/);
  assert.equal(unset?.isRefused, false);
  assert.deepEqual(of(["a", "0.1.0", null]), [], "one node may have a secret of its own");
});

test("the fingerprint of a secret says nothing of it", () => {
  const secret = "a secret of at least 32 characters";
  assert.match(fingerprintOfSecret(secret), /^[\w-]{43}$/);
  assert.notEqual(fingerprintOfSecret(secret), fingerprintOfSecret(`${secret}.`));
});

describe("on PostgreSQL", { ...long, ...skipIf(whyNoPostgres) }, () => {
  let postgres: OwnPostgres;
  const opened: Server[] = [];
  beforeAll(async () => {
    postgres = await startOwnPostgres();
  });
  afterAll(async () => {
    for (const server of opened) await server.close();
    await postgres?.close();
  });
  const open = async (settings: Readonly<Record<string, string>>): Promise<Server> => {
    const server = await openServer(siteConfig(settings));
    opened.push(server);
    return server;
  };

  test("a server with another SESSION_SECRET is refused in a sentence while the first one is there", async () => {
    const DATABASE_URL = await postgres.freshUrl();
    const first = await open({ DATABASE_URL });
    const other = { DATABASE_URL, SESSION_SECRET: "another secret of 32 characters or more" };
    await assert.rejects(open(other), /have different SESSION_SECRETs, .*set the same SESSION_SECRET on every node/);
    const second = await open({ DATABASE_URL });
    const nodes = await readNodes(first.databases.facts);
    assert.deepEqual(
      nodes.map(({ mostConnections }) => mostConnections),
      [11, 11],
    );
    const { output } = await runCommand(["doctor", "--json"], { DATABASE_URL, PORT: "1" });
    const said = JSON.parse(output).findings.find(({ name }: { name: string }) => name === "nodes");
    assert.match(said.sentence, /^2 answer, of one version and one SESSION_SECRET/);
    for (const server of [first, second]) await server.close();
    opened.splice(0);
    await (await openServer(siteConfig(other))).close();
  });

  test("a version too far apart is refused, and leaves no note", async () => {
    const database = await openDatabase(await postgres.freshUrl());
    const own = { sessionSecret: null, mostConnections: 16 };
    const membership = await joinNodes(database, { ...own, version: "0.1.0" });
    await assert.rejects(
      joinNodes(database, { ...own, version: "0.3.0" }),
      /more than one release apart: upgrade all nodes/,
    );
    assert.equal((await readNodes(database)).length, 1);
    await membership.noteAgain();
    await membership.leave();
    assert.deepEqual(await readNodes(database), []);
    await database.close();
  });
});

test("a standby as DATABASE_URL is refused at the start, and doctor says the same sentence", {
  ...skipIf(whyNoPrograms()),
  ...long,
}, async () => {
  const postgres = await startDebianPostgres();
  try {
    const DATABASE_URL = await postgres.freshUrl();
    await (await openDatabase(DATABASE_URL)).close();
    postgres.becomeStandby();
    const sentence = /is a standby, which nobody can write to: DATABASE_URL must name the primary/;
    await assert.rejects(openServer(siteConfig({ DATABASE_URL })), sentence);
    const { code, output } = await runCommand(["doctor", "--json"], { DATABASE_URL, PORT: "1" });
    assert.equal(code, 1);
    const { findings } = JSON.parse(output) as { findings: { standing: string; sentence: string }[] };
    assert.ok(
      findings.some((each) => each.standing === "wrong" && sentence.test(each.sentence)),
      output,
    );
  } finally {
    postgres.stop();
  }
});
