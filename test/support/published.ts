/** What is published, read from the newest release of a database. */
import assert from "node:assert/strict";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import type { FindingKind, PublishReport } from "../../src/publish/findings.ts";
import { bytesOf } from "../../src/release/game-lines.ts";
import { type League, readLeague } from "../../src/release/league.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import { gameOf, renderedGame } from "../../src/release/render.ts";
import { readSeasonValues } from "../../src/release/season-values.ts";
import type { GameValues } from "../../src/release/values.ts";

/** The sentences of one kind that a publish tells. */
export function toldOf({ findings }: Pick<PublishReport, "findings">, kind: FindingKind): string[] {
  return findings.filter((each) => each.kind === kind).map(({ sentence }) => sentence);
}

/** By game id. */
export async function publishedValues(database: Database): Promise<GameValues[]> {
  const entries = (await readNewestRelease(database.kysely))?.manifest.seasons ?? [];
  const games: GameValues[] = [];
  for (const entry of entries) games.push(...(await readSeasonValues(database.kysely, entry)).games);
  return games.sort((a, b) => (a.facts.game_id < b.facts.game_id ? -1 : 1));
}

/** The rows of the games list, by game id. */
export async function publishedGames(database: Database): Promise<Game[]> {
  return (await publishedValues(database)).map(({ facts }) => gameOf(facts));
}

/** The single-game answers, by game id. */
export async function publishedDetails(database: Database): Promise<GameDetail[]> {
  return (await publishedValues(database)).map((game) => renderedGame(game).detail);
}

/** By game id, then by book id. */
export async function publishedOddsRows(database: Database): Promise<OddsRow[]> {
  return (await publishedValues(database)).flatMap((game) => renderedGame(game).odds);
}

export async function publishedLeague(database: Database, sport: Sport): Promise<League> {
  const release = await readNewestRelease(database.kysely);
  assert.ok(release, "something is published");
  return readLeague(database.kysely, release.manifest, sport);
}

/** The teams and the rows of the seasons, sport by sport; empty before the first publish. */
export async function publishedLeagues(database: Database): Promise<Pick<League, "teams" | "seasons">> {
  const release = await readNewestRelease(database.kysely);
  const leagues: League[] = [];
  for (const sport of release === null ? [] : sports) leagues.push(await publishedLeague(database, sport));
  return { teams: leagues.flatMap(({ teams }) => teams), seasons: leagues.flatMap(({ seasons }) => seasons) };
}

/** Everything that is published as text, to compare two databases value by value. Times of publishing are left out. */
export async function dumpArchive(databaseUrl: string, options = { revisions: true }): Promise<string[]> {
  const database = await openDatabase(databaseUrl);
  try {
    const release = await readNewestRelease(database.kysely);
    if (release === null) return [];
    const { manifest, revision, is_sample } = release;
    const { seasons, teams } = await publishedLeagues(database);
    const games = (await publishedValues(database)).map(({ facts, ids, doubts, lines, path, statements }) => {
      const columns = [lines, path].map((each) => bytesOf(each).toString("base64"));
      return `game ${JSON.stringify([facts, ids, doubts, statements, ...columns])}`;
    });
    return [
      ...(options.revisions ? [`release ${JSON.stringify([revision, is_sample, manifest.seasons])}`] : []),
      ...[...seasons, ...teams].map((row) => `of a league ${JSON.stringify(row)}`),
      ...games,
    ];
  } finally {
    await database.close();
  }
}
