/** `gradeline backup`: whole and consistent while others write, or not there at all. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, test } from "vitest";
import { verifiedManifest } from "../../src/cli/backup.ts";
import { programVersion } from "../../src/http/version.ts";
import { type KillableServer, startKillable } from "../access/killable-server.ts";
import { startLoad } from "../serve/load.ts";
import { makeKeyIn } from "../support/access.ts";
import { testFolder } from "../support/folders.ts";
import { gradeline } from "../support/process.ts";
import { dumpArchive } from "../support/published.ts";
import { refused, run } from "../support/run-command.ts";
import { skipIf } from "../support/skip-if.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";
import { askDatabase } from "./ask-database.ts";
import { askForGames, email, freshFiles, gamesPath, publishGame } from "./database-files.ts";
import { type DebianPostgres, startDebianPostgres, whyNoPrograms } from "./debian-postgres.ts";

const fresh = freshFiles();
const folder = testFolder("backups");
let folders = 0;
const newFolder = () => join(folder, `backup-${++folders}`);
/** What a backup that failed may not leave behind. */
const partials = () => readdirSync(folder).filter((name) => name.includes("partial"));
const names = ["gradeline-access.db", "gradeline.db", "manifest.json"];

/** Callers who ask a server until they are told to stop; every answer must be good. */
function startAsking({ url }: KillableServer, key: string, callers: number, pauseMs: number) {
  const all = Array.from({ length: callers }, () => ({ account: email, key }));
  const load = startLoad(url, all, () => gamesPath, pauseMs);
  return {
    answered: () => load.asked.length,
    async stop() {
      for (const { status } of await load.stop()) assert.equal(status, 200);
    },
  };
}

test("backups beside a server that counts and nights that are published are whole, of one moment", long, async () => {
  const { url, key, folder: data } = await fresh();
  const server = await startKillable(url, data);
  const asking = startAsking(server, key, 4, 5);
  const { answered } = asking;
  /** What had been answered a second and a half ago. */
  let settled = 0;
  let isOver = false;
  const settling = setInterval(() => {
    const before = answered();
    setTimeout(() => {
      settled = before;
    }, 1500);
  }, 100);
  const publishing = (async () => {
    // Every revision has one game more, so the number of games tells the revision.
    for (let night = 1; !isOver; night++) {
      await publishGame(url, { game_id: `n${night}`, game_date: null, start_time: nightStart(night) });
      await sleep(50);
    }
  })();
  try {
    for (let round = 0; round < 3; round++) {
      const backup = newFolder();
      const settledBefore = settled;
      // A process of its own, so that this one goes on asking.
      const { code, errors } = await gradeline(["backup", backup], { DATABASE_URL: url });
      assert.equal(code, 0, errors);
      const after = answered();
      assert.deepEqual(readdirSync(backup).sort(), names);
      await verifiedManifest(backup);
      const [access, facts] = [join(backup, "gradeline-access.db"), join(backup, "gradeline.db")];
      for (const path of [facts, access]) {
        const [checked] = await askDatabase(path, "pragma integrity_check");
        assert.deepEqual(Object.values(checked ?? {}), ["ok"]);
      }
      const [archive] = await askDatabase(
        facts,
        `select (select max(revision) from releases) as revision, (select count(*) from published_games) as games,
           (select count(*) from ledger_identities) as identities,
           (select json_extract(manifest, '$.seasons[0].games') from releases order by revision desc limit 1) as listed`,
      );
      assert.ok(archive !== undefined);
      const { revision, games } = archive;
      assert.deepEqual({ ...archive }, { revision, games, identities: games, listed: games });
      const manifest = JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8"));
      const made = [manifest.revision, manifest.gradeline, manifest.engine];
      assert.deepEqual(made, [revision, programVersion(), "sqlite"]);
      const counting = `select coalesce(sum(used), 0) as used from period_uses where email = '${email}'`;
      const used = Number((await askDatabase(access, counting))[0]?.used);
      // What a server has counted in its last second is not in the file yet.
      assert.ok(
        used >= settledBefore && used <= after + 4,
        `${settledBefore} settled, ${used} counted, ${after} after`,
      );
    }
  } finally {
    clearInterval(settling);
    isOver = true;
    await Promise.all([asking.stop(), publishing]);
    await server.kill();
  }
  assert.ok(answered() > 20, `${answered()} requests were counted meanwhile`);
});

function nightStart(night: number): string {
  return new Date(Date.UTC(2024, 9, 25 + (night % 150), 23, 30) + Math.floor(night / 150) * 3_600_000).toISOString();
}

