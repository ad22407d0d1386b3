/**
 * Numbers, texts and times that no game or price can have: the gate refuses them with a reason of their own and names
 * file, record and field.
 */
import assert from "node:assert/strict";
import { test } from "vitest";
import { largestOdds, lineRange, sportBounds } from "../../src/domain/bounds.ts";
import { type Market, type OddsPeriod, type Sport, sportFacts, sports } from "../../src/domain/sports.ts";
import { teamsOf } from "../../src/domain/teams/registry.ts";
import { readCanonicalLine } from "../../src/feed/canonical.ts";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { refusalReasons } from "../../src/feed/refusals.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";

const now = "2026-01-01T00:00:00Z";
const nowMs = Date.parse(now);

/** "reason field" of a record's refusal, "taken" when there is none. The place must be named. */
function verdict(record: object, clockMs = nowMs): string {
  const { refusal } = readCanonicalLine(JSON.stringify(record), { file: "f.ndjson", lineNumber: 7, nowMs: clockMs });
  if (refusal === undefined) return "taken";
  assert.deepEqual([refusal.file, refusal.record], ["f.ndjson", "line 7"]);
  assert.ok(refusal.reason in refusalReasons && refusal.detail !== "");
  return `${refusal.reason} ${refusal.field}`;
}

const game = (changes: Partial<GameRecord>) => verdict(gameRecord(changes));
const quote = (changes: Partial<QuoteRecord>) => verdict(quoteRecord(changes));

/** Two teams of a sport that are in it in every season. */
function sidesOf(sport: Sport) {
  const [home, away] = teamsOf(sport).filter((team) => team.fbsFrom === null);
  return { sport, home: home?.abbreviation ?? "", away: away?.abbreviation ?? "" };
}
const dateIn = (sport: Sport): string => (sport === "mlb" ? "2025-07-01" : "2025-10-10");

test("odds are taken up to a million and not beyond: 3000000000 is refused, not stored as -1294967296", () => {
  for (const odds of [100, 101, largestOdds, -101, -200_000, -largestOdds]) {
    assert.equal(quote({ home_odds: odds }), "taken", String(odds));
  }
  const tooLarge = [3_000_000_000, largestOdds + 1, 2 ** 31, 2 ** 32 + 150, 1e300];
  for (const odds of [...tooLarge, -3_000_000_000, -largestOdds - 1]) {
    for (const field of ["home_odds", "away_odds"]) assert.equal(quote({ [field]: odds }), `out-of-bounds ${field}`);
  }
  for (const odds of [50, -99]) assert.equal(quote({ home_odds: odds }), "price home_odds");
});

test("lines are taken at the ends of the bounds of their sport, period and market, and not beyond", () => {
  for (const sport of sports) {
    const sides = sidesOf(sport);
    const date = dateIn(sport);
    const times = { start_time: `${date}T23:00:00Z`, captured_at: `${date}T12:00:00Z` };
    for (const [period, markets] of Object.entries(sportFacts[sport].publishedMarkets)) {
      for (const market of markets) {
        const name = `${sport} ${period} ${market}`;
        const range = lineRange(sport, period as OddsPeriod, market as Market);
        assert.equal(range === null, market === "moneyline", name);
        if (range === null) continue;
        const unpriced = { period: period as OddsPeriod, market, home_odds: null, away_odds: null };
        const of = (line: number) => quote({ ...sides, ...times, ...unpriced, line });
        for (const line of [range.least, range.least + 0.25, range.most]) assert.equal(of(line), "taken", name);
        assert.equal(of(range.most + 0.25), "out-of-bounds line", name);
        const belowLeast = market === "spread" ? "out-of-bounds line" : /^(?:malformed|out-of-bounds) line$/;
        if (typeof belowLeast === "string") assert.equal(of(range.least - 0.25), belowLeast, name);
        else assert.match(of(range.least - 0.5), belowLeast, name);
      }
    }
  }
  for (const line of [1e308, -1e308, 5.1, -5.499999, 0.1])
    assert.equal(quote({ line }), "out-of-bounds line", String(line));
  for (const line of [-5.25, -5.75, 0, 3]) assert.equal(quote({ line }), "taken", String(line));
});

