/**
 * Makes a release one that an earlier rule has published. So nothing is damaged, and only what its row says of its bounds can tell
 * the next publish to build it again.
 */
import assert from "node:assert/strict";
import type { Game } from "../../src/contract/lists/games.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { Findings } from "../../src/database/findings.ts";
import { lastImportId } from "../../src/ledger/read.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import { checkRelease } from "../../src/release/check.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import { gameLinesOf, packLines, unpackLines } from "../../src/release/packed-lines.ts";
import type { GameValues } from "../../src/release/values.ts";
import { publishedValues, writeReleaseOf } from "./published.ts";

/** Puts other facts in the place of a game's. Its quotes stay. */
export function replaceGame(database: Database, game: Game): Promise<void> {
  return changeGame(database, game.game_id, (values) => {
    const { entries, scores } = gameLinesOf(unpackLines(values.lines));
    const full = { period: "full" as const, home: game.home.score ?? 0, away: game.away.score ?? 0 };
    const all = [full, ...scores.filter(({ period }) => period !== "full")];
    return { ...values, facts: { ...values.facts, ...game }, lines: packLines({ scores: all, entries }) };
  });
}

/** Puts other values in the place of a game's, in the release that there is. */
export async function changeGame(
  database: Database,
  gameId: string,
  change: (values: GameValues) => GameValues,
): Promise<void> {
  const games = (await publishedValues(database)).map((each) => (each.facts.game_id === gameId ? change(each) : each));
  const changed = games.find(({ facts }) => facts.game_id === gameId);
  assert.ok(changed, `${gameId} is published`);
  const { sport, season } = changed.facts;
  const ofSeason = games.filter(({ facts }) => facts.sport === sport && facts.season === season);
  await rewrite(database, [{ sport, season, games: ofSeason }], null);
}

/**
 * Lets the newest revision be one that has seen every import.
 * @param report what that release wrote of its night.
 */
export async function setRevision(database: Database, report: object): Promise<void> {
  await rewrite(database, [], report);
  const findings = new Findings();
  await checkRelease(database, findings);
  assert.deepEqual(findings.problems, [], "nothing is damaged");
}

async function rewrite(
  database: Database,
  seasons: Parameters<typeof writeReleaseOf>[1],
  report: object | null,
): Promise<void> {
  const release = await readNewestRelease(database.kysely);
  assert.ok(release, "something is published");
  const { revision, published_at: publishedAt, is_sample, import_id } = release;
  const seen = report === null ? import_id : await lastImportId(tablesOf<LedgerTables>(database.kysely));
  await writeReleaseOf(database, seasons, [], {
    revision,
    publishedAt,
    importId: seen,
    isSample: is_sample === 1,
    report: report ?? (JSON.parse(release.report) as object),
  });
}
