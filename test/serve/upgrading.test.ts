/** A server over a database of a version before releases: what it answers and says until there is a release. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, writeTransaction } from "../../src/database/engine.ts";
import { Findings } from "../../src/database/findings.ts";
import { checkRelease } from "../../src/release/check.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import { findPort } from "../../src/serve/address.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { upgradeBeforeServing } from "../../src/serve/upgrading.ts";
import { siteConfig } from "../support/api.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { restoreRelease } from "../support/releases.ts";
import { runCommand } from "../support/run-command.ts";
import { until } from "../support/until.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine("postgres");
});
afterAll(() => engine?.close());

test("a load balancer sends nobody, a supervisor ends nothing, and the log says how far it is", async () => {
  const { url } = await restoreRelease("0.1.0", engine);
  const facts = await openDatabase(url);
  const other = await openDatabase(url);
  const lines: string[] = [];
  const log = openServerLog("info", { write: (line) => void lines.push(line) });
  const port = await findPort(siteConfig());
  const place = { host: "127.0.0.1", port };
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  // Another publish holds the lock meanwhile, so that there is time to ask.
  const upgrading = await writeTransaction(other, async () => {
    const begun = upgradeBeforeServing(facts, place, log);
    await until(async () => (await statusOf("/healthz").catch(() => 0)) === 200, "it answers");
    for (const path of ["/readyz", "/", "/v1/sports", "/healthz/"]) assert.equal(await statusOf(path), 503, path);
    assert.equal(await readNewestRelease(facts.kysely), null);
    return { begun };
  });
  await upgrading.begun;
  const release = await readNewestRelease(facts.kysely);
  assert.ok(release !== null && release.manifest.seasons.length > 0);
  await assert.rejects(statusOf("/healthz"), "the port is free for the server itself");
  const { seasons } = release.manifest;
  for (const { sport, season } of seasons) expect(lines.join()).toContain(`"season":"${sport} ${season}"`);
  expect(lines.join()).toMatch(/which takes a minute.*the database is upgraded/s);
  lines.length = 0;
  await upgradeBeforeServing(facts, place, log);
  assert.deepEqual(lines, [], "nothing is to be upgraded any more");
  await facts.close();
  await other.close();
});

test("gradeline upgrade makes the release, and with --finish drops the tables of before, each of them once", async () => {
  const { url } = await restoreRelease("0.1.0", engine);
  const upgrade = async (...options: string[]) => {
    const { code, output } = await runCommand(["upgrade", ...options], { DATABASE_URL: url });
    assert.equal(code, 0);
    return output;
  };
  assert.match(await upgrade(), /^upgraded: revision \d+, \d+ games\n$/);
  assert.equal(await upgrade(), "nothing is to be upgraded\n");
  const gone = ["the tables of the version before are gone", "no earlier version opens the database any more"];
  assert.equal(await upgrade("--finish"), `nothing is to be upgraded\n${gone.join("\n")}\n`);
  assert.match(await upgrade("--finish"), /there are no tables of a version before\n$/);
  const facts = await openDatabase(url);
  const findings = new Findings();
  await checkRelease(facts, findings);
  await facts.close();
  assert.deepEqual(findings.problems, []);
});
