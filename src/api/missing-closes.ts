/**
 * Answers the page of games without a closing line. It is no endpoint: callers have `/v1/coverage` and the lists of odds.
 * Parameters are read as the API reads them, so that mistakes are told in the same words.
 */
import { required, WrongParameter, wholeNumber, withDefault } from "../contract/parameter.ts";
import { betBook } from "../contract/parameters/books.ts";
import { season, sport } from "../contract/parameters/games.ts";
import { betMarket, betPeriod } from "../contract/parameters/markets.ts";
import { parameterReader } from "../contract/read-parameters.ts";
import type { Game } from "../contract/rows/game.ts";
import { bookById } from "../domain/books.ts";
import { type MissingGames, missingCloses } from "../query/missing-closes.ts";
import { refuseDamaged, refuseWithoutLines, seasonsOf, wholeSport } from "../query/reach.ts";
import type { Shelf } from "../query/shelf.ts";
import { envelopeOf, toApiError } from "./errors.ts";

const pageSize = 50;
/** No season has as many games as so many pages hold. */
const lastPage = 200;

const readQuery = parameterReader({
  sport,
  season: required(season),
  market: required(betMarket),
  period: betPeriod,
  book: betBook,
  page: withDefault(wholeNumber({ meaning: "page of the list", least: 1, most: lastPage, digits: 3, example: 1 }), 1),
});

type Answered =
  | (MissingGames & { readonly status: 200 })
  | {
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly parameter: string | null;
    };

/** Returns a function that answers a query; what is wrong with it is an answer too. What nobody expects is thrown. */
export function openMissingCloses(shelf: Shelf): (query: string) => Answered {
  return (query) => {
    try {
      return answer(shelf, query);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.code === "internal") throw thrown;
      const { code, message, param = null } = envelopeOf(error).error;
      return { status: error.status, code, message, parameter: param };
    }
  };
}

function answer(shelf: Shelf, query: string): Answered {
  const asked = readQuery(query);
  const { sport, season, market } = asked;
  const [bookId, ...others] = asked.book ?? [];
  if (bookId === undefined || others.length > 0)
    throw new WrongParameter("book", "book must be one book, or consensus");
  const period = asked.period ?? "game";
  const snapshot = shelf.current;
  const reach = { ...wholeSport(sport), season };
  refuseDamaged(snapshot, reach);
  refuseWithoutLines(snapshot, reach);
  const [found] = seasonsOf(snapshot, reach);
  if (found === undefined) throw new WrongParameter("season", `season ${season} of ${sport} has no games here`);
  const counted = missingCloses(found, { period, market, bookId }, asked.page, pageSize);
  if (counted === null) throw new WrongParameter("market", `${sport} has no ${market} of the period ${period}`);
  const { games, missing, page: rows } = counted;
  const pages = Math.max(1, Math.ceil(missing / pageSize));
  if (asked.page > pages)
    throw new WrongParameter("page", `page must be from 1 to ${pages}: there are ${missing} such games`);
  return {
    ...{
      status: 200,
      sport,
      season,
      book: bookById(bookId)?.slug ?? "consensus",
      market,
      period,
      games,
      missing,
      page: asked.page,
      pages,
    },
    rows: rows.map(({ row, hasOpen }) => ({ game: JSON.parse(row) as Game, hasOpen })),
    tag: `${snapshot.archiveId} ${found.revision}`,
  };
}