test("scores, margins, periods and their number are bounded by sport", () => {
  for (const sport of sports) {
    const season = sport === "nba" || sport === "nhl" ? 2026 : 2025;
    const dated = { season, game_date: dateIn(sport), line_score: null };
    const { score, margin, periods, periodPoints } = sportBounds[sport];
    const of = (changes: Partial<GameRecord>) => game({ ...sidesOf(sport), ...dated, ...changes });
    const lineScore = (length: number, points: number) => ({
      home: Array.from({ length }, () => points),
      away: Array.from({ length }, () => 0),
    });
    assert.equal(of({ home_score: score, away_score: score }), "taken", sport);
    assert.equal(of({ home_score: score + 1, away_score: score }), "out-of-bounds home_score", sport);
    assert.equal(of({ home_score: score, away_score: score + 1 }), "out-of-bounds away_score", sport);
    assert.equal(of({ home_score: margin, away_score: 0 }), "taken", sport);
    assert.equal(of({ home_score: 0, away_score: margin + 1 }), "out-of-bounds home_score", sport);
    assert.equal(of({ line_score: lineScore(periods, periodPoints) }), "taken", sport);
    assert.match(of({ line_score: lineScore(periods + 1, 0) }), /^out-of-bounds line_score(?:\.home)?$/, sport);
    assert.equal(of({ line_score: lineScore(1, periodPoints + 1) }), "out-of-bounds line_score.home.0", sport);
    assert.equal(of({ home_score: 1e12 }), "out-of-bounds home_score", sport);
    assert.equal(of({ home_score: -1 }), "out-of-bounds home_score", sport);
  }
});

test("weeks, numbers of a day's games, weather and seasons are bounded", () => {
  const college = { sport: "ncaaf", season: 2025, home: "ALA", away: "UGA", line_score: null } as const;
  const bowl = { ...college, season_type: "postseason", game_date: "2026-01-10", status: "scheduled" } as const;
  assert.equal(game({ ...bowl, week: 25 }), "taken");
  assert.equal(game({ ...bowl, week: 26 }), "out-of-bounds week");
  assert.equal(game({ game_number: 10 }), "out-of-bounds game_number");
  const weather = { temp_f: 60, wind_mph: 5, wind_direction: null, condition: null };
  assert.equal(game({ weather: { ...weather, temp_f: -60, wind_mph: 0 } }), "taken");
  assert.equal(game({ weather: { ...weather, temp_f: 140.5 } }), "out-of-bounds weather.temp_f");
  assert.equal(game({ weather: { ...weather, wind_mph: -1 } }), "out-of-bounds weather.wind_mph");
  assert.equal(game({ weather: { ...weather, wind_mph: 1e308 } }), "out-of-bounds weather.wind_mph");
  const season = { type: "season", provider: "office", sport: "nba", complete: true };
  assert.equal(verdict({ ...season, season: 2031 }), "taken");
  assert.equal(verdict({ ...season, season: 2040 }), "in-the-future season");
  assert.equal(verdict({ ...season, season: 9999 }), "out-of-bounds season");
});

test("a final lies in the past of the import's clock, by its date and by its starts", () => {
  const on = (date: string, season: number) => ({ game_date: date, season, line_score: null });
  assert.equal(game({ ...on("2026-01-02", 2026), start_time: null }), "in-the-future game_date");
  assert.equal(game(on("2027-01-10", 2027)), "in-the-future game_date");
  assert.equal(game(on("9999-01-10", 9999)), "out-of-bounds season");
  // At midnight UTC the game of the evening has not begun in New York.
  assert.equal(game({ ...on("2025-12-31", 2026), start_time: "2026-01-01T00:30:00Z" }), "in-the-future start_time");
  assert.equal(game({ ...on("2025-12-31", 2026), start_time: "2025-12-31T21:00:00Z" }), "taken");
  const began = { start_time: "2025-12-31T21:00:00Z", actual_start_time: "2026-01-01T00:00:01Z" };
  assert.equal(game({ ...on("2025-12-31", 2026), ...began }), "in-the-future actual_start_time");
  // Where the date begins first, it has begun already; and the schedule may lie ahead.
  assert.equal(game({ ...on("2026-01-01", 2026), start_time: "2025-12-31T20:00:00Z" }), "taken");
  const open = { status: "scheduled", home_score: null, away_score: null, line_score: null } as const;
  assert.equal(game({ ...open, game_date: "2027-01-10", season: 2027 }), "taken");
  assert.equal(game({ ...open, game_date: "2099-01-10", season: 2099 }), "in-the-future game_date");
  assert.equal(verdict(gameRecord(on("2027-01-10", 2027)), Date.parse("2027-01-12T00:00:00Z")), "taken");
});

test("a start more than a day from its slate date is refused [D-44]", () => {
  const start = (time: string) => game({ game_date: "2025-01-10", start_time: time });
  for (const time of ["10T17:00:00", "11T08:59:59", "12T08:59:59", "09T12:00:00"]) {
    assert.equal(start(`2025-01-${time}Z`), "taken", time);
  }
  // Before 04:00 in New York, which is 09:00 UTC, a start belongs to the night before [D-3].
  const others = ["2025-01-12T09:00:00", "2025-05-10T23:00:00", "2025-01-09T08:59:59", "2024-09-10T23:00:00"];
  for (const time of others.map((each) => `${each}Z`)) {
    assert.equal(start(time), "start-off-date start_time", time);
    assert.equal(quote({ game_date: "2025-01-10", start_time: time }), "start-off-date start_time", time);
  }
  const actual = (time: string) => game({ actual_start_time: time });
  assert.equal(actual("2024-12-10T23:00:00Z"), "start-off-date actual_start_time");
  assert.equal(actual("2025-05-10T23:00:00Z"), "start-off-date actual_start_time");
  // The day on which a suspended game went on is what some call its actual start.
  assert.equal(actual("2025-01-13T18:00:00Z"), "taken");
});

