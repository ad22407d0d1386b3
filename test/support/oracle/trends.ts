/** The rows of /v1/trends, worked out from rows of bets with lists and loops, one number after the other. */
import type { BetRow } from "./bets.ts";
import { implied } from "./exact.ts";
import type { Asked } from "./filters.ts";
import type { Conditions, GameKeys } from "./game.ts";

export type TeamGroups = ReadonlyMap<string, { readonly conference: string | null; readonly division: string | null }>;

const dayMs = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;

/** Days since the team's game before this one in the same season; null in its first. */
export function restOf(team: string, game: GameKeys, games: readonly GameKeys[]): number | null {
  const own = games.filter(({ season, home, away }) => season === game.season && (home === team || away === team));
  const before = own[own.findIndex(({ game_id: id }) => id === game.game_id) - 1];
  return before === undefined ? null : dayOf(game.game_date) - dayOf(before.game_date);
}

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Whether a game has what is asked of its circumstances. */
export function isAskedSituation(game: GameKeys, games: readonly GameKeys[], teams: TeamGroups, asked: Asked): boolean {
  const within = (value: number | null, least: string | undefined, most: string | undefined): boolean => {
    if (least === undefined && most === undefined) return true;
    return value !== null && value >= Number(least ?? 0) && value <= Number(most ?? 10_000);
  };
  const bothOf = (kind: "conference" | "division"): boolean =>
    asked[kind] === undefined ||
    [game.home, game.away].every((team) => teams.get(team)?.[kind]?.toLowerCase() === asked[kind]?.toLowerCase());
  return (
    within(restOf(game.home, game, games), asked.home_rest_min, asked.home_rest_max) &&
    within(restOf(game.away, game, games), asked.away_rest_min, asked.away_rest_max) &&
    (asked.month === undefined || Number(game.game_date.slice(5, 7)) === Number(asked.month)) &&
    (asked.weekday === undefined || weekdays[new Date(dayOf(game.game_date) * dayMs).getUTCDay()] === asked.weekday) &&
    bothOf("conference") &&
    bothOf("division")
  );
}

/** Whether a game was played in the conditions that are asked for; one of which they are not known was not. */
export function isAskedConditions({ wind, temperature, indoor }: Conditions, asked: Asked): boolean {
  const isIn = (value: number | null, least: string | undefined, most: string | undefined): boolean =>
    (least === undefined || (value !== null && value >= Number(least))) &&
    (most === undefined || (value !== null && value <= Number(most)));
  return (
    isIn(wind, asked.wind_min, asked.wind_max) &&
    isIn(temperature, asked.temperature_min, asked.temperature_max) &&
    (asked.indoor === undefined || String(indoor) === asked.indoor)
  );
}

/** Whether a bet is on a team that is asked for, rested as is asked for, against a team rested as is asked for. */
export function isAskedTeam(row: BetRow, games: readonly GameKeys[], asked: Asked): boolean {
  const { on, rest_min, rest_max, opponent_rest_min, opponent_rest_max } = asked;
  if ([on, rest_min, rest_max, opponent_rest_min, opponent_rest_max].every((value) => value === undefined)) return true;
  const team = row.side_team;
  if (team === null) return false;
  const rests = (of: string, least: string | undefined, most: string | undefined): boolean => {
    if (least === undefined && most === undefined) return true;
    const days = restOf(of, row, games);
    return days !== null && days >= Number(least ?? 0) && days <= Number(most ?? 10_000);
  };
  const opponent = team === row.home ? row.away : row.home;
  return (
    (on === undefined || on.toUpperCase().split(",").includes(team)) &&
    rests(team, rest_min, rest_max) &&
    rests(opponent, opponent_rest_min, opponent_rest_max)
  );
}

/** Where a bet's market went, from its own open to its close; null: nothing can be said. */
export function movementOf({ market, selection, open, close }: BetRow): "toward" | "away" | "none" | null {
  if (market !== "moneyline") {
    if (open.line === null || close.line === null) return null;
    const harder = selection === "over" ? close.line - open.line : open.line - close.line;
    if (harder !== 0) return harder > 0 ? "toward" : "away";
  }
  if (open.price === null || close.price === null) return null;
  const [before, after] = [chanceOf(open.price), chanceOf(close.price)];
  return after > before ? "toward" : after < before ? "away" : "none";
}

