/** The games of a season that a book has no closing line of: those that /v1/coverage does not count in `with_close`. */

import type { Game } from "../../contract/lists/games.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { bookById } from "../../domain/books.ts";
import { type LineMarket, type LinePeriod, linePeriodOf } from "../../domain/market-names.ts";
import type { Sport } from "../../domain/sports.ts";
import { groupsOf, hasQuote } from "../coverage.ts";
import type { Snapshot } from "../load.ts";
import { refuseDamaged, seasonsOf, wholeSport } from "../reach.ts";
import type { SeasonShelf } from "../season.ts";

export type MissingAsked = {
  readonly sport: Sport;
  readonly season: number;
  readonly period: LinePeriod;
  readonly market: LineMarket;
  /** 0 is the consensus. */
  readonly bookId: number;
  /** Which page of the list, from 1 on. */
  readonly page: number;
};

/** A page of games without a close, with what was asked for. */
export type MissingGames = Omit<MissingAsked, "bookId"> & {
  /** Its slug, or `consensus`. */
  readonly book: string;
  /** Final games of the season, and how many of them have no close. */
  readonly games: number;
  readonly missing: number;
  readonly pages: number;
  /** In the order of the API. */
  readonly rows: readonly { readonly game: Game; readonly hasOpen: boolean }[];
};

const pageSize = 50;

/** @throws WrongParameter for what there is not, and BeingMended when the season is damaged or has no lines yet. */
export function missingCloses(snapshot: Snapshot, asked: MissingAsked): MissingGames {
  const { sport, season, market, period, bookId, page } = asked;
  const reach = { ...wholeSport(sport), season };
  refuseDamaged(snapshot, reach);
  const [found] = seasonsOf(snapshot, reach);
  if (found === undefined) throw new WrongParameter("season", `season ${season} of ${sport} has no games here`);
  const missing = missingIn(found, asked);
  if (missing === null) throw new WrongParameter("market", `${sport} has no ${market} of the period ${period}`);
  const pages = Math.max(1, Math.ceil(missing.length / pageSize));
  if (page > pages) {
    throw new WrongParameter("page", `page must be from 1 to ${pages}: there are ${missing.length} such games`);
  }
  return {
    sport,
    season,
    book: bookById(bookId)?.slug ?? "consensus",
    market,
    period,
    games: found.gameIds.length,
    missing: missing.length,
    page,
    pages,
    rows: missing.slice((page - 1) * pageSize, page * pageSize).map(({ game, hasOpen }) => {
      return { game: JSON.parse(found.games.json.between(game, game + 1).toString()) as Game, hasOpen };
    }),
  };
}

/** A game without a close, by its place in the season, and whether there is an opening line at least. */
type Missing = { readonly game: number; readonly hasOpen: boolean };

/** Null: the sport has no such market of such a period. */
function missingIn({ gameIds, lines }: SeasonShelf, { period, market, bookId }: MissingAsked): Missing[] | null {
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