test("captures are not from the future, and not from long before the start", () => {
  const start = { start_time: "2026-01-02T00:30:00Z" };
  assert.equal(quote({ ...start, captured_at: "2026-01-01T00:10:00Z" }), "taken");
  assert.equal(quote({ ...start, captured_at: "2026-01-01T00:10:01Z" }), "in-the-future captured_at");
  assert.equal(quote({ ...start, seen_at: "2026-01-01T00:10:01Z", captured_at: now }), "in-the-future seen_at");
  assert.equal(quote({ captured_at: "9999-01-01T00:00:00Z" }), "in-the-future captured_at");
  assert.equal(quote({ captured_at: "1970-01-01T00:00:00Z" }), "captured-too-early captured_at");
  assert.equal(quote({ captured_at: "2023-10-01T00:00:00Z" }), "captured-too-early captured_at");
  assert.equal(quote({ captured_at: "2024-01-11T00:00:00Z" }), "taken");
  assert.equal(quote({ seen_at: "1999-12-31T23:59:59Z" }), "captured-too-early seen_at");
  assert.equal(quote({ start_time: null, game_date: "2099-01-10" }), "in-the-future game_date");
});

test("texts are plain, and only so long: no NUL, no halves of characters, nothing invisible, no escapes", () => {
  const steering = ["a\u0000b", "a\nb", "\u001b[2J", "\u009b2J", "a\u2028b"];
  const halves = ["\ud800", "x\udc00"];
  const invisible = ["a\u200bb", "\u202egnp", "\u2066x", "\ufeffx"];
  const venue = { venue_id: "v", name: null, city: null, indoor: null };
  const weather = { temp_f: null, wind_mph: null, wind_direction: null, condition: null };
  for (const text of [...steering, ...halves, ...invisible, "x".repeat(1001)]) {
    assert.equal(game({ referee: text }), "text referee");
    assert.equal(game({ provider: text }), "text provider");
    assert.equal(game({ game_id: text }), "text game_id");
    assert.equal(game({ home: text }), "text home");
    assert.equal(game({ venue: { ...venue, venue_id: text } }), "text venue.venue_id");
    assert.equal(game({ venue: { ...venue, name: text } }), "text venue.name");
    assert.equal(game({ venue: { ...venue, city: text } }), "text venue.city");
    assert.equal(game({ other_ids: { cfbd: text } }), "text other_ids.cfbd");
    assert.equal(game({ other_ids: { the_odds_api: ["e1", text] } }), "text other_ids.the_odds_api.1");
    const starter = { id: "s", name: "A. Starter", hand: null };
    assert.equal(game({ starters: { home: { ...starter, id: text }, away: null } }), "text starters.home.id");
    assert.equal(game({ starters: { home: null, away: { ...starter, name: text } } }), "text starters.away.name");
    assert.equal(game({ weather: { ...weather, condition: text } }), "text weather.condition");
    assert.equal(game({ weather: { ...weather, wind_direction: text } }), "text weather.wind_direction");
    assert.equal(quote({ event_id: text }), "text event_id");
    assert.equal(quote({ provider: text }), "text provider");
    assert.equal(quote({ book: text }), "text book");
    const team = { type: "team", provider: "office", sport: "nba", abbreviation: "BOS" };
    for (const field of ["city", "conference", "division"]) {
      assert.equal(verdict({ ...team, [field]: text }), `text ${field}`);
      assert.equal(verdict({ type: "venue", provider: "office", venue_id: "v", name: text }), "text name");
    }
  }
  const good = ["Hawaiʻi", "Estádio São Jorge", "国立競技場", "O’Neil-Smith Jr."];
  for (const text of [...good, "x".repeat(200), "😀".repeat(200)]) {
    assert.equal(game({ referee: text }), "taken", text);
  }
  assert.equal(game({ referee: "😀".repeat(201) }), "text referee");
  assert.equal(game({ game_id: "x".repeat(129) }), "text game_id");
});

test("the URL of a logo is one of https, whole, and without a user", () => {
  const logo = (url: string) =>
    verdict({ type: "team", provider: "o", sport: "nba", abbreviation: "BOS", logo_url: url });
  assert.equal(logo("https://a.espncdn.com/i/teamlogos/nfl/500-dark/car.png?w=1"), "taken");
  const notHttps = ["", "http://a.com/x.png", "javascript:alert(1)", "//a.com/x.png"];
  const notWhole = ["https://", "https://a b/", 'https://a/"onload=', "https://a.com/<script>"];
  const tooMuch = ["https://user:pass@a.com/x.png", `https://a/${"x".repeat(1000)}`];
  for (const url of [...notHttps, ...notWhole, ...tooMuch]) {
    assert.equal(logo(url), "text logo_url", url);
  }
});