function chanceOf(price: number): number {
  const { over, under } = implied(price);
  return Number(over) / Number(under);
}

/** The names of the groups that a bet is in. */
export function groupsOf(row: BetRow, by: string): readonly string[] {
  const named = (value: string | number | null): readonly string[] => [value === null ? "none" : String(value)];
  switch (by) {
    case "season":
      return named(row.season);
    case "week":
      return named(row.week);
    case "month":
      return named(Number(row.game_date.slice(5, 7)));
    case "team":
      return row.side_team === null ? [row.home, row.away] : [row.side_team];
    case "book":
      return named(row.book);
    case "bet_type":
      return named(row.bet_type);
    case "selection":
      return named(row.selection);
    case "role":
      return named(row.role);
    case "line":
      return named(row.close.line);
    default:
      throw new Error(`${by} is no grouping`);
  }
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** All that needs no interval, unrounded. */
export function recordOf(rows: readonly BetRow[]) {
  const of = (result: string | null): readonly BetRow[] => rows.filter((row) => row.result.close === result);
  const decided = [...of("won"), ...of("lost")];
  const known = (values: readonly (number | null)[]) => values.filter((value): value is number => value !== null);
  return {
    bets: rows.length,
    won: of("won").length,
    lost: of("lost").length,
    push: of("push").length,
    ungraded: of(null).length,
    winRate: mean(decided.map((row) => (row.result.close === "won" ? 1 : 0))),
    breakEven: mean(known(rows.map(({ close: { price } }) => (price === null ? null : chanceOf(price))))),
    returnAtClose: mean(known(rows.map(({ profit }) => profit.close))),
    returnAtOpen: mean(known(rows.map(({ profit }) => profit.open))),
    closingLineValue: mean(
      known(
        rows.map(({ open: { price }, close: { no_vig_probability: chance } }) =>
          price === null || chance === null ? null : chance - chanceOf(price),
        ),
      ),
    ),
  };
}

/** Whether no game has two decided bets. */
export function isOneEach(rows: readonly BetRow[]): boolean {
  const decided = rows.filter(({ result: { close } }) => close === "won" || close === "lost");
  return new Set(decided.map(({ game_id: id }) => id)).size === decided.length;
}

/** Wilson's interval as the roots of the equation (rate - p)² = z²·p(1 - p)/n, found by halving. */
export function wilson(won: number, decided: number): readonly [low: number, high: number] {
  const rate = won / decided;
  const isWithin = (p: number): boolean => (rate - p) ** 2 <= (1.959964 ** 2 * p * (1 - p)) / decided;
  const edge = (inside: number, outside: number): number => {
    let [near, far] = [inside, outside];
    for (let step = 0; step < 60; step++) {
      const middle = (near + far) / 2;
      if (isWithin(middle)) near = middle;
      else far = middle;
    }
    return near;
  };
  return [edge(rate, 0), edge(rate, 1)];
}

/** The exact binomial test by adding up logarithms: the chance of all numbers of wins that are no likelier than that seen. */
export function pValue(rows: readonly BetRow[]): number | null {
  const bets = rows.filter(
    ({ result: { close }, close: { no_vig_probability: chance } }) =>
      chance !== null && (close === "won" || close === "lost"),
  );
  const chance = mean(bets.map(({ close }) => close.no_vig_probability ?? 0));
  if (chance === null) return null;
  let ways = 0;
  const logs = [...bets, null].map((_, wins) => {
    if (wins > 0) ways += Math.log(bets.length - wins + 1) - Math.log(wins);
    return ways + wins * Math.log(chance) + (bets.length - wins) * Math.log(1 - chance);
  });
  const seen = logs[bets.filter(({ result }) => result.close === "won").length] as number;
  return Math.min(
    1,
    logs.filter((log) => log <= seen + 1e-7).reduce((sum, log) => sum + Math.exp(log), 0),
  );
}
