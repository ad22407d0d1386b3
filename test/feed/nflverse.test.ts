import assert from "node:assert/strict";
import { test } from "vitest";
import { readNflverseGames, readNflverseTeams } from "../../src/feed/providers/nflverse.ts";
import { nothingStated } from "../../src/feed/records.ts";
import { InputError } from "../../src/feed/refusals.ts";
import { nowMs, readingOf } from "./example-records.ts";
import { csvOf, nflverseOpener } from "./nflverse.ts";

const file = { file: "games.csv", nowMs };
const { game, refusal } = readingOf((changes: object = {}) =>
  readNflverseGames(csvOf({ ...nflverseOpener, ...changes }), file),
);

test("a game of the file is one whole record, its US Eastern start in UTC", () => {
  assert.deepEqual(game({}), {
    ...nothingStated,
    type: "game",
    provider: "nflverse",
    game_id: "2025_01_DAL_PHI",
    sport: "nfl",
    season: 2025,
    season_type: "regular",
    week: 1,
    game_date: "2025-09-04",
    start_time: "2025-09-05T00:20:00Z",
    status: "final",
    home: "PHI",
    away: "DAL",
    neutral_site: false,
    overtime: false,
    home_score: 24,
    away_score: 20,
    venue: { venue_id: "PHI00", name: '"Lincoln" Field, South', city: null, indoor: false },
    referee: "A. Person",
    weather: { temp_f: 75, wind_mph: 8, wind_direction: null, condition: null },
  });
  assert.equal(game({ gameday: "2025-12-07", week: "14" }).start_time, "2025-12-08T01:20:00Z", "winter time");
});

test("a game without scores is scheduled, and one score alone is an error", () => {
  const open = { away_score: "", home_score: "NA", overtime: "", gametime: "", temp: "", wind: "", referee: "" };
  const scheduled = game(open);
  assert.equal(scheduled.status, "scheduled");
  assert.equal(scheduled.start_time, null);
  assert.equal(scheduled.overtime, null);
  assert.equal(scheduled.weather, null);
  assert.equal(scheduled.referee, null);
  assert.equal(refusal({ away_score: "" }), "malformed away_score");
});

test("ESPN's id of the game is taken from its column, where there is one, as a whole number", () => {
  assert.deepEqual(game({ espn: "401772510" }).other_ids, { espn: "401772510" });
  assert.deepEqual(game({ espn: "401772510.0" }).other_ids, { espn: "401772510" });
  for (const without of [{}, { espn: "" }, { espn: "NA" }]) assert.ok(!("other_ids" in game(without)));
});

test("a dome or a closed roof is indoors, whatever the thermometer says", () => {
  for (const roof of ["dome", "closed"]) {
    const { venue, weather } = game({ roof });
    assert.equal(venue?.indoor, true);
    assert.deepEqual(weather, { temp_f: null, wind_mph: null, wind_direction: null, condition: "Indoor" });
  }
  assert.equal(game({ roof: "open" }).venue?.indoor, false);
  assert.equal(game({ roof: "" }).venue?.indoor, null);
});

test("postseason weeks go on after the regular ones [D-5]", () => {
  const superBowl = { game_type: "SB", week: "22", gameday: "2026-02-08", gametime: "18:30", location: "Neutral" };
  const { season_type: seasonType, week, neutral_site: neutral } = game(superBowl);
  assert.deepEqual([seasonType, week, neutral], ["postseason", 22, true]);
  assert.equal(refusal({ game_type: "WC", week: "18", gameday: "2026-01-10" }), "malformed week");
});

test("old abbreviations mean the team that they became", () => {
  assert.deepEqual([game({ home_team: "LA" }).home, game({ away_team: "OAK" }).away], ["LAR", "LV"]);
});

test("what is outside the coverage or wrong is refused with its field", () => {
  assert.equal(refusal({ season: "2021" }), "not-covered season");
  assert.equal(refusal({ game_type: "PRE" }), "not-covered game_type");
  assert.equal(refusal({ season: "2024" }), "malformed season");
  assert.equal(refusal({ season: "" }), "malformed season");
  assert.equal(refusal({ week: "one" }), "malformed week");
  assert.equal(refusal({ home_team: "XYZ" }), "unknown-team home");
  assert.equal(refusal({ gametime: "25:00" }), "malformed gametime");
  assert.equal(refusal({ gameday: "2025-02-30", gametime: "" }), "malformed game_date");
  assert.equal(refusal({ home_score: "24.5" }), "malformed home_score");
  assert.equal(refusal({ game_id: "" }), "malformed game_id");
  assert.equal(refusal({ away_team: "PHI" }), "malformed away");
});

test("a file without the columns is not the file, and says which are missing", () => {
  const { gametime: _, ...without } = nflverseOpener;
  const stops = (text: string, message: string) =>
    assert.throws(
      () => [...readNflverseGames(text, file)],
      (error: unknown) => error instanceof InputError && error.message === `games.csv: ${message}`,
    );
  stops(csvOf(without), "is not nflverse games.csv: no column gametime");
  stops("a,b\n1,2,3\n", "is not CSV: Invalid Record Length: expect 2, got 3 on line 2");
});

test("a team that moved is one record, of today's abbreviation when the file has it", () => {
  const team = (team_abbr: string) => ({
    team_abbr,
    team_conf: "AFC",
    team_division: "AFC West",
    team_logo_espn: `https://logos.example/${team_abbr}.png`,
  });
  const items = [
    ...readNflverseTeams(csvOf(team("OAK"), team("LV"), team("SD"), team("XXX")), { file: "teams.csv", nowMs }),
  ];
  assert.deepEqual(
    items.map(({ record, refusal: refused }) => (record?.type === "team" ? record.logo_url : refused?.reason)),
    ["not-covered", "https://logos.example/LV.png", "https://logos.example/SD.png", "unknown-team"],
  );
  assert.deepEqual(items[2]?.record, {
    type: "team",
    provider: "nflverse",
    sport: "nfl",
    abbreviation: "LAC",
    city: null,
    conference: "AFC",
    division: "AFC West",
    logo_url: "https://logos.example/SD.png",
  });
});
