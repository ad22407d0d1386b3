/** The files of an SQLite database in a temporary folder, with a game, an account and a key, and backups of them. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { type KillableServer, startKillable } from "../access/killable-server.ts";
import { makeKeyIn } from "../support/access.ts";
import { startCommand } from "../support/process.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { run } from "../support/run-command.ts";
import { publishItems } from "../support/sample.ts";

const at = "2026-01-01T00:00:00Z";
export const email = "a@example.com";

export type DatabaseFiles = Awaited<ReturnType<typeof newDatabaseFiles>>;

export async function newDatabaseFiles() {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-files-"));
  const url = join(folder, "g.db");
  await publishGame(url, {});
  const key = await makeKeyIn(url, email);
  return {
    folder,
    /** The DATABASE_URL. */
    url,
    facts: url,
    access: join(folder, "g-access.db"),
    /** A key of an account whose limits no test reaches. */
    key,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Publishes one more game, or changes the first one. */
export async function publishGame(url: string, changes: Partial<GameRecord>): Promise<void> {
  const database = await openDatabase(url);
  const game = gameRecord({ line_score: null, ...changes });
  await publishItems(database, items(game, quoteRecord()), at);
  await database.close();
}

/**
 * Returns the SHA-256 digest of every file by its name. It must not be used on files that this process has open: the
 * process would lose its locks on them.
 */
export function digestsIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(names.sort().map((name) => [name, hash("sha256", readFileSync(join(folder, name)))]));
}

/** Kills a command so long after it has begun to write. `workMs` is how long it was at work. */
export async function killedCommand(url: string, words: readonly string[], hasBegun: () => boolean, afterMs: number) {
  const command = startCommand(words, { DATABASE_URL: url });
  while (!hasBegun() && command.end() === null) await sleep(1);
  const begun = performance.now();
  const timer = Number.isFinite(afterMs) ? setTimeout(() => command.signal("SIGKILL"), afterMs) : undefined;
  const { signal } = await command.ended;
  clearTimeout(timer);
  return { isKilled: signal === "SIGKILL", workMs: performance.now() - begun };
}

export type BackedUp = DatabaseFiles & { readonly backup: string };

/** The results of `stateOf` for a database that has grown, and for its backup. */
export const states = { grown: "2 games, 2 accounts", backup: "1 games, 1 accounts" } as const;

/** Makes a database and a backup of it, and then adds a game and an account to the database. */
async function newBackedUp(): Promise<BackedUp> {
  const files = await newDatabaseFiles();
  const backup = join(mkdtempSync(join(tmpdir(), "gradeline-backup-")), "backup");
  await run(files.url, "backup", backup);
  await grow(files.url);
  const remove = (): void => {
    files.remove();
    rmSync(dirname(backup), { recursive: true, force: true });
  };
  return { ...files, backup, remove };
}

async function grow(url: string): Promise<void> {
  await publishGame(url, { game_id: "g2", game_date: "2025-01-12", start_time: "2025-01-13T00:30:00Z" });
  const access = await openAccess(url);
  await setAccount(access, "later@example.com", { plan: "trial" }, new Date());
  await access.close();
}

/** Says how many games are listed and how many accounts there are. */
export async function stateOf(url: string): Promise<string> {
  const database = await openDatabase(url);
  const games = await database.kysely.selectFrom("published_games").select("game_id").execute();
  await database.close();
  const access = await openAccess(url);
  const accounts = await access.kysely.selectFrom("accounts").select("email").execute();
  await access.close();
  return `${games.length} games, ${accounts.length} accounts`;
}

export const gamesPath = "/v1/games?sport=nba";

export function askForGames(server: KillableServer, key: string): Promise<Response> {
  return fetch(`${server.url}${gamesPath}`, { headers: { "x-api-key": key } });
}

/** Leaves a log beside both files, with everything that `grow` wrote, as a killed server does. */
export async function killServerOn({ url, folder, key }: DatabaseFiles): Promise<void> {
  const server = await startKillable(url, folder);
  try {
    assert.equal((await askForGames(server, key)).status, 200);
    await grow(url);
  } finally {
    await server.kill();
  }
}

/** Makes databases of their own for the tests of a file, and removes them after the last of these tests. */
export const freshFiles = (): (() => Promise<DatabaseFiles>) => removedInTheEnd(newDatabaseFiles);

/** The same with a backup that is older than the database. */
export const freshPlaces = (): (() => Promise<BackedUp>) => removedInTheEnd(newBackedUp);

function removedInTheEnd<Files extends DatabaseFiles>(make: () => Promise<Files>): () => Promise<Files> {
  const made: Files[] = [];
  afterAll(() => {
    for (const files of made) files.remove();
  });
  return async () => {
    const files = await make();
    made.push(files);
    return files;
  };
}
