/** How many books the published games have, season by season, counted from indexes alone. */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { isSport } from "../../domain/sports.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import { SeasonMap } from "../season-map.ts";

export type BooksPerGame = { readonly median: number; readonly least: number; readonly most: number };

/** The books of each game that has odds, and the newest start of all games. */
type PublishedFigures = { readonly books: number[]; lastStartMs: number };

export async function readPublishedFigures(kysely: Kysely<AnyTables>): Promise<SeasonMap<PublishedFigures>> {
  const tables = tablesOf<ReleaseTables>(kysely);
  const games = await tables
    .selectFrom("published_games")
    .select(["sport", "season", "start_ms", "odds_rows"])
    .execute();
  const found = new SeasonMap<PublishedFigures>();
  for (const { sport, season, start_ms: startMs, odds_rows: books } of games) {
    if (!isSport(sport)) continue;
    const figures = found.get({ sport, season }) ?? { books: [], lastStartMs: 0 };
    found.set({ sport, season }, figures);
    figures.lastStartMs = Math.max(figures.lastStartMs, startMs);
    if (books > 0) figures.books.push(books);
  }
  return found;
}

export function booksPerGame(counts: readonly number[]): BooksPerGame | null {
  const sorted = counts.toSorted((a, b) => a - b);
  const [least] = sorted;
  if (least === undefined) return null;
  return { least, median: sorted[Math.floor(sorted.length / 2)] ?? least, most: sorted.at(-1) ?? least };
}
