/**
 * Recomputes everything that Gradeline says about a game from the published rows alone, by D-12 to D-24 of the
 * decisions. Only types come from src/. Probabilities and lines are exact fractions of BigInt here, so a wrong rounding
 * there cannot be repeated here.
 */
import type { Game } from "../../src/contract/rows/game.ts";
import type { OddsRow } from "../../src/contract/rows/odds.ts";

/** A fraction with a positive denominator. */
type Fraction = { readonly over: bigint; readonly under: bigint };

function fraction(over: bigint, under: bigint): Fraction {
  return under < 0n ? { over: -over, under: -under } : { over, under };
}

const zero: Fraction = fraction(0n, 1n);

/** The exact value of the decimal notation: 3.5 is 35/10. */
function exactly(value: number): Fraction {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (match === null) throw new RangeError(`${value} is no plain decimal number`);
  const [, sign = "", whole = "", decimals = ""] = match;
  return fraction(BigInt(sign + whole + decimals), 10n ** BigInt(decimals.length));
}

function plus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.over * b.under + b.over * a.under, a.under * b.under);
}

function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, fraction(-b.over, b.under));
}

function absolute(a: Fraction): Fraction {
  return a.over < 0n ? fraction(-a.over, a.under) : a;
}

/** Returns -1, 0 or 1. */
function compare(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function mean(values: readonly Fraction[]): Fraction | null {
  if (values.length === 0) return null;
  const sum = values.reduce(plus, zero);
  return fraction(sum.over, sum.under * BigInt(values.length));
}

/** The implied probability of American odds, including the vig. */
function probability(odds: number): Fraction {
  const size = BigInt(Math.abs(odds));
  return odds > 0 ? fraction(100n, 100n + size) : fraction(size, 100n + size);
}

/** American odds of a probability. The magnitude is rounded half up, and never -100 [D-18]. */
function american(chance: Fraction): number {
  const against = chance.under - chance.over;
  const isFavorite = chance.over > against;
  const [above, below] = isFavorite ? [100n * chance.over, against] : [100n * against, chance.over];
  const magnitude = Number((2n * above + below) / (2n * below));
  return isFavorite && magnitude !== 100 ? -magnitude : magnitude;
}

function meanOdds(prices: readonly (number | null)[]): number | null {
  const chance = meanChance(prices);
  return chance === null ? null : american(chance);
}

function meanChance(prices: readonly (number | null)[]): Fraction | null {
  return mean(prices.filter((odds) => odds !== null).map(probability));
}

/** Returns 1 when the prices favor home, -1 when they favor away, and 0 when they favor neither or one is missing. */
function lean(home: number | null, away: number | null): number {
  return home === null || away === null ? 0 : compare(probability(home), probability(away));
}

/** A book's numbers for a market with a line: the line, the price of home or over, the price of away or under. */
type Shown = { readonly line: number | null; readonly first: number | null; readonly second: number | null };

type OnLine = { readonly line: number; readonly books: readonly Shown[] };

/** The consensus of a spread or a total [D-16]. `leaning` is the side that the moneyline favors; 0 for totals. */
function agreed(shown: readonly Shown[], leaning: number): Shown {
  const lines = shown.map((each) => each.line).filter((line) => line !== null);
  if (lines.length === 0) return { line: null, first: null, second: null };
  let left: OnLine[] = [...new Set(lines)].map((line) => ({ line, books: shown.filter((each) => each.line === line) }));
  /** Keeps the candidates that come first in this order. */
  const keepBest = (order: (a: OnLine, b: OnLine) => number): void => {
    const best = left.reduce((a, b) => (order(b, a) < 0 ? b : a));
    left = left.filter((each) => order(each, best) === 0);
  };
  const middle = median(lines);
  const imbalance = ({ books }: OnLine): Fraction | null => {
    const first = meanChance(books.map((book) => book.first));
    const second = meanChance(books.map((book) => book.second));
    return first === null || second === null ? null : absolute(minus(first, second));
  };
  const nullLast = (a: Fraction | null, b: Fraction | null): number =>
    a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b);
  const agrees = ({ line }: OnLine): number => (leaning !== 0 && Math.sign(line) === -leaning ? 0 : 1);
  keepBest((a, b) => b.books.length - a.books.length);
  keepBest((a, b) => nullLast(imbalance(a), imbalance(b)));
  keepBest((a, b) => compare(distance(a.line, middle), distance(b.line, middle)));
  keepBest((a, b) => agrees(a) - agrees(b));
  keepBest((a, b) => Math.abs(a.line) - Math.abs(b.line));
  keepBest((a, b) => a.line - b.line);
  const [winner] = left;
  if (winner === undefined) throw new Error("no candidate is left");
  return {
    line: winner.line,
    first: meanOdds(winner.books.map((book) => book.first)),
    second: meanOdds(winner.books.map((book) => book.second)),
  };
}

