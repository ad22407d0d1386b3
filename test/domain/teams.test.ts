/** Teams, and the ids and names that other sources have for them; test/contract/ids.test.ts has those of clubs that moved, test/real/outside-names.test.ts holds them against payloads. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { type Sport, sports } from "../../src/domain/sports.ts";
import {
  allTeamsOf,
  clubOfSeason,
  findTeam,
  outsideNamesOf,
  presentTeamsOf,
  teamByAbbreviation,
  teamsOf,
} from "../../src/domain/teams/registry.ts";
import { outsideProviders } from "../../src/domain/teams/team.ts";
import { matchTeam } from "../../src/feed/team-names.ts";
import { sportsByHand } from "../support/sports.ts";

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

test("no team id is given twice in any sport, and those that callers may have stored never change", () => {
  assert.deepEqual(repeated(sports.flatMap((sport) => teamsOf(sport).map((team) => String(team.teamId)))), []);
  const stored: Readonly<Record<Sport, string>> = {
    mlb: "101 ARI, 113 KC, 130 WSH",
    nfl: "201 ARI, 219 LAR, 232 WAS",
    ncaaf: "1001 AFA, 1003 ALA, 1138 WYO",
    nba: "301 ATL, 330 WAS",
    nhl: "401 ANA, 428 UTA, 432 WPG, 433 ARI",
  };
  for (const sport of sports) {
    for (const [id = "", abbreviation] of stored[sport].split(", ").map((each) => each.split(" "))) {
      assert.equal(findTeam(sport, id)?.abbreviation, abbreviation, id);
    }
  }
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

test("old and rival abbreviations resolve to the team of today, and are no longer written", () => {
  const moved: Readonly<Record<Sport, string>> = {
    mlb: "OAK ATH, CHW CWS, WAS WSH, AZ ARI",
    nfl: "LA LAR, STL LAR, SD LAC, OAK LV, WSH WAS, JAC JAX",
    ncaaf: "ULL UL, UMASS MASS, TAMC ETAM",
    nba: "GS GSW, UTAH UTA, NO NOP, BRK BKN",
    nhl: "PHX ARI, UTAH UTA, LA LAK",
  };
  for (const sport of sports) {
    for (const [former = "", current] of moved[sport].split(", ").map((each) => each.split(" "))) {
      assert.equal(findTeam(sport, former)?.abbreviation, current, `${sport} ${former}`);
      assert.equal(teamByAbbreviation(sport, former), null, `${sport} ${former}`);
    }
  }
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

const sources = [...outsideProviders, "the_odds_api"] as const;

test("every team has a name at every source of its sport, but at The Odds API's for colleges, which are not known", () => {
  for (const sport of sports) {
    for (const team of teamsOf(sport)) {
      const names = outsideNamesOf(sport, team);
      assert.deepEqual(Object.keys(names), sources);
      assert.deepEqual(
        sources.filter((source) => names[source].length > 0),
        sportsByHand[sport].teamSources,
        `${sport} ${team.abbreviation}`,
      );
    }
  }
});

test("no two teams of a sport share an id or name of a source, and none has one twice", () => {
  for (const sport of sports) {
    for (const source of sources) {
      const all = teamsOf(sport).flatMap((team) => outsideNamesOf(sport, team)[source]);
      assert.equal(new Set(all).size, all.length, `${sport} ${source}`);
    }
  }
});

test("every name that is not a number leads back to the team in the feed, the former ones too", () => {
  for (const sport of sports) {
    for (const team of teamsOf(sport)) {
      const names = Object.values(outsideNamesOf(sport, team)).flat();
      for (const name of names.filter((each) => !/^\d+$/.test(each))) {
        assert.equal(matchTeam(sport, name)?.abbreviation, team.abbreviation, `${sport} ${name}`);
      }
    }
  }
});
