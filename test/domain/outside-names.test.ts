/** The ids and names that other sources have for a team; test/contract/ids.test.ts has those of clubs that moved, test/real/outside-names.test.ts holds them against payloads. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { sports } from "../../src/domain/sports.ts";
import { outsideNamesOf, teamsOf } from "../../src/domain/teams/registry.ts";
import { outsideProviders } from "../../src/domain/teams/team.ts";
import { matchTeam } from "../../src/feed/team-names.ts";
import { sportsByHand } from "../support/sports.ts";

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