function distance(line: number, middle: Fraction): Fraction {
  return absolute(minus(exactly(line), middle));
}

function median(lines: readonly number[]): Fraction {
  const sorted = lines.toSorted((a, b) => a - b).map(exactly);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? zero;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? zero;
  const sum = plus(lower, upper);
  return fraction(sum.over, sum.under * 2n);
}

type Moment = "open" | "close";

function spreadOf(row: OddsRow, moment: Moment): Shown {
  const { spread } = row;
  return { line: spread[moment], first: spread[`home_juice_${moment}`], second: spread[`away_juice_${moment}`] };
}

function totalOf(row: OddsRow, moment: Moment): Shown {
  const { total } = row;
  return { line: total[moment], first: total[`over_juice_${moment}`], second: total[`under_juice_${moment}`] };
}

function expectedConsensus(rows: readonly OddsRow[]): NonNullable<Game["consensus"]> | null {
  if (rows.length === 0) return null;
  const moneyline = {
    home_open: meanOdds(rows.map((row) => row.moneyline.home_open)),
    home_close: meanOdds(rows.map((row) => row.moneyline.home_close)),
    away_open: meanOdds(rows.map((row) => row.moneyline.away_open)),
    away_close: meanOdds(rows.map((row) => row.moneyline.away_close)),
  };
  const of = (read: (row: OddsRow, moment: Moment) => Shown, moment: Moment, leaning: number): Shown =>
    agreed(
      rows.map((row) => read(row, moment)),
      leaning,
    );
  const spreadOpen = of(spreadOf, "open", lean(moneyline.home_open, moneyline.away_open));
  const spreadClose = of(spreadOf, "close", lean(moneyline.home_close, moneyline.away_close));
  const totalClose = of(totalOf, "close", 0);
  return {
    moneyline,
    spread: {
      open: spreadOpen.line,
      close: spreadClose.line,
      home_juice_open: spreadOpen.first,
      home_juice_close: spreadClose.first,
      away_juice_open: spreadOpen.second,
      away_juice_close: spreadClose.second,
    },
    total: {
      open: of(totalOf, "open", 0).line,
      close: totalClose.line,
      over_juice_close: totalClose.first,
      under_juice_close: totalClose.second,
    },
  };
}

/**
 * Compares a value with the close. Both results are null without a close, and `isBeaten` is null when they are equal
 * [D-21].
 */
function beats(value: number, close: number | null): { isBeaten: boolean | null; isPush: boolean | null } {
  if (close === null) return { isBeaten: null, isPush: null };
  const order = compare(exactly(value), exactly(close));
  return { isBeaten: order === 0 ? null : order > 0, isPush: order === 0 };
}

/** Grades the home side's margin against the spread, and the sum of the scores against the total. */
function graded(home: number, away: number, spread: number | null, total: number | null) {
  const bySpread = beats(home - away, spread === null ? null : -spread + 0);
  const byTotal = beats(home + away, total);
  return {
    home_covered: bySpread.isBeaten,
    spread_push: bySpread.isPush,
    went_over: byTotal.isBeaten,
    total_push: byTotal.isPush,
  };
}

function expectedFavorite(sport: Game["sport"], consensus: NonNullable<Game["consensus"]>): "home" | "away" | null {
  const { spread, moneyline } = consensus;
  const bySpread = -Math.sign(spread.close ?? 0);
  const byMoneyline = lean(moneyline.home_close, moneyline.away_close);
  const order = sport === "mlb" || sport === "nhl" ? [byMoneyline, bySpread] : [bySpread, byMoneyline];
  const leaning = order.find((each) => each !== 0);
  return leaning === undefined ? null : leaning > 0 ? "home" : "away";
}

/** The leaves of a JSON value by their names, joined with dots. */
function leaves(value: unknown, name: string): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[name, value]];
  const members = Object.entries(value);
  return members.flatMap(([key, member]) => leaves(member, `${name}.${key}`));
}

const oddsMembers: Readonly<Record<string, readonly string[]>> = {
  moneyline: ["home_open", "home_close", "away_open", "away_close"],
  spread: ["open", "close", "home_juice_open", "home_juice_close", "away_juice_open", "away_juice_close"],
  total: ["open", "close", "over_juice_open", "over_juice_close", "under_juice_open", "under_juice_close"],
  team_total: [
    ...["home_open", "home_close", "away_open", "away_close"],
    ...["home_over_juice_close", "home_under_juice_close", "away_over_juice_close", "away_under_juice_close"],
  ],
  result: ["home_covered", "spread_push", "went_over", "total_push"],
};

