// @module-tag volume
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { test } from "vitest";
import { openSample, type SampleOptions, sampleAsOf, sampleRecords } from "../../sample/src/sample.ts";
import { bookByProviderKey } from "../../src/domain/books.ts";
import { parseGameId } from "../../src/domain/game-ids.ts";
import { periodScores } from "../../src/domain/period-scores.ts";
import { isPublishedMarket } from "../../src/domain/sports.ts";
import { teamByAbbreviation } from "../../src/domain/teams/registry.ts";
import { readCanonicalLine, writeCanonicalLine } from "../../src/feed/canonical.ts";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { sampledSports, sportsByHand } from "../support/sports.ts";
import { isLongRun, seed } from "../support/volume.ts";

const start: SampleOptions = { seed: 1, extent: "start" };
const records = [...sampleRecords(start)];
const games = records.filter((record): record is GameRecord => record.type === "game");
const finals = games.filter((game) => game.status === "final");
const quotes = records.filter((record): record is QuoteRecord => record.type === "quote");
const quotesByGame = Map.groupBy(quotes, (quote) => quote.event_id);

/** A hash of the first records, enough to tell two samples apart. */
function fingerprint(options: SampleOptions): string {
  const hash = createHash("sha256");
  for (const record of sampleRecords(options).take(10_000)) hash.update(JSON.stringify(record));
  return hash.digest("hex");
}

test("the same seed gives the same records, another seed gives others", () => {
  assert.equal(fingerprint(start), fingerprint(start));
  assert.notEqual(fingerprint(start), fingerprint({ ...start, seed: 2 }));
});

test("the feed's reader accepts every record, and changes nothing of it", () => {
  // Daily every twentieth.
  const tried = isLongRun ? records : records.filter((_, index) => index % 20 === seed % 20);
  for (const [index, record] of tried.entries()) {
    const place = { file: "the sample", lineNumber: index + 1, nowMs: Number.POSITIVE_INFINITY };
    const item = readCanonicalLine(writeCanonicalLine(record), place);
    if (!isDeepStrictEqual(item, { record })) assert.deepEqual(item, { record });
  }
});

test("a game's quotes follow the game, and every quote names its event's teams and start", () => {
  let game: GameRecord | null = null;
  for (const record of records) {
    if (record.type === "game") game = record;
    if (record.type !== "quote") continue;
    const isSame = record.event_id === game?.game_id && record.home === game.home && record.away === game.away;
    if (!isSame || record.start_time !== game?.start_time) assert.fail(JSON.stringify(record));
  }
});

test("game ids are unique and say sport, date and teams of the registry", () => {
  assert.equal(new Set(games.map((game) => game.game_id)).size, games.length);
  for (const game of games) {
    const identity = parseGameId(game.game_id);
    assert.equal(identity?.sport, game.sport);
    assert.equal(identity?.gameDate, game.game_date);
    const sides = [game.home, game.away].map((side) => teamByAbbreviation(game.sport, side));
    assert.ok(sides.every((team) => team !== null) && sides.some((team) => team?.teamId !== null), game.game_id);
  }
});

test("what is before the sample's day is final, what comes later has no score and no odds", () => {
  for (const game of games) {
    const isPast = (game.game_date as string) < sampleAsOf;
    assert.equal(game.status, isPast ? "final" : "scheduled", game.game_id);
    if (game.status !== "final") {
      assert.equal(game.home_score, null);
      assert.equal(quotesByGame.has(game.game_id), false);
    }
  }
});

test("period scores of every final game add up; some of baseball are not known, and some have fewer than nine innings", () => {
  const shortened: number[] = [];
  for (const { sport, game_id, line_score, home_score, away_score, overtime } of finals) {
    const final = { home: home_score as number, away: away_score as number };
    if (sport !== "nfl") assert.notEqual(final.home, final.away, game_id);
    if (line_score === null && sport === "mlb") continue;
    const outcome = periodScores(sport, line_score ?? { home: [], away: [] }, final, overtime);
    assert.ok(outcome.ok, `${game_id}: ${JSON.stringify(outcome)}`);
    if (outcome.innings !== null && outcome.innings < 8.5) shortened.push(outcome.innings);
  }
  const unknown = finals.filter(({ line_score: line }) => line === null);
  assert.ok(unknown.length >= 2 && unknown.length <= 10, String(unknown.length));
  assert.ok(shortened.length >= 2 && shortened.length <= 20, String(shortened.length));
  assert.ok(Math.min(...shortened) >= 4.5);
});

test("prices are legal and only published markets of known books are quoted", () => {
  const isLegal = (odds: number | null): boolean => odds === null || (Math.abs(odds) >= 100 && odds !== -100);
  const wrong = quotes.find(
    ({ sport, period, market, line, home_odds, away_odds, over_odds, under_odds }) =>
      ![home_odds, away_odds, over_odds, under_odds].every(isLegal) ||
      !isPublishedMarket(sport, period, market) ||
      (line === null) !== (market === "moneyline") ||
      Object.is(line, -0),
  );
  assert.equal(wrong, undefined, JSON.stringify(wrong));
  for (const slug of new Set(quotes.map((quote) => quote.book))) assert.ok(bookByProviderKey(slug)?.usFacing, slug);
});

test("a game has 8 to 11 books, or, once in some hundred games, none", () => {
  let without = 0;
  for (const game of finals) {
    const books = new Set((quotesByGame.get(game.game_id) ?? []).filter((q) => q.period === "full").map((q) => q.book));
    if (books.size === 0) without++;
    else assert.ok(books.size >= 8 && books.size <= 11, `${game.game_id}: ${books.size}`);
  }
  assert.ok(without > 0 && without < finals.length / 100, String(without));
});

test("no season of the start sample is cut: a finished one is whole, one in progress has every game so far", () => {
  const sizes = sampledSports.flatMap((sport) =>
    Object.entries(sportsByHand[sport].sample?.fewestInStart ?? {}).map(
      ([season, fewest]) => [`${sport} ${season}`, fewest] as const,
    ),
  );
  const seasons = records
    .filter((record) => record.type === "season")
    .filter(({ sport }) => sampledSports.includes(sport));
  assert.deepEqual(
    seasons.map(({ sport, season }) => `${sport} ${season}`),
    sizes.map(([season]) => season),
  );
  for (const { sport, season, complete } of seasons) {
    const ofSeason = games.filter((game) => game.sport === sport && game.season === season);
    const [, [fewestFinals, fewestToCome]] = sizes.find(([name]) => name === `${sport} ${season}`) ?? assert.fail();
    const toCome = ofSeason.filter((game) => game.status === "scheduled").length;
    assert.ok(ofSeason.filter((game) => game.status === "final").length >= fewestFinals, `${sport} ${season}`);
    assert.ok(complete ? toCome === 0 : toCome >= fewestToCome, `${sport} ${season}: ${toCome} to come`);
    assert.equal(complete, `${sport} ${season}` === "nfl 2025");
  }
  assert.equal(openSample(start).games, games.length);
  assert.equal(openSample(start).finals, finals.length);
});