test("a backup is its owner's alone, and holds no row that was deleted", async () => {
  const { url, access } = await fresh();
  const database = new DatabaseSync(access);
  database.exec("insert into trials_taken values ('a-hash-that-was-deleted', 1); delete from trials_taken");
  database.close();
  assert.ok(readFileSync(access).includes("a-hash-that-was-deleted"), "the file itself still has it");
  const backup = newFolder();
  await run(url, "backup", backup);
  assert.equal(statSync(backup).mode & 0o777, 0o700);
  for (const name of names) assert.equal(statSync(join(backup, name)).mode & 0o777, 0o600, name);
  assert.ok(!readFileSync(join(backup, "gradeline-access.db")).includes("a-hash-that-was-deleted"));
});

test("what is there already is refused, another backup too, and nothing in it changes", async () => {
  const { url } = await fresh();
  const [other, backup] = [newFolder(), newFolder()];
  mkdirSync(other);
  writeFileSync(join(other, "notes.txt"), "mine");
  await run(url, "backup", backup);
  for (const taken of [other, backup, join(other, "notes.txt")])
    await refused(url, ["backup", taken], new RegExp(`^gradeline: ${taken} is there already: name a new folder\n$`));
  const file = join(other, "notes.txt");
  await refused(
    url,
    ["backup", join(file, "below")],
    new RegExp(`^gradeline: EEXIST: file already exists.*${file}'\n$`),
  );
  assert.deepEqual([readdirSync(other), partials()], [["notes.txt"], []]);
});

test("where there is no database, or one that is damaged or a server's, there is no backup", async () => {
  const { url, facts } = await fresh();
  const bytes = readFileSync(facts);
  // Pages in the middle, which no header shows.
  writeFileSync(facts, bytes.fill(0x55, 8192, bytes.length - 4096));
  for (const [database, says] of [
    [join(folder, "none.db"), /^gradeline: there is no database at \S+none\.db yet\n$/],
    [url, /malformed/],
    [
      "postgres://u:secret@127.0.0.1:1/db",
      /^(?!.*secret).*PostgreSQL is backed up by its own programs, .*docs\/backup\.md/,
    ],
  ] as const) {
    const backup = newFolder();
    await refused(database, ["backup", backup], says);
    assert.deepEqual([existsSync(backup), partials()], [false, []]);
  }
});

describe("on postgres, with the programs of its package", { ...skipIf(whyNoPrograms()), ...long }, () => {
  let postgres: DebianPostgres;
  beforeAll(async () => {
    postgres = await startDebianPostgres();
  });
  afterAll(() => postgres.stop());

  async function whileServing<Result>(url: string, work: (server: KillableServer) => Promise<Result>): Promise<Result> {
    const server = await startKillable(url, folder);
    return work(server).finally(() => server.kill());
  }
  const usedOf = async (url: string): Promise<number> =>
    JSON.parse(await run(url, "usage", email, "--json")).requestsUsed;
  async function idsOf(url: string): Promise<string> {
    const file = join(folder, `ids-${++folders}.ndjson`);
    await run(url, "identities", "export", file);
    return readFileSync(file, "utf8");
  }

  test("the commands of docs/backup.md bring everything back: rows, ids, accounts, counts and keys", async () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/backup.md"), "utf8");
    const blocks = [...page.matchAll(/^```sh\n((?:pg_dump|pg_restore)[\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
    assert.equal(blocks.length, 2);
    const [dump = "", restore = ""] = blocks;
    const [url, newUrl] = [await postgres.freshUrl(), await postgres.freshUrl()];
    await publishGame(url, {});
    const key = await makeKeyIn(url, email);
    const etag = await whileServing(url, async (server) => {
      const answer = await askForGames(server, key);
      assert.equal(answer.status, 200);
      // A count is in the database within a second [D-40], and a dump holds what is there when it begins.
      await until(async () => (await usedOf(url)) > 0, "the request is counted");
      const asking = startAsking(server, key, 1, 0);
      await postgres.bash(dump, { DATABASE_URL: url }).finally(() => asking.stop());
      return answer.headers.get("etag");
    });
    await postgres.bash(restore, { NEW_DATABASE_URL: newUrl });
    assert.deepEqual(await dumpArchive(newUrl), await dumpArchive(url));
    assert.equal(await idsOf(newUrl), await idsOf(url));
    assert.ok((await usedOf(newUrl)) > 0);
    const restored = await whileServing(newUrl, (server) => askForGames(server, key));
    assert.equal(restored.status, 200);
    assert.notEqual(restored.headers.get("etag"), etag);
  });
});
