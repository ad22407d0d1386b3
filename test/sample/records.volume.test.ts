// @module-tag volume
/** The records of the start sample: what the feed takes, scores, prices and captures, and who starts. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { test } from "vitest";
import { openSample, type SampleOptions, sampleAsOf, sampleRecords } from "../../sample/src/sample.ts";
import { impliedProbability } from "../../src/domain/american-odds.ts";
import { bookByProviderKey } from "../../src/domain/books.ts";
import { parseGameId } from "../../src/domain/game-ids.ts";
import { periodScores } from "../../src/domain/period-scores.ts";
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

test("only books that face the US are quoted", () => {
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

/** What one book showed of a market of a game before its start, in order of time. */
const series = [
  ...Map.groupBy(
    quotes.filter((quote) => leadMsOf(quote) > 0),
    (quote) => `${quote.event_id} ${quote.book} ${quote.period} ${quote.market}`,
  ).values(),
] as [QuoteRecord, ...QuoteRecord[]][];

function leadMsOf({ start_time, captured_at }: QuoteRecord): number {
  return Date.parse(start_time ?? "") - Date.parse(captured_at ?? "");
}

test("a line is captured at its opening and minutes before the start; football opens days before, the other sports the day before", () => {
  const hoursBefore = { nfl: [96, 260], ncaaf: [60, 170], nba: [10, 30], mlb: [10, 30], nhl: [10, 30] } as const;
  const main = series.filter(([{ period, market }]) => period === "full" && !market.endsWith("team_total"));
  assert.ok(main.filter((captures) => captures.length >= 2).length > 0.97 * main.length);
  const late = main.filter((captures) => leadMsOf(captures.at(-1) as QuoteRecord) < 40 * 60_000).length;
  assert.ok(late > 0.95 * main.length, `${late} of ${main.length}`);
  for (const [sport, [least, most]] of Object.entries(hoursBefore)) {
    const leads = main.flatMap(([first]) => (first.sport === sport ? [leadMsOf(first) / 3_600_000] : []));
    const mean = leads.reduce((sum, each) => sum + each, 0) / leads.length;
    assert.ok(mean > least && mean < most, `${sport}: ${mean}`);
  }
});

test("team totals and the lines of every period come in as often as they are priced", () => {
  const gameOf = new Map(finals.map((game) => [game.game_id, game]));
  const tallies = new Map<string, { count: number; priced: number; came: number }>();
  const counted = new Set<string>();
  for (const captures of series) {
    const { event_id: id, sport, period, market, ...close } = captures.at(-1) as QuoteRecord;
    const [first, second] = [close.home_odds ?? close.over_odds, close.away_odds ?? close.under_odds];
    const { line_score: score = null } = gameOf.get(id) ?? {};
    // One book of each game, since books agree.
    if (score === null || first === null || second === null || counted.has(`${id} ${period} ${market}`)) continue;
    counted.add(`${id} ${period} ${market}`);
    const { [period]: place = [0, 99] } = { ...sportsByHand[sport].periods, "2h": [2, 99] };
    const pointsOf = (side: readonly (number | null)[]): number =>
      side.slice(...place).reduce<number>((sum, points) => sum + (points ?? 0), 0);
    const [home, away, line] = [pointsOf(score.home), pointsOf(score.away), close.line ?? 0];
    const above = {
      moneyline: home - away,
      spread: home - away + line,
      total: home + away - line,
      home_team_total: home - line,
      away_team_total: away - line,
    }[market];
    if (above === 0) continue;
    const key = `${sport} ${period} ${market}`;
    const tally = tallies.get(key) ?? { count: 0, priced: 0, came: 0 };
    tallies.set(key, tally);
    tally.count++;
    tally.priced += impliedProbability(first) / (impliedProbability(first) + impliedProbability(second));
    tally.came += Number(above > 0);
  }
  for (const [key, { count, priced, came }] of tallies) {
    const errors = (came - priced) / Math.sqrt(count / 4);
    assert.ok(Math.abs(errors) < 4, `${key}: ${came} of ${count} came in, ${priced} were to be expected`);
  }
  assert.ok(tallies.size > 35, String(tallies.size));
});

test("each team of baseball and hockey has a few who start its games, nobody two teams, and a few games name none", () => {
  const hands = { mlb: ["L", "R"], nhl: [null] } as const;
  for (const [sport, [perTeam, shape]] of Object.entries({ mlb: [5, /^90\d{4}$/], nhl: [2, /^89\d{5}$/] } as const)) {
    const ofSport = finals.filter((game) => game.sport === sport);
    const all = ofSport.flatMap(({ home, away, starters }) => [
      { team: home, starter: starters?.home ?? null },
      { team: away, starter: starters?.away ?? null },
    ]);
    const named = all.flatMap(({ team, starter }) => (starter === null ? [] : [{ team, ...starter }]));
    assert.ok(named.length > 0.9 * all.length && named.length < all.length, `${named.length} of ${all.length}`);
    const teamsOf = Map.groupBy(named, ({ id }) => id);
    for (const [id, own] of teamsOf) {
      assert.match(id, shape);
      assert.equal(new Set(own.map(({ team }) => team)).size, 1, id);
    }
    const sizes = [...Map.groupBy(named, ({ team }) => team).values()].map(
      (own) => new Set(own.map(({ id }) => id)).size,
    );
    assert.equal(Math.max(...sizes), perTeam, sport);
    assert.deepEqual([...new Set(named.map(({ hand }) => hand))].sort(), hands[sport as keyof typeof hands]);
  }
});
