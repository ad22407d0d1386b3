/** `gradeline backup`: whole and consistent while others write, or not there at all. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, test } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { verifiedManifest } from "../../src/cli/backup.ts";
import { openAccess } from "../../src/database/engine.ts";
import { programVersion } from "../../src/http/version.ts";
import { startKillable } from "../access/killable-server.ts";
import { plenty } from "../support/access.ts";
import { gradeline } from "../support/process.ts";
import { dumpArchive } from "../support/published.ts";
import { runCommand } from "../support/run-command.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";
import { type DatabaseFiles, email, newDatabaseFiles, publishGame, run } from "./database-files.ts";
import { type DebianPostgres, startDebianPostgres, whyNoPrograms } from "./debian-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-backups-"));
const made: DatabaseFiles[] = [];
afterAll(() => {
  for (const files of made) files.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function fresh(): Promise<DatabaseFiles> {
  const files = await newDatabaseFiles();
  made.push(files);
  return files;
}
let folders = 0;
const newFolder = () => join(folder, `backup-${++folders}`);
const names = ["gradeline-access.db", "gradeline.db", "manifest.json"];

function rowsOf(path: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

test("backups beside a server that counts and nights that are published are whole, of one moment", long, async () => {
  const { url, key, folder: data } = await fresh();
  const server = await startKillable(url, data);
  let answered = 0;
  /** What had been answered a second and a half ago. */
  let settled = 0;
  let isOver = false;
  const settling = setInterval(() => {
    const before = answered;
    setTimeout(() => {
      settled = before;
    }, 1500);
  }, 100);
  const asking = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const answer = await fetch(`${server.url}/v1/games?sport=nba`, { headers: { "x-api-key": key } });
      assert.equal(answer.status, 200);
      await answer.arrayBuffer();
      answered += 1;
      await sleep(5);
    }
  });
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
      const before = answered;
      // A process of its own, so that this one goes on asking.
      const { code, errors } = await gradeline(["backup", backup], { DATABASE_URL: url });
      assert.equal(code, 0, errors);
      const after = answered;
      assert.deepEqual(readdirSync(backup).sort(), names);
      await verifiedManifest(backup);
      const facts = join(backup, "gradeline.db");
      const access = join(backup, "gradeline-access.db");
      for (const path of [facts, access]) {
        assert.deepEqual(
          rowsOf(path, "pragma integrity_check").map((row) => Object.values(row)),
          [["ok"]],
        );
      }
      const [archive] = rowsOf(
        facts,
        `select (select max(revision) from releases) as revision, (select count(*) from published_games) as games,
           (select count(*) from ledger_identities) as identities,
           (select json_extract(manifest, '$.seasons[0].games') from releases order by revision desc limit 1) as listed`,
      );
      assert.ok(archive !== undefined);
      const { revision, games } = archive;
      assert.deepEqual({ ...archive }, { revision, games, identities: games, listed: games });
      const manifest = JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8"));
      assert.deepEqual(
        [manifest.revision, manifest.gradeline, manifest.engine],
        [revision, programVersion(), "sqlite"],
      );
      const [counted] = rowsOf(
        access,
        `select coalesce(sum(used), 0) as used from period_uses where email = '${email}'`,
      );
      const used = Number(counted?.used);
      // What a server has counted in its last second is not in the file yet.
      assert.ok(
        used >= settledBefore && used <= after + 4,
        `${before} answered before, ${used} counted, ${after} after`,
      );
    }
  } finally {
    clearInterval(settling);
    isOver = true;
    await Promise.all([...asking, publishing]);
    await server.kill();
  }
  assert.ok(answered > 20, `${answered} requests were counted meanwhile`);
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
  const other = newFolder();
  mkdirSync(other);
  writeFileSync(join(other, "notes.txt"), "mine");
  const backup = newFolder();
  await run(url, "backup", backup);
  for (const taken of [other, backup, join(other, "notes.txt")]) {
    const { code, errors } = await runCommand(["backup", taken], { DATABASE_URL: url });
    assert.deepEqual([code, errors], [1, `gradeline: ${taken} is there already: name a new folder\n`]);
  }
  assert.deepEqual(readdirSync(other), ["notes.txt"]);
  assert.deepEqual(partials(), []);
});

