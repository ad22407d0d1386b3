/** Base rates of sampled games, by their names in `sample/README.md`. */
import type { GameRecord } from "../../src/feed/records.ts";
import type { MainMarket, SampledGame } from "./sample-games.ts";

/** The figures that are kept of each game, because a full sample has millions of captures. */
export type GameFigures = Pick<SampledGame, "margin" | "total" | "open" | "close"> & {
  readonly game: GameRecord;
  readonly spread: MarketFigures | null;
  readonly closingTotal: MarketFigures | null;
  readonly captures: number | null;
  readonly firstHours: number | null;
  readonly lastMinutes: number | null;
};

/** The share of the books that are on the closing consensus, and how far the books are apart. */
type MarketFigures = { readonly onConsensus: number; readonly apart: number };

export function figuresOf({ game, margin, total, open, close, series }: SampledGame): GameFigures {
  const overSeries = (figure: (captures: (typeof series)[number]["captures"]) => number): number | null =>
    series.length === 0 ? null : mean(series.map(({ captures }) => figure(captures)));
  return {
    game,
    margin,
    total,
    open,
    close,
    spread: booksAt(series, "spread", close.spread),
    closingTotal: booksAt(series, "total", close.total),
    captures: overSeries((captures) => captures.length),
    firstHours: overSeries((captures) => (captures[0]?.leadMs ?? 0) / 3_600_000),
    lastMinutes:
      series.length === 0 ? null : median(series.map(({ captures }) => (captures.at(-1)?.leadMs ?? 0) / 60_000)),
  };
}

function booksAt(series: SampledGame["series"], wanted: MainMarket, consensus: number | null): MarketFigures | null {
  const lines = series
    .filter(({ market }) => market === wanted)
    .map(({ captures }) => captures.at(-1)?.line ?? Number.NaN);
  if (consensus === null || lines.length < 5) return null;
  return { onConsensus: lines.filter((line) => line === consensus).length / lines.length, apart: deviation(lines) };
}

type Rate = (games: readonly GameFigures[]) => number;

/** Rates of all games. */
const results: Readonly<Record<string, Rate>> = {
  "home sides win": (games) => share(games, ({ margin }) => margin > 0),
  "overtime or extra innings": (games) => share(games, ({ game }) => game.overtime === true),
  shootouts: (games) =>
    share(games, ({ game }) => game.season_type === "regular" && game.line_score?.home.length === 5),
  "a run in the first inning": (games) =>
    share(games, ({ game }) => (game.line_score?.home[0] ?? 0) + (game.line_score?.away[0] ?? 0) > 0),
  "won in the last half inning": (games) => share(games, isWalkOff),
  "margin, deviation": (games) => deviation(games.map(({ margin }) => margin)),
  "total, mean": (games) => mean(games.map(({ total }) => total)),
  "total, deviation": (games) => deviation(games.map(({ total }) => total)),
  "wins of a team in a season, deviation": winsDeviation,
};

/** Rates of the closing lines, and of results against them. */
const closings: Readonly<Record<string, Rate>> = {
  "closing spread, mean": (games) => mean(spreads(games).map(({ line }) => line)),
  "closing spread, mean size": (games) => mean(spreads(games).map(({ line }) => Math.abs(line))),
  "closing spread, deviation": (games) => deviation(spreads(games).map(({ line }) => line)),
  "closing spread ends in a half": (games) => share(spreads(games), ({ line }) => !Number.isInteger(line)),
  "closing total, mean": (games) => mean(totals(games).map(({ line }) => line)),
  "closing total, deviation": (games) => deviation(totals(games).map(({ line }) => line)),
  "closing total ends in a half": (games) => share(totals(games), ({ line }) => !Number.isInteger(line)),
  "margin against the closing spread, deviation": (games) =>
    deviation(spreads(games).map(({ line, result }) => result + line)),
  "total against the closing total, deviation": (games) =>
    deviation(totals(games).map(({ line, result }) => result - line)),
  "margin and closing spread, correlation": (games) =>
    -correlation(spreads(games).map(({ line, result }) => [line, result])),
  "total and closing total, correlation": (games) =>
    correlation(totals(games).map(({ line, result }) => [line, result])),
  "the spread pushes": (games) => share(spreads(games), ({ line, result }) => result + line === 0),
  "the total pushes": (games) => share(totals(games), ({ line, result }) => result === line),
  "favorites cover": (games) => {
    const decided = spreads(games).filter(({ line, result }) => line !== 0 && result + line !== 0);
    return share(decided, ({ line, result }) => result + line > 0 === line < 0);
  },
  "home sides cover": (games) => {
    const decided = spreads(games).filter(({ line, result }) => result + line !== 0);
    return share(decided, ({ line, result }) => result + line > 0);
  },
  "games go over": (games) => {
    const decided = totals(games).filter(({ line, result }) => result !== line);
    return share(decided, ({ line, result }) => result > line);
  },
  "moneyline favorite's chance, mean": (games) => mean(moneylines(games).map(({ chance }) => chance)),
  "moneyline favorites win, above their chance": (games) =>
    mean(moneylines(games).map(({ chance, won }) => won - chance)),
};

