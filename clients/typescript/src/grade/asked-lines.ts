/** Which requests bring the games and lines of a file of bets, at the lowest cost: spans of days whose rows fill a page. */
import type { Bet } from "./bet.ts";
import type { Market } from "./bet-text.ts";
import { addDays } from "./dates.ts";
import type { Games } from "./games.ts";
import { known, type Sport } from "./known.ts";
import { consensus } from "./lines.ts";
import type { Match } from "./match.ts";

const pageRows = 1000;
/** No day of a sport has had more games. */
const mostGames: Readonly<Record<Sport, number>> = { mlb: 20, nfl: 16, ncaaf: 90, nba: 16, nhl: 17 };

export type Question = {
  readonly sport: Sport;
  readonly from: string;
  readonly to: string;
  /** At most so many requests, since a page has 1,000 rows. */
  readonly requests: number;
};

export type LineQuestion = Question & {
  readonly betTypes: readonly string[];
  readonly books: readonly string[];
  /** One game in the place of all games of the days. */
  readonly gameId: string | null;
};

/** Spans that begin and end with a day that is wanted, and have at most a page of rows where they have several days. */
function spansOf(
  days: readonly string[],
  rowsOf: (day: string) => number,
): { from: string; to: string; rows: number }[] {
  const spans: { from: string; to: string; rows: number }[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    let between = rowsOf(day);
    if (last !== undefined) {
      let each = addDays(last.to, 1);
      for (; each < day && last.rows + between <= pageRows; each = addDays(each, 1)) between += rowsOf(each);
      if (each === day && last.rows + between <= pageRows) {
        spans[spans.length - 1] = { from: last.from, to: day, rows: last.rows + between };
        continue;
      }
    }
    spans.push({ from: day, to: day, rows: rowsOf(day) });
  }
  return spans;
}

const requestsOf = (rows: number) => Math.max(1, Math.ceil(rows / pageRows));

/** The questions to `/v1/games`. */
export function gameQuestions(days: ReadonlyMap<Sport, readonly string[]>): readonly Question[] {
  return [...days].flatMap(([sport, own]) =>
    spansOf(own, () => mostGames[sport]).map(({ from, to, rows }) => ({ sport, from, to, requests: requestsOf(rows) })),
  );
}

type Kind = { readonly market: Market; readonly period: string };

function betTypesOf(sport: Sport, kinds: Iterable<Kind>): string[] {
  const names = [...kinds].flatMap(({ market, period }) => known.betTypes[sport][`${market} ${period}`] ?? []);
  return [...new Set(names)].sort();
}

/** A bet type has two rows at each book: its two sides, or both teams. */
function rowsOfGame(betTypes: readonly string[], books: number): number {
  return 2 * betTypes.length * books;
}

/** The questions to `/v1/bets` that matched bets need. */
export function lineQuestions(matches: readonly Match[], games: Games): readonly LineQuestion[] {
  const sports = new Map<Sport, Match[]>();
  for (const match of matches) {
    if (match.game === null) continue;
    const own = sports.get(match.game.sport);
    if (own === undefined) sports.set(match.game.sport, [match]);
    else own.push(match);
  }
  return [...sports].flatMap(([sport, own]) => ofSport(sport, own, games));
}

function ofSport(sport: Sport, matches: readonly Match[], games: Games): LineQuestion[] {
  const betTypes = betTypesOf(
    sport,
    matches.map(({ bet }) => bet),
  );
  if (betTypes.length === 0) return [];
  const books = [...new Set([consensus, ...matches.flatMap(({ bet }) => bet.book ?? [])])].sort();
  const aGame = rowsOfGame(betTypes, books.length);
  const idsOf = new Map<string, Set<string>>();
  for (const { game } of matches) {
    if (game !== null) idsOf.set(game.date, (idsOf.get(game.date) ?? new Set()).add(game.id));
  }
  const rowsOf = (day: string) => aGame * (games.on(sport, day).length || mostGames[sport]);
  return spansOf([...idsOf.keys()].sort(), rowsOf).flatMap(({ from, to, rows }): LineQuestion[] => {
    const ids = [...(idsOf.get(from) ?? [])];
    const all = { sport, betTypes, books, from, to };
    const ofGame = requestsOf(aGame);
    if (from !== to || ids.length * ofGame >= requestsOf(rows))
      return [{ ...all, gameId: null, requests: requestsOf(rows) }];
    return ids.map((gameId) => ({ ...all, gameId, requests: ofGame }));
  });
}

/** At most so many requests for lines, before any game is known. */
export function mostLineRequests(bets: readonly Bet[], days: ReadonlyMap<Sport, readonly string[]>): number {
  const books = new Set([consensus, ...bets.flatMap(({ book }) => book ?? [])]).size;
  let sum = 0;
  for (const [sport, own] of days) {
    const usable = bets.filter(
      ({ problem, wanted }) => problem === null && (wanted.gameId !== null || wanted.sports.includes(sport)),
    );
    const aGame = rowsOfGame(betTypesOf(sport, usable), books);
    const bySpan = spansOf(own, () => aGame * mostGames[sport]).reduce(
      (total, { rows }) => total + requestsOf(rows),
      0,
    );
    sum += Math.min(bySpan, usable.length * requestsOf(aGame));
  }
  return sum;
}
