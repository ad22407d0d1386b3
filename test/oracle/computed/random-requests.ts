/** Random requests for lists of rows of games, made of values that some games have and of some that none has. */
import fc from "fast-check";
import type { Sport } from "../../../src/domain/sports.ts";
import { sampledSports } from "../../support/sports.ts";
import { betKindsOf, publishedBooks } from "./contract.ts";
import type { Asked } from "./filters.ts";
import type { OracleGame } from "./game.ts";
import { moments } from "./snapshots.ts";

type Games = Readonly<Record<Sport, readonly OracleGame[]>>;

const anyCase = (value: string) => fc.constantFrom(value, value.toLowerCase(), value.toUpperCase());
/** A filter that is in one of so many requests. */
function oneIn<T>(requests: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ arbitrary: fc.constant(undefined), weight: requests - 1 }, { arbitrary: value, weight: 1 });
}
const often = <T>(value: fc.Arbitrary<T>) => oneIn(2, value);
const seldom = <T>(value: fc.Arbitrary<T>) => oneIn(5, value);
const rarely = <T>(value: fc.Arbitrary<T>) => oneIn(12, value);

/** Several values with commas between them; books in any case, and bet types as they are [D-26]. */
const listOf = (values: readonly string[], write = (value: string): fc.Arbitrary<string> => fc.constant(value)) =>
  fc
    .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 })
    .chain((chosen) => fc.tuple(...chosen.map(write)))
    .map((chosen) => chosen.join(","));

/** At least one of season, from and to, team or game_id, and at times several [D-27]. */
function narrowing(games: readonly OracleGame[]): fc.Arbitrary<Asked> {
  const game = fc.constantFrom(...games).map(({ keys }) => keys);
  const season = game.map((keys) => ({ season: String(keys.season) }));
  const dates = fc
    .tuple(game, game)
    .map(([a, b]) => [a.game_date, b.game_date].sort())
    .chain(([from, to]) => fc.constantFrom<Asked>({ from, to }, { from }, { to }));
  const team = game.chain((keys) => fc.constantFrom(keys.home, keys.away).chain(anyCase)).map((team) => ({ team }));
  const id = game.chain((keys) => anyCase(keys.game_id)).map((game_id) => ({ game_id }));
  const one = fc.oneof(
    { arbitrary: season, weight: 4 },
    { arbitrary: dates, weight: 4 },
    { arbitrary: team, weight: 2 },
    { arbitrary: id, weight: 1 },
  );
  return fc.oneof(
    { arbitrary: one, weight: 3 },
    { arbitrary: fc.tuple(one, one).map(([a, b]) => ({ ...a, ...b })), weight: 1 },
  );
}

/** Other filters that all rows of games share. Each is there in one request of a few. */
function sharedFilters(games: readonly OracleGame[]): fc.Arbitrary<Asked> {
  const game = fc.constantFrom(...games).map(({ keys }) => keys);
  return fc.record({
    home: rarely(game.chain(({ home }) => anyCase(home))),
    away: rarely(game.chain(({ away }) => anyCase(away))),
    week: rarely(game.map(({ week }) => String(week ?? 1))),
    season_type: rarely(fc.constantFrom("regular", "postseason", "all")),
  });
}

/** Filters of one endpoint for a sport. */
type OwnFilters = (sport: Sport, games: readonly OracleGame[]) => fc.Arbitrary<Asked>;

const bookValues = [...publishedBooks.values()].slice(0, 14).flatMap(({ book, book_id }) => [book, String(book_id)]);
const lineValues = [-13.5, -7, -3, -1.5, -0.5, 0, 0.5, 1.5, 3, 4.75, 7, 8.5, 22.5, 44.5, 110.5, 224];

const priceValues = [-350, -200, -150, -120, -115, -110, -105, -100, 100, 105, 110, 130, 160, 250];

const betFilters: OwnFilters = (sport) =>
  fc.record({
    bet_type: seldom(listOf(betKindsOf(sport).map(({ betType }) => betType))),
    market: seldom(fc.constantFrom(...valuesOf(betKindsOf(sport), ({ market }) => market))),
    period: seldom(fc.constantFrom(...valuesOf(betKindsOf(sport), ({ period }) => period))),
    selection: seldom(fc.constantFrom("home", "away", "over", "under")),
    role: seldom(fc.constantFrom("favorite", "underdog")),
    result: seldom(fc.constantFrom("won", "lost", "push", "void")),
    min_line: seldom(fc.constantFrom(...lineValues.map(String))),
    max_line: seldom(fc.constantFrom(...lineValues.map(String))),
    min_price: rarely(fc.constantFrom(...priceValues.map(String))),
    max_price: rarely(fc.constantFrom(...priceValues.map(String))),
    book: often(fc.oneof(fc.constantFrom("all", "consensus"), listOf(["consensus", ...bookValues], anyCase))),
  });

/** A period or market that no bet type of the sport has is refused, so none is asked for. */
function valuesOf<Of, Value>(list: readonly Of[], pick: (each: Of) => Value): Value[] {
  return [...new Set(list.map(pick))];
}

/** Those of bets, with a moment in one of two requests. */
export const momentBetFilters: OwnFilters = (sport, games) => {
  const most = seldom(fc.constantFrom("0", "5", "60", "720", "10080"));
  const moment = fc.record({ price_at: fc.constantFrom(...moments.map(String)), max_age_minutes: most });
  return fc.tuple(betFilters(sport, games), often(moment)).map(([bets, asked]) => ({ ...bets, ...asked }));
};

export function randomRequest(games: Games, ownFilters: OwnFilters): fc.Arbitrary<Asked> {
  return fc.constantFrom(...sampledSports).chain((sport) =>
    fc
      .tuple(narrowing(games[sport]), sharedFilters(games[sport]), ownFilters(sport, games[sport]))
      .map((filters) => Object.assign({ sport }, ...filters) as Asked)
      .filter(({ from, to }) => isOrdered(from, to)),
  );
}

/** A `from` later than `to` is refused [D-26]. */
function isOrdered(from: string | undefined, to: string | undefined): boolean {
  return from === undefined || to === undefined || from <= to;
}
