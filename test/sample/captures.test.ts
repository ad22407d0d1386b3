/** How books show the games of the start sample: when, how often, at which price. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { sampleRecords } from "../../sample/src/sample.ts";
import { impliedProbability } from "../../src/domain/american-odds.ts";
import type { Sport } from "../../src/domain/sports.ts";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { type MainMarket, type SampledGame, type Series, sampledGames } from "./sampled-games.ts";

const games = [...sampledGames({ seed: 1, extent: "start" })];
const hourMs = 3_600_000;

function seriesOf(sport: Sport, market?: MainMarket): readonly Series[] {
  const all = games.filter(({ game }) => game.sport === sport).flatMap(({ series }) => series);
  return market === undefined ? all : all.filter((series) => series.market === market);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const shareOf = <T>(values: readonly T[], isCounted: (value: T) => boolean): number =>
  values.filter(isCounted).length / values.length;

test("a line is captured several times: at its opening, when it moves, and minutes before the start", () => {
  const all = games.flatMap(({ series }) => series);
  assert.ok(mean(all.map(({ captures }) => captures.length)) > 2.5);
  assert.ok(shareOf(all, ({ captures }) => captures.length >= 2) > 0.97);
  assert.ok(shareOf(all, ({ captures }) => (captures.at(-1)?.leadMs ?? 0) < 40 * 60_000) > 0.96);
  for (const { book, market, captures } of all) {
    for (const [index, { line, first, second }] of captures.entries()) {
      const before = captures[index - 1];
      if (before === undefined || index === captures.length - 1) continue;
      const isNews = before.line !== line || before.first !== first || before.second !== second;
      assert.ok(isNews, `${book} ${market}: ${JSON.stringify(captures)}`);
    }
  }
});

test("lines of periods and team totals are captured at opening and close, and now and then in between", () => {
  const captures = new Map<string, number>();
  for (const record of sampleRecords({ seed: 1, extent: [{ sport: "nba", season: 2027 }] })) {
    if (record.type !== "quote" || (record.period === "full" && !record.market.endsWith("team_total"))) continue;
    const key = `${record.event_id} ${record.book} ${record.period} ${record.market}`;
    captures.set(key, (captures.get(key) ?? 0) + 1);
  }
  const counts = [...captures.values()];
  const oftener = shareOf(counts, (count) => count > 2);
  assert.ok(oftener > 0.05 && oftener < 0.5, String(oftener));
  assert.ok(shareOf(counts, (count) => count >= 2) > 0.8);
});

test("football opens days before the start, the other sports the day before", () => {
  const hours = { nfl: [96, 260], ncaaf: [60, 170], nba: [10, 30], mlb: [10, 30], nhl: [10, 30] } as const;
  for (const [sport, [least, most]] of Object.entries(hours)) {
    const opened = mean(seriesOf(sport as Sport).map(({ captures }) => (captures[0]?.leadMs ?? 0) / hourMs));
    assert.ok(opened > least && opened < most, `${sport}: ${opened}`);
  }
});

test("some books open later than others, some stop hours before the start, and some lack a market", () => {
  const isSpreadOut = ({ series }: SampledGame): boolean => {
    const leads = series.filter(({ market }) => market === "spread").map(({ captures }) => captures[0]?.leadMs ?? 0);
    return Math.max(...leads) > 1.3 * Math.min(...leads);
  };
  const priced = games.filter(({ series }) => series.length > 0);
  assert.ok(shareOf(priced, isSpreadOut) > 0.8);
  const all = priced.flatMap(({ series }) => series);
  const stopped = shareOf(all, ({ captures }) => (captures.at(-1)?.leadMs ?? 0) > hourMs);
  assert.ok(stopped > 0.005 && stopped < 0.04, String(stopped));
  const books = priced.flatMap(({ series }) => [...Map.groupBy(series, ({ book }) => book).values()]);
  const incomplete = shareOf(books, (ofBook) => ofBook.length < 3);
  assert.ok(incomplete > 0.01 && incomplete < 0.12, String(incomplete));
});

test("team totals and the lines of every period come in as often as they are priced", () => {
  const tallies = new Map<string, { count: number; priced: number; came: number }>();
  let game: GameRecord | null = null;
  let closing = new Map<string, QuoteRecord>();
  const tally = (): void => {
    for (const quote of closing.values()) if (game !== null) count(tallies, game, quote);
  };
  for (const record of sampleRecords({ seed: 1, extent: "start" })) {
    if (record.type === "game") {
      tally();
      game = record.status === "final" ? record : null;
      closing = new Map();
    } else if (record.type === "quote" && game !== null && isPregame(record, game)) {
      closing.set(`${record.period} ${record.market}`, record);
    }
  }
  tally();
  for (const [key, { count: of, priced, came }] of tallies) {
    const errors = (came - priced) / Math.sqrt(of / 4);
    assert.ok(Math.abs(errors) < 4, `${key}: ${came} of ${of} came in, ${priced} were to be expected`);
  }
  assert.ok(tallies.size > 35, String(tallies.size));
});

function isPregame({ captured_at }: QuoteRecord, { actual_start_time, start_time }: GameRecord): boolean {
  return (captured_at as string) < (actual_start_time ?? (start_time as string));
}

/** First and last period of each part, as an index into the line score; the second half has all that comes after. */
const parts: Readonly<Record<string, readonly [from: number, to: number]>> = {
  full: [0, 99],
  "1h": [0, 2],
  "2h": [2, 99],
  q1: [0, 1],
  q2: [1, 2],
  q3: [2, 3],
  q4: [3, 4],
  p1: [0, 1],
  inn1: [0, 1],
  inn5: [0, 5],
};

function count(
  tallies: Map<string, { count: number; priced: number; came: number }>,
  { sport, line_score }: GameRecord,
  { period, market, line, home_odds, away_odds, over_odds, under_odds }: QuoteRecord,
): void {
  const [first, second] = [home_odds ?? over_odds, away_odds ?? under_odds];
  if (line_score === null || first === null || second === null) return;
  const [from, to] = parts[period] as readonly [number, number];
  const pointsOf = (side: readonly (number | null)[]): number =>
    side.slice(from, to).reduce<number>((sum, points) => sum + (points ?? 0), 0);
  const [home, away] = [pointsOf(line_score.home), pointsOf(line_score.away)];
  const above = {
    moneyline: home - away,
    spread: home - away + (line ?? 0),
    total: home + away - (line ?? 0),
    home_team_total: home - (line ?? 0),
    away_team_total: away - (line ?? 0),
  }[market];
  if (above === 0) return;
  const key = `${sport} ${period} ${market}`;
  const tally = tallies.get(key) ?? { count: 0, priced: 0, came: 0 };
  tallies.set(key, tally);
  const share = impliedProbability(first);
  tally.count++;
  tally.priced += share / (share + impliedProbability(second));
  tally.came += Number(above > 0);
}
