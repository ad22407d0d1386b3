/** The games of a season that a book has no closing line of: those that /v1/coverage does not count in `with_close`. */
import type { Game } from "../contract/rows/game.ts";
import { type LineMarket, type LinePeriod, linePeriodOf } from "../domain/market-names.ts";
import { groupsOf, hasQuote } from "./coverage.ts";
import { rowsBetween } from "./packed-rows.ts";
import type { SeasonShelf } from "./season.ts";

export type LinesWanted = {
  readonly period: LinePeriod;
  readonly market: LineMarket;
  /** 0 is the consensus. */
  readonly bookId: number;
};

/** A game without a close, by its place in the season, and whether there is an opening line at least. */
type Missing = { readonly game: number; readonly hasOpen: boolean };

export type MissingCloses = {
  /** Final games of the season. */
  readonly games: number;
  readonly missing: number;
  /** In the order of the API, the rows of `/v1/games` as JSON. */
  readonly page: readonly { readonly row: string; readonly hasOpen: boolean }[];
};

/** A page of games without a close, with what was asked for. */
export type MissingGames = {
  readonly sport: Game["sport"];
  readonly season: number;
  /** Its slug, or `consensus`. */
  readonly book: string;
  readonly market: string;
  readonly period: string;
  /** Final games of the season, and how many of them have no close. */
  readonly games: number;
  readonly missing: number;
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly { readonly game: Game; readonly hasOpen: boolean }[];
  /** Another one for every change of the season. */
  readonly tag: string;
};

/**
 * Returns null when the sport has no such market of such a period, or the season no lines yet.
 * @param page which of the pages of so many games, from 1 on; one past the last is empty.
 */
export function missingCloses(
  season: SeasonShelf,
  wanted: LinesWanted,
  page: number,
  pageSize: number,
): MissingCloses | null {
  const missing = missingIn(season, wanted);
  if (missing === null) return null;
  const rows = season.games.json;
  return {
    games: season.gameIds.length,
    missing: missing.length,
    page: missing.slice((page - 1) * pageSize, page * pageSize).map(({ game, hasOpen }) => ({
      row: rowsBetween(rows, game, game + 1).toString(),
      hasOpen,
    })),
  };
}

function missingIn({ gameIds, lines }: SeasonShelf, { period, market, bookId }: LinesWanted): Missing[] | null {
  if (lines === null) return null;
  const group = groupsOf(lines).find((each) => linePeriodOf(each.period) === period && each.market === market);
  if (group === undefined) return null;
  const missing: Missing[] = [];
  for (let game = 0; game < gameIds.length; game++) {
    let hasOpen = false;
    let hasClose = false;
    for (const slot of group.slots) {
      const at = game * lines.slots.length + slot;
      for (let entry = lines.from[at] as number; entry < (lines.from[at + 1] as number); entry++) {
        if (lines.bookIds[entry] !== bookId) continue;
        hasOpen ||= hasQuote(lines, entry, 0);
        hasClose ||= hasQuote(lines, entry, 1);
      }
    }
    if (!hasClose) missing.push({ game, hasOpen });
  }
  return missing;
}