test("where there is no database, or one that is damaged, there is no backup", async () => {
  const missing = await runCommand(["backup", newFolder()], { DATABASE_URL: join(folder, "none.db") });
  assert.match(missing.errors, /^gradeline: there is no database at \S+none\.db yet\n$/);
  const { url, facts } = await fresh();
  const bytes = readFileSync(facts);
  // Pages in the middle, which no header shows.
  writeFileSync(facts, bytes.fill(0x55, 8192, bytes.length - 4096));
  const backup = newFolder();
  const { code, errors } = await runCommand(["backup", backup], { DATABASE_URL: url });
  assert.equal(code, 1);
  assert.match(errors, /malformed/);
  assert.ok(!existsSync(backup));
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes("partial")),
    [],
  );
});

const partials = () => readdirSync(folder).filter((each) => each.includes(".partial-"));

test("backup of a PostgreSQL names the page that says how it is backed up, and makes nothing", async () => {
  const backup = newFolder();
  const { code, errors } = await runCommand(["backup", backup], {
    DATABASE_URL: "postgres://u:password@127.0.0.1:1/db",
  });
  assert.equal(code, 1);
  assert.match(errors, /PostgreSQL is backed up by its own programs, .*docs\/backup\.md/);
  assert.deepEqual([errors.includes("password"), existsSync(backup)], [false, false]);
});

describe("on postgres, with the programs of its package", { ...skipIf(whyNoPrograms()), ...long }, () => {
  let server: DebianPostgres;
  beforeAll(async () => {
    server = await startDebianPostgres();
  });
  afterAll(() => server.stop());

  test("the commands of docs/backup.md bring everything back: rows, ids, accounts, counts and keys", async () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/backup.md"), "utf8");
    const blocks = [...page.matchAll(/^```sh\n((?:pg_dump|pg_restore)[\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
    assert.equal(blocks.length, 2);
    const [url, newUrl] = [await server.freshUrl(), await server.freshUrl()];
    await publishGame(url, {});
    const access = await openAccess(url);
    const { key } = await createKey(access, { email, plan: "standard", ...plenty, now: new Date() });
    await access.close();
    const api = await startKillable(url, folder);
    const ask = async (at: string) => fetch(`${at}/v1/games?sport=nba`, { headers: { "x-api-key": key } });
    try {
      assert.equal((await ask(api.url)).status, 200);
      // A count is in the database within a second [D-40], and a dump holds what is there when it begins.
      while ((await usedOf(url)) === 0) await sleep(100);
      const dumping = server.bash(blocks[0] ?? "", { DATABASE_URL: url });
      let isOver = false;
      const asking = (async () => {
        while (!isOver) assert.equal((await ask(api.url)).status, 200);
      })();
      await dumping.finally(() => {
        isOver = true;
      });
      await asking;
    } finally {
      await api.kill();
    }
    await server.bash(blocks[1] ?? "", { NEW_DATABASE_URL: newUrl });
    assert.deepEqual(await dumpArchive(newUrl), await dumpArchive(url));
    const idsOf = async (at: string) => {
      const file = join(folder, `ids-${hash("sha256", at).slice(0, 8)}.ndjson`);
      await run(at, "identities", "export", file);
      return readFileSync(file, "utf8");
    };
    assert.equal(await idsOf(newUrl), await idsOf(url));
    assert.ok((await usedOf(newUrl)) > 0);
    const again = await startKillable(newUrl, folder);
    try {
      const answer = await ask(again.url);
      assert.equal(answer.status, 200);
      assert.notEqual(answer.headers.get("etag"), await etagOf(url));
    } finally {
      await again.kill();
    }

    async function usedOf(at: string): Promise<number> {
      return JSON.parse(await run(at, "usage", email, "--json")).requestsUsed;
    }

    async function etagOf(at: string): Promise<string | null> {
      const other = await startKillable(at, folder);
      try {
        return (await ask(other.url)).headers.get("etag");
      } finally {
        await other.kill();
      }
    }
  });
});