/**
 * Returns every difference between a published game with its odds rows and what follows from those rows; empty when
 * there is none.
 */
export function recomputeGame(game: Game, oddsRows: readonly OddsRow[]): string[] {
  const differences: string[] = [];
  const expect = (found: unknown, wanted: unknown, name: string): void => {
    if (!Object.is(found, wanted)) {
      differences.push(`${game.game_id} ${name}: published ${show(found)}, recomputed ${show(wanted)}`);
    }
  };
  const expectAll = (found: object | null, wanted: object | null, name: string): void => {
    const [foundLeaves, wantedLeaves] = [new Map(leaves(found, name)), new Map(leaves(wanted, name))];
    for (const leaf of new Set([...wantedLeaves.keys(), ...foundLeaves.keys()])) {
      expect(foundLeaves.get(leaf), wantedLeaves.get(leaf), leaf);
    }
  };
  const expectMatch = (text: unknown, shape: RegExp, name: string): void => {
    if (typeof text !== "string" || !shape.test(text)) expect(text, shape, name);
  };

  const { sport, home, away } = game;
  const [homeScore, awayScore] = [home.score, away.score];
  expect(Number.isInteger(homeScore) && Number.isInteger(awayScore), true, "both scores are whole numbers");
  expect(game.status, "final", "status");
  expectMatch(game.game_date, /^\d{4}-\d{2}-\d{2}$/, "game_date");
  const id = `${sport.toUpperCase()}-${game.game_date.replaceAll("-", "")}-${away.abbreviation}-${home.abbreviation}`;
  expect(game.game_id.replace(/(?<=^\w+-\d{8}-[A-Z0-9]{2,6}-[A-Z0-9]{2,6})-[2-9]$/, ""), id, "game_id");
  expectMatch(game.start_time, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, "start_time");
  const startMs = Date.parse(game.start_time);
  expect(Number.isNaN(startMs) ? null : new Date(startMs).toISOString(), game.start_time, "start_time exists");
  if (sport !== "nfl" && sport !== "ncaaf") expect(game.week, null, "week");

  const consensus = expectedConsensus(oddsRows);
  expectAll(game.consensus, consensus, "consensus");
  const [margin, points] = [homeScore ?? 0, awayScore ?? 0];
  const result = graded(margin, points, consensus?.spread.close ?? null, consensus?.total.close ?? null);
  expectAll(
    game.result,
    {
      margin_home: margin - points,
      home_covered: result.home_covered,
      went_over: result.went_over,
      favorite: consensus === null ? null : expectedFavorite(sport, consensus),
    },
    "result",
  );

  let before = Number.NEGATIVE_INFINITY;
  for (const row of oddsRows) {
    const name = (member: string): string => `${row.book} ${member}`;
    for (const member of ["game_id", "sport", "game_date", "start_time"] as const) {
      expect(row[member], game[member], name(member));
    }
    expect(row.home, home.abbreviation, name("home"));
    expect(row.away, away.abbreviation, name("away"));
    expect(row.book_id > before, true, name("book_id is above that of the row before"));
    before = row.book_id;
    for (const [market, members] of Object.entries(oddsMembers)) {
      const found = Object.keys(row[market as "spread"] ?? {});
      expect(found.join(), members.join(), name(`members of ${market}`));
    }
    expectAll(row.result, graded(margin, points, row.spread.close, row.total.close), name("result"));
    const { moneyline, spread, total, team_total } = row;
    const values = leaves({ moneyline, spread, total, team_total }, row.book);
    expect(
      values.some(([, value]) => value !== null),
      true,
      name("posted a market"),
    );
    for (const [leaf, value] of values) expect(isLegal(leaf, value), true, `${leaf} = ${show(value)} is legal`);
    // A price without its line means nothing.
    for (const moment of ["open", "close"] as const) {
      for (const { line, first, second } of [spreadOf(row, moment), totalOf(row, moment)]) {
        expect(line !== null || (first === null && second === null), true, name(`prices at ${moment} have a line`));
      }
    }
  }
  return differences;
}

/** A line is any number but -0 [D-15]. A price is a whole number, at least +100 or below -100 [D-13]. */
function isLegal(leaf: string, value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== "number" || !Number.isFinite(value) || Object.is(value, -0)) return false;
  const isPrice = leaf.includes("juice") || leaf.includes(".moneyline.");
  return !isPrice || (Number.isInteger(value) && (value >= 100 || value < -100));
}

function show(value: unknown): string {
  return value instanceof RegExp ? String(value) : Object.is(value, -0) ? "-0" : (JSON.stringify(value) ?? "nothing");
}
