import assert from "node:assert/strict";
import { test } from "vitest";
import type { Sport } from "../../src/domain/sports.ts";
import {
  allTeamsOf,
  clubOfSeason,
  findTeam,
  presentTeamsOf,
  teamByAbbreviation,
  teamsOf,
} from "../../src/domain/teams/registry.ts";

const sports: readonly Sport[] = ["mlb", "nfl", "ncaaf", "nba", "nhl"];

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

test("every league has all its teams and no others", () => {
  const counts = sports.map((sport) => [sport, teamsOf(sport).length]);
  assert.deepEqual(Object.fromEntries(counts), { mlb: 30, nfl: 32, ncaaf: 138, nba: 30, nhl: 33 });
});

test("teams are listed by team id, and no id is given twice in any sport", () => {
  for (const sport of sports) {
    const ids = teamsOf(sport).map((team) => team.teamId ?? Number.NaN);
    assert.deepEqual(
      ids,
      ids.toSorted((left, right) => left - right),
    );
  }
  const all = sports.flatMap((sport) => teamsOf(sport).map((team) => String(team.teamId)));
  assert.deepEqual(repeated(all), []);
  assert.ok(all.every((id) => /^\d+$/.test(id)));
});

test("team ids that callers may have stored never change", () => {
  const stored: readonly (readonly [Sport, string, string])[] = [
    ["mlb", "101", "ARI"],
    ["mlb", "113", "KC"],
    ["mlb", "130", "WSH"],
    ["nfl", "201", "ARI"],
    ["nfl", "219", "LAR"],
    ["nfl", "232", "WAS"],
    ["ncaaf", "1001", "AFA"],
    ["ncaaf", "1003", "ALA"],
    ["ncaaf", "1138", "WYO"],
    ["nba", "301", "ATL"],
    ["nba", "330", "WAS"],
    ["nhl", "401", "ANA"],
    ["nhl", "428", "UTA"],
    ["nhl", "432", "WPG"],
    ["nhl", "433", "ARI"],
  ];
  for (const [sport, id, abbreviation] of stored) assert.equal(findTeam(sport, id)?.abbreviation, abbreviation);
});

test("every abbreviation, old ones too, is two to six capitals or digits and belongs to one team of its sport", () => {
  for (const sport of sports) {
    const abbreviations = allTeamsOf(sport).flatMap((team) => [team.abbreviation, ...team.formerAbbreviations]);
    for (const abbreviation of abbreviations) assert.match(abbreviation, /^[A-Z0-9]{2,6}$/);
    // An abbreviation of digits alone could be taken for a team id.
    for (const abbreviation of abbreviations) assert.match(abbreviation, /[A-Z]/);
    assert.deepEqual(repeated(abbreviations), [], sport);
  }
});

test("every team has a name of its own, and every listed team a mascot, a conference and a logo", () => {
  for (const sport of sports) {
    assert.deepEqual(repeated(allTeamsOf(sport).map((team) => team.name)), []);
    for (const team of teamsOf(sport)) {
      assert.ok(team.name.endsWith(team.mascot ?? "?"), team.name);
      assert.ok(team.conference, team.name);
      assert.match(
        team.logoUrl ?? "",
        /^https:\/\/a\.espncdn\.com\/i\/teamlogos\/(mlb|nfl|ncaa|nba|nhl)\/500\/[a-z0-9]+\.png$/,
      );
    }
  }
});

test("old and rival abbreviations resolve to the team of today", () => {
  const moved: readonly (readonly [Sport, string, string])[] = [
    ["mlb", "OAK", "ATH"],
    ["mlb", "CHW", "CWS"],
    ["mlb", "WAS", "WSH"],
    ["mlb", "AZ", "ARI"],
    ["nfl", "LA", "LAR"],
    ["nfl", "STL", "LAR"],
    ["nfl", "SD", "LAC"],
    ["nfl", "OAK", "LV"],
    ["nfl", "WSH", "WAS"],
    ["nfl", "JAC", "JAX"],
    ["nba", "GS", "GSW"],
    ["nba", "UTAH", "UTA"],
    ["nba", "NO", "NOP"],
    ["nba", "BRK", "BKN"],
    ["nhl", "PHX", "ARI"],
    ["nhl", "UTAH", "UTA"],
    ["nhl", "LA", "LAK"],
    ["ncaaf", "ULL", "UL"],
    ["ncaaf", "UMASS", "MASS"],
    ["ncaaf", "TAMC", "ETAM"],
  ];
  for (const [sport, former, current] of moved) {
    assert.equal(findTeam(sport, former)?.abbreviation, current, `${sport} ${former}`);
    assert.equal(teamByAbbreviation(sport, former), null, `${sport} ${former} is no longer written`);
  }
});

test("an FCS opponent is found by its abbreviation, has no team id and is not listed", () => {
  const team = findTeam("ncaaf", "yale");
  assert.equal(team?.name, "Yale Bulldogs");
  assert.equal(team?.teamId, null);
  assert.equal(teamByAbbreviation("ncaaf", "YALE"), team);
  assert.ok(!teamsOf("ncaaf").some((listed) => listed.abbreviation === "YALE"));
  assert.equal(allTeamsOf("ncaaf").filter((listed) => listed.teamId === null).length, 129);
});

test("the teams that came up from FCS since 2022 carry their first FBS season, and no other team does", () => {
  const moved = allTeamsOf("ncaaf").filter((team) => team.fbsFrom !== null);
  assert.deepEqual(Object.fromEntries(moved.map((team) => [team.school, team.fbsFrom])), {
    Delaware: 2025,
    "Jacksonville State": 2023,
    "James Madison": 2022,
    "Kennesaw State": 2024,
    "Missouri State": 2025,
    "North Dakota State": 2026,
    "Sacramento State": 2026,
    "Sam Houston": 2023,
  });
  assert.ok(
    sports.filter((sport) => sport !== "ncaaf").every((sport) => teamsOf(sport).every((team) => team.fbsFrom === null)),
  );
});

test("a club that its league counts as new is a team of its own, and each plays in its own seasons [D-46]", () => {
  assert.deepEqual(
    ["ARI", "UTA"].map((abbreviation) => teamByAbbreviation("nhl", abbreviation)?.name),
    ["Arizona Coyotes", "Utah Mammoth"],
  );
  for (const stated of ["ARI", "UTA"]) {
    assert.deepEqual(
      [2023, 2024, 2025, 2026].map((season) => clubOfSeason("nhl", stated, season)),
      ["ARI", "ARI", "UTA", "UTA"],
    );
  }
  assert.deepEqual([clubOfSeason("mlb", "ATH", 2024), clubOfSeason("nba", "UTA", 2024)], ["ATH", "UTA"]);
  const present = presentTeamsOf("nhl").map(({ abbreviation }) => abbreviation);
  assert.deepEqual([present.length, present.includes("UTA"), present.includes("ARI")], [32, true, false]);
});
