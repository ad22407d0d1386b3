/**
 * `node scripts/make-release-databases.ts postgres://user@host/empty`: keeps databases as this release makes them, in
 * test/database/releases/VERSION, for every later version to open. It is run once for a release, on the commit that is
 * released, and never again: in particular never for 0.1.0, whose databases no later code can make. So it refuses to run
 * for a version that has its folder.
 *
 * Needs `pg_dump` on the PATH, of the server's own version, and an empty database on that server.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { readConfig } from "../src/config/config.ts";
import type { Database } from "../src/database/engine.ts";
import { importItems } from "../src/ledger/import.ts";
import { publish } from "../src/publish/publish.ts";
import { openServer } from "../src/serve/open-server.ts";
import { askApp } from "../test/support/ask-app.ts";
import { withClock } from "../test/support/with-clock.ts";
import { nights } from "./release-database-games.ts";
import { keptAt, makePeople, reader } from "./release-database-people.ts";

/** What a later version must answer as it was answered. Lists of a season, single games, and all that has no filter. */
const paths = [
  "/v1/sports",
  "/v1/seasons?sport=mlb",
  "/v1/teams?sport=nhl",
  "/v1/games?sport=mlb",
  "/v1/games?sport=nfl",
  "/v1/games?sport=ncaaf",
  "/v1/games?sport=nba&format=csv",
  "/v1/odds?sport=nhl&season=2026&market=team_total&book=draftkings,fanduel",
  "/v1/odds?sport=mlb&season=2024",
  "/v1/odds?sport=ncaaf&season=2024&format=csv",
  "/v1/games/MLB-20240608-NYY-BOS-2",
  "/v1/games/NFL-20240908-SEA-MIA",
];

type Kept = { readonly key: string; readonly answers: Readonly<Record<string, string>>; readonly used: string };

/** Fills both parts as a server would, and calls `keep` while they are open, as a killed server would leave them. */
async function publishNights(facts: Database): Promise<void> {
  for (const [index, records] of nights.entries()) {
    const at = `2026-11-${18 + index}T09:00:00.000Z`;
    await importItems(
      facts,
      records.map((record) => ({ record })),
      at,
    );
    await publish(facts, { all: false, acceptRemovals: false, publishedAt: at });
  }
}

async function fill(url: string, keep: () => Promise<void>): Promise<Kept> {
  let now = keptAt;
  const config = readConfig({
    DATABASE_URL: url,
    PORT: "0",
    LOG_LEVEL: "silent",
    MANAGE_URL: "https://gradeline.example/manage",
    SESSION_SECRET: "nobody signs in at this server, which is gone at once",
  });
  const server = await openServer(config, {
    runtime: withClock(() => now.getTime()),
    prepare: ({ facts }) => publishNights(facts),
  });
  const { app, databases } = server;
  const get = async (path: string, key: string) => {
    const answer = await askApp(app, { url: path, headers: { "x-api-key": key } });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
    return answer;
  };
  const ask = async (key: string, requests: number, at: Date) => {
    now = at;
    for (let request = 0; request < requests; request++) await get("/v1/sports", key);
  };
  const key = await makePeople(databases.access, ask);
  await keep();
  // Counted only after the databases were kept.
  now = new Date(keptAt.getTime() + 3_600_000);
  const remaining = Number((await get("/v1/sports", key)).headers["x-quota-remaining"]);
  const answers: Record<string, string> = {};
  for (const path of paths) {
    const answer = await get(path, key);
    answers[path] = answer.body.replace(String(answer.headers["x-request-id"]), "REQUEST-ID");
  }
  await server.close();
  return { key, answers, used: String(100_000 - remaining - 1) };
}

async function main(postgresUrl: string): Promise<void> {
  const root = join(import.meta.dirname, "..");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const folder = join(root, "test/database/releases", version);
  if (existsSync(folder)) throw new Error(`the databases of ${version} are kept already, and are never made again`);
  mkdirSync(folder, { recursive: true });
  const keepFile = (name: string, content: Buffer) =>
    writeFileSync(join(folder, name), gzipSync(content, { level: 9 }));

  const scratch = mkdtempSync(join(tmpdir(), "gradeline-release-"));
  const sqlite = await fill(join(scratch, "gradeline.db"), async () => {
    for (const name of ["gradeline.db", "gradeline-access.db"]) {
      const source = new DatabaseSync(join(scratch, name), { readOnly: true });
      await backup(source, join(scratch, `kept-${name}`));
      source.close();
      keepFile(`${name}.gz`, readFileSync(join(scratch, `kept-${name}`)));
    }
  });
  const postgres = await fill(postgresUrl, async () => {
    const dump = execFileSync("pg_dump", ["--inserts", "--no-owner", "--no-privileges", postgresUrl], {
      encoding: "utf8",
      maxBuffer: 1e9,
    });
    // Commands of psql, which nothing but psql understands.
    keepFile("postgres.sql.gz", Buffer.from(dump.replaceAll(/^\\(un)?restrict .*\n/gm, "")));
  });
  rmSync(scratch, { recursive: true });
  if (JSON.stringify(sqlite.answers) !== JSON.stringify(postgres.answers)) throw new Error("the engines differ");
  if (sqlite.used !== postgres.used) throw new Error("the engines count differently");

  writeFileSync(join(folder, "answers.json"), `${JSON.stringify(sqlite.answers, null, 2)}\n`);
  writeFileSync(join(folder, "README.md"), readme(version, sqlite, postgres));
}

function readme(version: string, sqlite: Kept, postgres: Kept): string {
  return `# Databases as release ${version} made them

Every later version must open and upgrade them; \`test/database/releases.test.ts\` says what else must hold. They were made
once, by \`scripts/make-release-databases.ts\` on the commit that was released, and are never made again: later code makes
other databases. The data is the repository's own sample and invented.

| file | what it is |
|---|---|
| \`gradeline.db.gz\` | SQLite: what was received and what is published |
| \`gradeline-access.db.gz\` | SQLite: accounts, keys, counts, sign-in, billing; the last counts are not in their rows yet |
| \`postgres.sql.gz\` | PostgreSQL: all of it, as \`pg_dump --inserts\` wrote it |
| \`answers.json\` | what ${version} answered, by path; \`REQUEST-ID\` is in the place of the request's own |

| fact | value |
|---|---|
| kept at | \`${keptAt.toISOString()}\` |
| account of the keys | \`${reader}\` |
| its use in this period | \`${sqlite.used}\` |
| key, SQLite | \`${sqlite.key}\` |
| key, PostgreSQL | \`${postgres.key}\` |
`;
}

if (import.meta.main) await main(process.argv[2] ?? "");
