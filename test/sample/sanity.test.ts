import assert from "node:assert/strict";
import { test } from "node:test";
import { impliedProbability } from "../../src/domain/american-odds.ts";
import { consensusLine, consensusMoneyline } from "../../src/domain/consensus.ts";
import type { Quote } from "../../src/domain/fold.ts";
import { grade } from "../../src/domain/grading.ts";
import type { Market, Sport } from "../../src/domain/sports.ts";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { sampleRecords } from "../../src/sample/sample.ts";

type Tally = Record<
  "games" | "covered" | "notCovered" | "over" | "under" | "pushes" | "favorites" | "favoriteShare" | "favoriteWins",
  number
>;

/** Grades every game of the full sample against the consensus of its closing lines, as the service does. */
function tally(seed: number): ReadonlyMap<Sport, Tally> {
  const tallies = new Map<Sport, Tally>();
  let game: GameRecord | null = null;
  let closing = new Map<string, QuoteRecord>();
  const finish = (): void => {
    if (game?.status === "final" && closing.size > 0) gradeGame(tallies, game, [...closing.values()]);
  };
  for (const record of sampleRecords({ seed, extent: "full" })) {
    if (record.type === "game") {
      finish();
      game = record;
      closing = new Map();
    } else if (record.type === "quote" && record.period === "full" && game !== null) {
      const isPregame = (record.captured_at as string) < (game.actual_start_time ?? (game.start_time as string));
      if (isPregame) closing.set(`${record.book} ${record.market}`, record);
    }
  }
  finish();
  return tallies;
}

function gradeGame(tallies: Map<Sport, Tally>, game: GameRecord, closing: readonly QuoteRecord[]): void {
  const counts = tallies.get(game.sport) ?? {
    games: 0,
    covered: 0,
    notCovered: 0,
    over: 0,
    under: 0,
    pushes: 0,
    favorites: 0,
    favoriteShare: 0,
    favoriteWins: 0,
  };
  tallies.set(game.sport, counts);
  const of = (market: Market): Quote[] =>
    closing
      .filter((quote) => quote.market === market)
      .map(({ line, home_odds, away_odds, over_odds, under_odds }) => ({
        line,
        first: home_odds ?? over_odds,
        second: away_odds ?? under_odds,
      }));
  const score = { home: game.home_score as number, away: game.away_score as number };
  const graded = grade(score, consensusLine(of("spread"), 0).line, consensusLine(of("total"), 0).line);
  counts.games++;
  if (graded.homeCovered === true) counts.covered++;
  if (graded.homeCovered === false) counts.notCovered++;
  if (graded.wentOver === true) counts.over++;
  if (graded.wentOver === false) counts.under++;
  if (graded.spreadPush || graded.totalPush) counts.pushes++;
  const { first, second } = consensusMoneyline(of("moneyline"));
  if (first === null || second === null) return;
  const home = impliedProbability(first) / (impliedProbability(first) + impliedProbability(second));
  counts.favorites++;
  counts.favoriteShare += Math.max(home, 1 - home);
  if (home >= 0.5 === score.home > score.away) counts.favoriteWins++;
}

const tallies = tally(1);

test("over a sport, half of the home teams cover and half of the games go over", () => {
  for (const [sport, { covered, notCovered, over, under }] of tallies) {
    const coverRate = covered / (covered + notCovered);
    const overRate = over / (over + under);
    assert.ok(coverRate >= 0.47 && coverRate <= 0.53, `${sport}: home covers ${coverRate}`);
    assert.ok(overRate >= 0.47 && overRate <= 0.53, `${sport}: over ${overRate}`);
  }
});

test("favorites win as often as their moneylines say, within three points in a hundred", () => {
  for (const [sport, { favorites, favoriteShare, favoriteWins }] of tallies) {
    const difference = (favoriteWins - favoriteShare) / favorites;
    assert.ok(Math.abs(difference) < 0.03, `${sport}: ${difference}`);
  }
});

test("every sport has pushes", () => {
  for (const [sport, { pushes, games }] of tallies) assert.ok(pushes > games / 200, `${sport}: ${pushes}`);
});
