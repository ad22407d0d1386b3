/**
 * Recomputes everything that Gradeline says about a game from the published rows alone, by D-12 to D-24 of the
 * decisions. Only types come from src/, and the consensus is that of exact fractions.
 */
import type { Game } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import { type ExactQuote, exactLean, exactLine, exactMeanPrice } from "./oracle/consensus.ts";
import { sportsByHand } from "./sports.ts";

type Moment = "open" | "close";

function spreadOf(row: OddsRow, moment: Moment): ExactQuote {
  const { spread } = row;
  return { line: spread[moment], first: spread[`home_juice_${moment}`], second: spread[`away_juice_${moment}`] };
}

function totalOf(row: OddsRow, moment: Moment): ExactQuote {
  const { total } = row;
  return { line: total[moment], first: total[`over_juice_${moment}`], second: total[`under_juice_${moment}`] };
}

type Lean = ReturnType<typeof exactLean>;

function expectedConsensus(rows: readonly OddsRow[]): NonNullable<Game["consensus"]> | null {
  if (rows.length === 0) return null;
  const meanOf = (member: keyof OddsRow["moneyline"]) =>
    exactMeanPrice(rows.flatMap(({ moneyline }) => moneyline[member] ?? []));
  const moneyline = {
    home_open: meanOf("home_open"),
    home_close: meanOf("home_close"),
    away_open: meanOf("away_open"),
    away_close: meanOf("away_close"),
  };
  const of = (read: (row: OddsRow, moment: Moment) => ExactQuote, moment: Moment, lean: Lean): ExactQuote =>
    exactLine(
      rows.map((row) => read(row, moment)),
      lean,
    )?.quote ?? { line: null, first: null, second: null };
  const spreadOpen = of(spreadOf, "open", leanOf(moneyline, "open"));
  const spreadClose = of(spreadOf, "close", leanOf(moneyline, "close"));
  const totalClose = of(totalOf, "close", null);
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
      open: of(totalOf, "open", null).line,
      close: totalClose.line,
      over_juice_close: totalClose.first,
      under_juice_close: totalClose.second,
    },
  };
}

function leanOf(moneyline: OddsRow["moneyline"], moment: Moment): Lean {
  return exactLean({ line: null, first: moneyline[`home_${moment}`], second: moneyline[`away_${moment}`] });
}

/**
 * Compares a value with the close. Both results are null without a close, and `isBeaten` is null when they are equal
 * [D-21].
 */
function beats(value: number, close: number | null): { isBeaten: boolean | null; isPush: boolean | null } {
  if (close === null) return { isBeaten: null, isPush: null };
  return { isBeaten: value === close ? null : value > close, isPush: value === close };
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

function expectedFavorite(sport: Game["sport"], consensus: NonNullable<Game["consensus"]>): Lean {
  const line = consensus.spread.close ?? 0;
  const bySpread = line < 0 ? "home" : line > 0 ? "away" : null;
  const byMoneyline = leanOf(consensus.moneyline, "close");
  return sport === "mlb" || sport === "nhl" ? (byMoneyline ?? bySpread) : (bySpread ?? byMoneyline);
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
  if (!sportsByHand[sport].hasWeeks) expect(game.week, null, "week");

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
