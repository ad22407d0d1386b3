/** The rows of /v1/trends, worked out from rows of bets with lists and loops, one number after the other. */
import { type BetRow, openNoVigOf, shiftOf } from "./bets.ts";
import { momentNoVigOf } from "./bets-at-moment.ts";
import { implied, winnings } from "./exact.ts";
import { type Asked, isWithin } from "./filters.ts";
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

/** What is known of a game and of the others of its sport. */
type Situation = {
  readonly game: GameKeys;
  readonly games: readonly GameKeys[];
  readonly teams: TeamGroups;
  readonly conditions: Conditions;
};

/** Whether a game has what is asked of its circumstances. */
export function isAskedSituation({ game, games, teams, conditions }: Situation, asked: Asked): boolean {
  const bothOf = (kind: "conference" | "division"): boolean =>
    asked[kind] === undefined ||
    [game.home, game.away].every((team) => teams.get(team)?.[kind]?.toLowerCase() === asked[kind]?.toLowerCase());
  const clock = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", hour: "2-digit", hourCycle: "h23" });
  return (
    isWithin(Number(clock.format(new Date(game.start_time))), "start_hour", asked) &&
    isWithin(restOf(game.home, game, games), "home_rest", asked) &&
    isWithin(restOf(game.away, game, games), "away_rest", asked) &&
    isWithin(conditions.wind, "wind", asked) &&
    isWithin(conditions.temperature, "temperature", asked) &&
    (asked.indoor === undefined || String(conditions.indoor) === asked.indoor) &&
    (asked.month === undefined || Number(game.game_date.slice(5, 7)) === Number(asked.month)) &&
    (asked.weekday === undefined || weekdays[new Date(dayOf(game.game_date) * dayMs).getUTCDay()] === asked.weekday) &&
    bothOf("conference") &&
    bothOf("division")
  );
}

