// @module-tag long
/** The commands of docs/backup.md bring PostgreSQL back as it was at a moment between two nights, by the log that pgBackRest keeps. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { test } from "vitest";
import { openAccess } from "../../src/database/engine.ts";
import { publishGame } from "../database/database-files.ts";
import { startDebianPostgres, whyNoPrograms } from "../database/debian-postgres.ts";
import { snippetsUnder } from "../support/docs.ts";
import { testFolder } from "../support/folders.ts";
import { gradeline } from "../support/process.ts";
import { dumpArchive } from "../support/published.ts";
import { skipIf } from "../support/skip-if.ts";
import { until } from "../support/until.ts";

const configuration = join(import.meta.dirname, "../../ops/pgbackrest/pgbackrest.conf");
const folder = testFolder("pgbackrest");
// The server's own user keeps its backups there.
chmodSync(folder, 0o777);

const whyNot = whyNoPrograms() || (spawnSync("pgbackrest", ["version"]).status !== 0 && "pgbackrest is not installed");

test("a moment between two nights comes back whole", skipIf(whyNot), async () => {
  const [once, backup, restore, afterwards] = snippetsUnder(
    "docs/backup.md",
    "PostgreSQL at any moment: pgBackRest",
    "sh",
    4,
  );
  const [settings] = snippetsUnder("docs/backup.md", "PostgreSQL at any moment: pgBackRest", "ini");
  const config = join(folder, "pgbackrest.conf");
  await using server = await startArchiving(settings, config);
  await server.bashAsServer(once);
  const url = await server.freshUrl();
  await (await openAccess(url)).close();
  await publishGame(url, {});
  await server.bashAsServer(backup ?? "");

  // The end of a backup is noted in whole seconds.
  await sleep(1_500);
  // The first night after the backup is in the log alone.
  await publishGame(url, { home_score: 130 });
  const wanted = await dumpArchive(url);
  const moment = await onlyValue(url, "select clock_timestamp()::text");
  await publishGame(url, { home_score: 131 });
  assert.notDeepEqual(await dumpArchive(url), wanted);
  const archiveId = await onlyValue(url, "select archive_id from archive_identity");
  server.down();
  await server.bashAsServer(restore ?? "", { MOMENT: moment });
  server.up();
  await until(
    async () => (await onlyValue(url, "select pg_is_in_recovery()::text")) === "false",
    "the log is read up to the moment",
  );
  assert.deepEqual(await dumpArchive(url), wanted);
  const [renew = "", check] = (afterwards ?? "").trim().split("\n");
  assert.equal(check, "bin/gradeline.js verify");
  await server.bash(renew, { DATABASE_URL: url });
  const checked = await gradeline(["verify"], { DATABASE_URL: url });
  assert.equal(checked.code, 0, checked.output + checked.errors);
  assert.notEqual(await onlyValue(url, "select archive_id from archive_identity"), archiveId);
});

/** Starts a server that archives its log as the page says, to a folder of the test. */
async function startArchiving(settings: string, config: string) {
  const server = await startDebianPostgres(settings.trim().split("\n"), ({ data, folder: socket, port }) => {
    const text = readFileSync(configuration, "utf8")
      .replace(/^repo1-path=.*$/m, `repo1-path=${join(folder, "repository")}`)
      .replace(/^pg1-path=.*$/m, `pg1-path=${data}\npg1-port=${port}\npg1-socket-path=${socket}\npg1-user=postgres`);
    writeFileSync(config, text);
    const own = { CONFIG: config, LOG_PATH: folder, LOCK_PATH: folder, SPOOL_PATH: folder };
    return Object.fromEntries(Object.entries(own).map(([name, value]) => [`PGBACKREST_${name}`, value]));
  });
  return { ...server, [Symbol.asyncDispose]: async () => server.stop() };
}

async function onlyValue(url: string, sql: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<[string]>({ text: sql, rowMode: "array" });
    return rows[0]?.[0] ?? assert.fail(sql);
  } finally {
    await client.end();
  }
}
