/** The table of published games, by which a publish sees what is new without reading a season. */
import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { consensusBookId } from "../domain/books.ts";
import type { PairKey } from "../domain/game-ids.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import { bytesOf, type GameLines, lineKeyParts, noLine } from "./game-lines.ts";
import type { ReleaseTables } from "./tables.ts";
import type { GameValues } from "./values.ts";

export type PublishedGame = ReleaseTables["published_games"];

export function publishedGame(values: GameValues, pair: PairKey): PublishedGame {
  const { facts, doubts, lines } = values;
  const { books, hasClosingLine } = booksIn(lines);
  return {
    game_id: facts.game_id,
    sport: facts.sport,
    season: facts.season,
    season_type: facts.season_type ?? "regular",
    game_date: facts.game_date,
    start_ms: Date.parse(facts.start_time),
    pair,
    has_closing_line: hasClosingLine ? 1 : 0,
    odds_rows: books,
    doubts: doubts.length === 0 ? null : JSON.stringify(doubts),
    digest: digestOf(values),
  };
}

/** By which a publish sees which games are new without reading those of before: two games with other values never have the same. */
function digestOf({ lines, path, ...rest }: GameValues): string {
  const { facts, ids, doubts, starters, statements, resumedOn = null, innings = null } = rest;
  const text = JSON.stringify([facts, ids, doubts, starters, statements, resumedOn, innings]);
  return hash("sha256", Buffer.concat([Buffer.from(text), bytesOf(lines), bytesOf(path)])).slice(0, 32);
}

/** How many books have a line of the whole game, and whether one of them has closed. A publish asks this of every game. */
export function booksIn({ keys, quarters, prices }: GameLines): {
  readonly books: number;
  readonly hasClosingLine: boolean;
} {
  const books = new Set<number>();
  let hasClosingLine = false;
  for (const [entry, key] of keys.entries()) {
    const { period, bookId } = lineKeyParts(key);
    // The whole game is the first of the periods.
    if (period !== "full") break;
    if (bookId === consensusBookId) continue;
    books.add(bookId);
    hasClosingLine ||= quarters[2 * entry + 1] !== noLine || prices[4 * entry + 2] !== 0 || prices[4 * entry + 3] !== 0;
  }
  return { books: books.size, hasClosingLine };
}

export function seasonOfPublished({ sport, season }: PublishedGame): SeasonKey {
  return { sport: sport as SeasonKey["sport"], season };
}

/** Whether both rows say the same in every column. */
export function areSamePublished(one: PublishedGame, other: PublishedGame): boolean {
  return (Object.keys(one) as (keyof PublishedGame)[]).every((column) => one[column] === other[column]);
}

/** Those of some pairs, by game id. */
export async function readPublished(
  tables: Kysely<ReleaseTables>,
  pairs: readonly PairKey[],
): Promise<Map<string, PublishedGame>> {
  const games = await tables.selectFrom("published_games").selectAll().where("pair", "in", pairs).execute();
  return new Map(games.map((game) => [game.game_id, game]));
}

/** @param stale ids of the games that go; a game that is put in is among them, in case it was there before. */
export async function replacePublished(
  tables: Kysely<ReleaseTables>,
  stale: readonly string[],
  fresh: readonly PublishedGame[],
): Promise<void> {
  for (const ids of insertChunks(stale))
    await tables.deleteFrom("published_games").where("game_id", "in", ids).execute();
  for (const rows of insertChunks(fresh)) await tables.insertInto("published_games").values(rows).execute();
}

const rowsPerStatement = 300;

/** The rows in parts that one statement can take. */
export function* insertChunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) yield rows.slice(from, from + rowsPerStatement);
}
