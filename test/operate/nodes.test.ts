/** Which nodes go together: by rule, and on a real PostgreSQL at the start of a server. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { contradictionOf, fingerprintOfSecret, readNodes } from "../../src/operate/nodes.ts";
import { openServer, type Server } from "../../src/serve/open-server.ts";
import { siteConfig } from "../support/api.ts";
import { startDebianPostgres, whyNoPrograms } from "../support/debian-postgres.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { whyNoPostgres } from "../support/run/without-postgres.ts";
import { runCommand } from "../support/run-command.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";

const node = (host: string, secretFingerprint: string | null) => ({ host, secretFingerprint });

test("nodes with different secrets are refused, and one without a secret is named", () => {
  const of = (...nodes: Parameters<typeof node>[]) => contradictionOf(nodes.map((each) => node(...each)));
  assert.equal(of(["a", "x"], ["b", "x"]), null);
  const secrets = of(["a", "x"], ["b", "y"]);
  assert.match(secrets?.sentence ?? "", /the nodes on a and b have different SESSION_SECRETs/);
  assert.equal(secrets?.isRefused, true);
  const unset = of(["a", "x"], ["b", null]);
  assert.match(unset?.sentence ?? "", /2 nodes answer, and the one on b has no SESSION_SECRET/);
  assert.equal(unset?.isRefused, false);
  assert.equal(of(["a", null]), null, "one node may have a secret of its own");
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
    assert.match(said.sentence, /^2 answer, of one SESSION_SECRET/);
    for (const server of [first, second]) await server.close();
    opened.splice(0);
    await (await openServer(siteConfig(other))).close();
  });
});

test("a standby as DATABASE_URL is refused at the start", {
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
  } finally {
    postgres.stop();
  }
});