/** Rates of the market's movement to its close, and of the differences between books. */
const movements: Readonly<Record<string, Rate>> = {
  "spread moves, deviation": (games) => deviation(moves(games, "spread")),
  "spread closes where it opened": (games) => share(moves(games, "spread"), (move) => move === 0),
  "total moves, deviation": (games) => deviation(moves(games, "total")),
  "total closes where it opened": (games) => share(moves(games, "total"), (move) => move === 0),
  "home side's chance moves, deviation": (games) => deviation(moves(games, "homeShare")),
  "books on the closing spread": (games) => mean(known(games, ({ spread }) => spread?.onConsensus ?? null)),
  "books' spreads, deviation": (games) => mean(known(games, ({ spread }) => spread?.apart ?? null)),
  "books on the closing total": (games) => mean(known(games, ({ closingTotal }) => closingTotal?.onConsensus ?? null)),
  "books' totals, deviation": (games) => mean(known(games, ({ closingTotal }) => closingTotal?.apart ?? null)),
  "captures of a line": (games) => mean(known(games, ({ captures }) => captures)),
  "first capture, hours before the start": (games) => mean(known(games, ({ firstHours }) => firstHours)),
  "last capture, minutes before the start": (games) => median(known(games, ({ lastMinutes }) => lastMinutes)),
};

const rates = { ...results, ...closings, ...movements };

/** Returns a rate by its name. `decided by 3` and `closing spread of 3.5` are names for which any number may stand. */
export function rateOf(games: readonly GameFigures[], name: string): number {
  const [, kind, number] = /^(decided by|closing spread of|closing total of) ([\d.]+)$/.exec(name) ?? [];
  const value = Number(number);
  if (kind === "decided by") return share(games, ({ margin }) => Math.abs(margin) === value);
  if (kind === "closing spread of") return share(spreads(games), ({ line }) => Math.abs(line) === value);
  if (kind === "closing total of") return share(totals(games), ({ line }) => line === value);
  const rate = rates[name];
  if (rate === undefined) throw new RangeError(`no rate is called "${name}"`);
  return rate(games);
}

type Graded = { readonly line: number; readonly result: number };

function spreads(games: readonly GameFigures[]): Graded[] {
  return games.flatMap(({ close, margin }) => (close.spread === null ? [] : [{ line: close.spread, result: margin }]));
}

function totals(games: readonly GameFigures[]): Graded[] {
  return games.flatMap(({ close, total }) => (close.total === null ? [] : [{ line: close.total, result: total }]));
}

/** The chance of the moneyline favorite without the vig, and whether it won. A tie counts as half a win. */
function moneylines(games: readonly GameFigures[]): { readonly chance: number; readonly won: number }[] {
  return games.flatMap(({ close: { homeShare }, margin }) => {
    if (homeShare === null) return [];
    const homeWon = margin === 0 ? 0.5 : Number(margin > 0);
    return homeShare >= 0.5 ? [{ chance: homeShare, won: homeWon }] : [{ chance: 1 - homeShare, won: 1 - homeWon }];
  });
}

function moves(games: readonly GameFigures[], market: "spread" | "total" | "homeShare"): number[] {
  return known(games, ({ open, close }) => {
    const [from, to] = [open[market], close[market]];
    return from === null || to === null ? null : to - from;
  });
}

function isWalkOff({ game, margin }: GameFigures): boolean {
  const last = game.line_score?.home.at(-1) ?? null;
  return last !== null && margin > 0 && margin - last <= 0;
}

/** Only whole regular seasons count, because a team in mid-season has few wins. */
function winsDeviation(games: readonly GameFigures[]): number {
  const teams = new Map<string, { wins: number; games: number }>();
  for (const { game, margin } of games) {
    if (game.season_type !== "regular") continue;
    for (const [team, lead] of [
      [game.home, margin],
      [game.away, -margin],
    ] as const) {
      const record = teams.get(`${game.season} ${team}`) ?? { wins: 0, games: 0 };
      record.games++;
      record.wins += lead === 0 ? 0.5 : Number(lead > 0);
      teams.set(`${game.season} ${team}`, record);
    }
  }
  const most = Math.max(...[...teams.values()].map((record) => record.games));
  return deviation([...teams.values()].filter((record) => record.games > 0.9 * most).map(({ wins }) => wins));
}

function known(games: readonly GameFigures[], figure: (game: GameFigures) => number | null): number[] {
  return games.map(figure).filter((value) => value !== null);
}

function share<T>(values: readonly T[], isCounted: (value: T) => boolean): number {
  return values.filter(isCounted).length / values.length;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function correlation(pairs: readonly (readonly [number, number])[]): number {
  const [first, second] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
  const [meanOfFirst, meanOfSecond] = [mean(first), mean(second)];
  const shared = mean(pairs.map(([a, b]) => (a - meanOfFirst) * (b - meanOfSecond)));
  return shared / (deviation(first) * deviation(second));
}
