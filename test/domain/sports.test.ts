import assert from "node:assert/strict";
import { test } from "vitest";
import {
  isPublishedMarket,
  isSport,
  markets,
  oddsPeriods,
  type Sport,
  scorePeriods,
  seasonTypes,
  sportFacts,
  sports,
} from "../../src/domain/sports.ts";

/** `bet_types` as service.md prints them. */
const football =
  "moneyline, spread, total, team_total_over, team_total_under, first_half_moneyline, first_half_spread, " +
  "first_half_total, second_half_moneyline, second_half_spread, second_half_total, q1_moneyline, q1_spread, q1_total, " +
  "q2_moneyline, q2_spread, q2_total, q3_moneyline, q3_spread, q3_total, q4_moneyline, q4_spread, q4_total";
const betTypes: Readonly<Record<Sport, string>> = {
  mlb: "moneyline, run_line, total, first_5_moneyline, first_5_runline, inn5_total, inn1_total",
  nfl: football,
  ncaaf: football,
  nba:
    "moneyline, spread, total, team_total_over, team_total_under, first_half_moneyline, first_half_spread, " +
    "first_half_total, q1_moneyline, q1_spread, q1_total",
  nhl: "moneyline, puck_line, total, team_total_over, team_total_under, p1_moneyline, p1_spread, p1_total",
};

test("the sports are exactly the five of service.md", () => {
  assert.deepEqual([...sports].sort(), ["mlb", "nba", "ncaaf", "nfl", "nhl"]);
  assert.deepEqual(Object.keys(sportFacts).sort(), [...sports].sort());
  for (const sport of sports) assert.equal(isSport(sport), true);
  for (const other of ["", "MLB", "wnba", "soccer", "toString", "__proto__", " nfl"])
    assert.equal(isSport(other), false);
});

test("every sport has its full league name", () => {
  assert.match(sportFacts.mlb.name, /Major League Baseball/);
  assert.match(sportFacts.nfl.name, /National Football League/);
  assert.match(sportFacts.ncaaf.name, /NCAA|College/);
  assert.match(sportFacts.nba.name, /National Basketball Association/);
  assert.match(sportFacts.nhl.name, /National Hockey League/);
});

test("season labels are the texts of service.md", () => {
  assert.equal(sportFacts.mlb.seasonLabel, "calendar year");
  assert.equal(sportFacts.nfl.seasonLabel, "year the season started (2025 = 2025-26)");
  assert.equal(sportFacts.ncaaf.seasonLabel, "year the season started");
  assert.equal(sportFacts.nba.seasonLabel, "year the season ended (2026 = 2025-26)");
  assert.equal(sportFacts.nhl.seasonLabel, "year the season ended (2026 = 2025-26)");
});

test("coverage starts in 2022 for mlb, nfl and ncaaf, with 2022-23 for nba and 2023-24 for nhl", () => {
  const first = Object.fromEntries(sports.map((sport) => [sport, sportFacts[sport].firstSeason]));
  assert.deepEqual(first, { mlb: 2022, nfl: 2022, ncaaf: 2022, nba: 2023, nhl: 2024 });
});

for (const sport of sports) {
  test(`bet_types of ${sport} are those of service.md, in its order`, () => {
    assert.deepEqual(sportFacts[sport].betTypes, betTypes[sport].split(", "));
  });
}

/** What each bet type names, as a period and its markets. */
function marketsNamedBy(betType: string): readonly string[] {
  const named = /^(first_half|second_half|first_5|inn5|inn1|p1|q[1-4])_(.+)$/.exec(betType);
  const [, word = "full", market = betType] = named ?? [];
  const periods: Readonly<Record<string, string>> = { first_half: "1h", second_half: "2h", first_5: "inn5" };
  const period = periods[word] ?? word;
  if (market.startsWith("team_total_")) return [`${period} home_team_total`, `${period} away_team_total`];
  const isSpread = ["spread", "run_line", "runline", "puck_line"].includes(market);
  return [`${period} ${isSpread ? "spread" : market}`];
}

for (const sport of sports) {
  test(`the periods and markets published for ${sport} are those that its bet_types name, and no others`, () => {
    const named = new Set(betTypes[sport].split(", ").flatMap(marketsNamedBy));
    const published = oddsPeriods.flatMap((period) =>
      markets.filter((market) => isPublishedMarket(sport, period, market)).map((market) => `${period} ${market}`),
    );
    assert.deepEqual(published.sort(), [...named].sort());
  });
}

test("period odds come in the order 1h, 2h, q1 to q4, p1, inn1, inn5 [D-22]", () => {
  const inPeriods = oddsPeriods.filter((period) => period !== "full");
  assert.deepEqual(inPeriods, ["1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]);
});

test("the period_scores keys are those of service.md [D-9]", () => {
  const keys = ["q1", "q2", "q3", "q4", "1h", "2h", "p1", "p2", "p3", "inn1", "inn5", "ot"];
  assert.deepEqual([...scorePeriods].sort(), keys.sort());
});

test("regulation is four quarters, three periods or nine innings [D-9]", () => {
  const periods = Object.fromEntries(sports.map((sport) => [sport, sportFacts[sport].regulationPeriods]));
  assert.deepEqual(periods, { mlb: 9, nfl: 4, ncaaf: 4, nba: 4, nhl: 3 });
});

test("only nfl and ncaaf have weeks [D-5]", () => {
  assert.deepEqual(
    sports.filter((sport) => sportFacts[sport].hasWeeks),
    ["nfl", "ncaaf"],
  );
});

test("season types are regular and postseason", () => {
  assert.deepEqual(seasonTypes, ["regular", "postseason"]);
});