/** Whether a bet is on a team that is asked for, rested as is asked for, against a team rested as is asked for. */
export function isAskedTeam(row: BetRow, games: readonly GameKeys[], asked: Asked): boolean {
  const names = ["on", "rest_min", "rest_max", "opponent_rest_min", "opponent_rest_max"];
  if (names.every((name) => asked[name] === undefined)) return true;
  const { side_team: team, home, away } = row;
  return (
    team !== null &&
    (asked.on === undefined || asked.on.toUpperCase().split(",").includes(team)) &&
    isWithin(restOf(team, row, games), "rest", asked) &&
    isWithin(restOf(team === home ? away : home, row, games), "opponent_rest", asked)
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
  const known = (values: readonly (number | null)[]) => values.filter((value): value is number => value !== null);
  return {
    bets: rows.length,
    won: of("won").length,
    lost: of("lost").length,
    push: of("push").length,
    void: of("void").length,
    ungraded: of(null).length,
    breakEven: mean(
      known(
        rows
          .filter((row) => row.result.close !== "void")
          .map(({ close: { price } }) => (price === null ? null : chanceOf(price))),
      ),
    ),
    closingLineValue: mean(known(rows.map((row) => shiftOf.get(row) ?? null))),
  };
}

/** Whether no game has two decided bets. */
export function isOneEach(rows: readonly BetRow[]): boolean {
  const decided = rows.filter(({ result: { close } }) => close === "won" || close === "lost");
  return new Set(decided.map(({ game_id: id }) => id)).size === decided.length;
}

export type Estimate = { readonly value: number; readonly low: number | null; readonly high: number | null };

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Wilson's interval as the roots of the equation (rate - p)² = z²·p(1 - p)/n, found by halving. */
function wilson(rate: number, facts: number): readonly [low: number, high: number] {
  const isWithin = (p: number): boolean => (rate - p) ** 2 <= (1.959964 ** 2 * p * (1 - p)) / facts;
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

/** Whether a bet counts as a success, as a failure, or not at all. */
type Success = (row: BetRow) => boolean | null;

/** Of bets that succeed or fail, in games. */
export function designEffectOf(rows: readonly BetRow[], isSuccess: Success): number | null {
  const decided = rows.filter((row) => isSuccess(row) !== null);
  const games = [...Map.groupBy(decided, (row) => row.game_id).values()];
  const rate = mean(decided.map((row) => (isSuccess(row) ? 1 : 0)));
  if (rate === null) return null;
  if (games.length < 2) return 1;
  if (rate === 0 || rate === 1) return decided.length / games.length;
  const squares = games.map((game) => (game.filter(isSuccess).length - rate * game.length) ** 2);
  const spread = (games.length / (games.length - 1)) * total(squares);
  return Math.max(1, spread / (decided.length * rate * (1 - rate)));
}

export function rateOf(rows: readonly BetRow[], isSuccess: Success): Estimate | null {
  const decided = rows.filter((row) => isSuccess(row) !== null);
  const effect = designEffectOf(rows, isSuccess);
  if (effect === null) return null;
  const value = decided.filter(isSuccess).length / decided.length;
  const [low, high] = wilson(value, decided.length / effect);
  return { value, low, high };
}

type End = "open" | "close" | "moment";

/** What a bet was staked at, and what became of it. */
function stakeOf(row: BetRow, end: End) {
  if (end === "moment") {
    const { price = null, result = null, profit = null } = row.at_moment ?? {};
    return { price, result, profit, chance: momentNoVigOf.get(row) ?? null };
  }
  const chance = end === "open" ? (openNoVigOf.get(row) ?? null) : row.close.no_vig_probability;
  return { price: row[end].price, result: row.result[end], profit: row.profit[end], chance };
}

/** The return at one moment. */
export function returnOf(rows: readonly BetRow[], end: End): Estimate | null {
  const profitOf = (row: BetRow): number => stakeOf(row, end).profit ?? 0;
  const stakes = rows.filter((row) => stakeOf(row, end).profit !== null && stakeOf(row, end).result !== "void");
  const value = mean(stakes.map(profitOf));
  if (value === null) return null;
  const games = [...Map.groupBy(stakes, (row) => row.game_id).values()];
  if (games.length < 10) return { value, low: null, high: null };
  const surplus = games.map((game) => total(game.map((row) => profitOf(row) - value)));
  const seen = (games.length / (games.length - 1)) * total(surplus.map((each) => each ** 2));
  const expected = stakes.map((row) => {
    const { chance, price, result } = stakeOf(row, end);
    if (chance === null || price === null || result === "push") return 0;
    return (winnings(price) + 1) ** 2 * chance * (1 - chance);
  });
  const half = (student(games.length - 1) * Math.sqrt(Math.max(seen, total(expected)))) / stakes.length;
  return { value, low: Math.max(-1, value - half), high: value + half };
}

/** The 0.975 quantile of Student's t, by adding up its density in small steps (Simpson's rule) until 0.475 is above 0. */
function student(freedom: number): number {
  const known = students.get(freedom);
  if (known !== undefined) return known;
  const density = (x: number): number => (1 + (x * x) / freedom) ** (-(freedom + 1) / 2);
  const area = (to: number): number => {
    const step = to / 2000;
    let sum = density(0) + density(to);
    for (let at = 1; at < 2000; at++) sum += (at % 2 === 1 ? 4 : 2) * density(at * step);
    return (sum * step) / 3;
  };
  const half = area(200);
  let [low, high] = [1.9, 3];
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2;
    if (area(middle) < 0.95 * half) low = middle;
    else high = middle;
  }
  students.set(freedom, low);
  return low;
}
const students = new Map<number, number>();

const opposites = { home: "away", away: "home", over: "under", under: "over" } as const;

/** */
export function bothSidesOf(rows: readonly BetRow[]): number {
  const nameOf = (row: BetRow, selection: string): string => {
    const total = row.market === "team_total" ? row.side_team : "";
    return [row.game_id, row.period, row.market, total, row.book, selection].join(" ");
  };
  const names = new Set(rows.map((row) => nameOf(row, row.selection)));
  return rows.filter((row) => names.has(nameOf(row, opposites[row.selection]))).length;
}

/** */
export function closingLineOf(rows: readonly BetRow[]) {
  const isSame = (row: BetRow): boolean => movementOf(row) === "none";
  const shifts = rows.flatMap((row) => (row.closing_line.probability === null ? [] : (shiftOf.get(row) ?? [])));
  const beaten: Success = (row) => row.closing_line.beat;
  return {
    counts: {
      better: rows.filter((row) => beaten(row) === true).length,
      worse: rows.filter((row) => beaten(row) === false).length,
      same: rows.filter(isSame).length,
      probability_bets: shifts.length,
    },
    beat: rateOf(rows, beaten),
    points: mean(rows.flatMap(({ closing_line: { points } }) => (points === null ? [] : [points]))),
    probability: mean(shifts),
  };
}

/** A p-value among those of its family: the greatest, up to it, of each times the number of those not below it. */
export function holm(pValue: number, family: readonly number[], tries: number): number {
  const rising = family.toSorted((a, b) => a - b);
  const upTo = rising.slice(0, rising.lastIndexOf(pValue) + 1);
  return Math.max(...upTo.map((each, at) => Math.min(1, (rising.length - at) * each * tries)));
}

/** The exact binomial test by adding up logarithms: twice the smaller tail; null below ten games. */
export function pValue(rows: readonly BetRow[]): number | null {
  const bets = rows.filter(
    ({ result: { close }, close: { no_vig_probability: chance } }) =>
      chance !== null && (close === "won" || close === "lost"),
  );
  const chance = mean(bets.map(({ close }) => close.no_vig_probability ?? 0));
  if (chance === null || new Set(bets.map((row) => row.game_id)).size < 10) return null;
  let ways = 0;
  const chances = [...bets, null].map((_, wins) => {
    if (wins > 0) ways += Math.log(bets.length - wins + 1) - Math.log(wins);
    return Math.exp(ways + wins * Math.log(chance) + (bets.length - wins) * Math.log(1 - chance));
  });
  const seen = bets.filter(({ result }) => result.close === "won").length;
  return Math.min(1, 2 * total(chances.slice(0, seen + 1)), 2 * total(chances.slice(seen)));
}
