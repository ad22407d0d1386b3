/** The ids and names of teams at other sources are those that stand in their payloads. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "vitest";
import type { OutsideProvider } from "../../src/domain/outside-ids.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import { outsideNamesOf, teamsOf } from "../../src/domain/teams/registry.ts";
import { rawObjects, readRawCsv, readRawText, realPath, withoutRealData } from "../support/real-data.ts";
import { skipIf } from "../support/skip-if.ts";

type Source = OutsideProvider | "the_odds_api";

/** The abbreviation of the team that has a name at a source; null when none has. */
function teamWith(sport: Sport, source: Source, name: string): string | null {
  const found = teamsOf(sport).find((team) => outsideNamesOf(sport, team)[source].includes(name));
  return found?.abbreviation ?? null;
}

describe("teams of other sources, real input", skipIf(withoutRealData), () => {
  test("ESPN: every id that stands beside a team's name is that team's", () => {
    const checked = new Map<Sport, Set<string>>();
    for (const sport of sports) {
      // "Athletics" is the whole name at ESPN, and the city's was longer.
      const byName = new Map(
        teamsOf(sport).flatMap((team) => [team.name, ...team.aliases].map((name) => [name, team.abbreviation])),
      );
      const files = readdirSync(realPath("espn")).filter((name) => name === sport);
      for (const object of files.flatMap((folder) => [...rawObjects("espn", folder)])) {
        const { id, displayName, location } = object;
        if (typeof displayName !== "string" || typeof location !== "string" || id === undefined) continue;
        const abbreviation = byName.get(displayName);
        if (abbreviation === undefined) continue;
        assert.equal(teamWith(sport, "espn", String(id)), abbreviation, `${sport} ${displayName} ${id}`);
        checked.set(sport, (checked.get(sport) ?? new Set()).add(abbreviation));
      }
    }
    for (const [sport, fewest] of Object.entries({ mlb: 29, nfl: 30, ncaaf: 10, nba: 20, nhl: 2 })) {
      const count = checked.get(sport as Sport)?.size ?? 0;
      assert.ok(count >= fewest, `${sport}: ${count} teams were compared`);
    }
  });

  test("MLB StatsAPI: every club that plays in a schedule has its id", () => {
    const byName = new Map(
      teamsOf("mlb").flatMap((team) => [team.name, ...team.aliases].map((name) => [name, team.abbreviation])),
    );
    const seen = new Set<string>();
    for (const { team } of rawObjects("mlb-statsapi")) {
      const { id, name } = (team ?? {}) as { readonly id?: number; readonly name?: string };
      const abbreviation = byName.get(name ?? "");
      if (id === undefined || abbreviation === undefined) continue;
      assert.equal(teamWith("mlb", "mlb", String(id)), abbreviation, `${name} ${id}`);
      seen.add(abbreviation);
    }
    assert.equal(seen.size, 30);
  });

  test("the NHL's web API: every abbreviation of a club in a game of the season is a club's", () => {
    const seen = new Set<string>();
    for (const { gameType, homeTeam, awayTeam } of rawObjects("nhl-api-web")) {
      if (gameType !== 2 && gameType !== 3) continue;
      for (const side of [homeTeam, awayTeam] as { abbrev?: string }[]) {
        if (side?.abbrev === undefined || side.abbrev === "TBD") continue;
        seen.add(side.abbrev);
        assert.equal(teamWith("nhl", "nhl", side.abbrev), side.abbrev);
      }
    }
    assert.ok(seen.size >= 32, `${seen.size} clubs`);
  });

  test("nflverse: every abbreviation in teams, sides and game ids is a club's", () => {
    const rows = readRawCsv(realPath("nflverse", "games.csv"));
    const inRows = rows.flatMap((row) => [
      row.home_team ?? "",
      row.away_team ?? "",
      ...(row.game_id ?? "").split("_").slice(2),
    ]);
    const teams = readRawCsv(realPath("nflverse", "teams.csv")).map((row) => row.team_abbr ?? "");
    const all = new Set([...inRows, ...teams]);
    for (const name of all) assert.notEqual(teamWith("nfl", "nflverse", name), null, name);
    assert.equal(new Set([...all].map((name) => teamWith("nfl", "nflverse", name))).size, 32);
  });

  test("College Football Data: every school of FBS has its name and, as at ESPN, its id", () => {
    const seen = new Set<string>();
    for (const game of rawObjects("cfbd")) {
      for (const side of ["home", "away"]) {
        const [id, name] = [game[`${side}Id`], game[`${side}Team`]];
        if (game[`${side}Classification`] !== "fbs" || typeof name !== "string" || id === undefined) continue;
        const team = teamWith("ncaaf", "cfbd", name);
        assert.notEqual(team, null, name);
        assert.equal(teamWith("ncaaf", "espn", String(id)), team, name);
        seen.add(name);
      }
    }
    assert.equal(seen.size, 133);
  });

  test("Retrosheet: every code in the game logs is a club's", () => {
    const codes = new Set<string>();
    for (const line of readRawText(realPath("retrosheet", "gl2023.txt.gz")).trimEnd().split("\n")) {
      const cells = line.replaceAll('"', "").split(",");
      codes.add(cells[3] ?? "").add(cells[6] ?? "");
    }
    assert.equal(codes.size, 30);
    assert.equal(new Set([...codes].map((code) => teamWith("mlb", "retrosheet", code) ?? assert.fail(code))).size, 30);
  });

  test("The Odds API: every name in the captures is a club's, but for the sides of an All-Star Game", () => {
    const sportOf: Readonly<Record<string, Sport>> = {
      americanfootball_nfl: "nfl",
      baseball_mlb: "mlb",
      basketball_nba: "nba",
    };
    const seen = new Map<Sport, Set<string>>();
    for (const { sport_key: key, home_team: home, away_team: away } of rawObjects("the-odds-api")) {
      const sport = sportOf[String(key)];
      if (sport === undefined) continue;
      const names = seen.get(sport) ?? new Set<string>();
      seen.set(sport, names.add(String(home)).add(String(away)));
    }
    for (const [sport, names] of seen) {
      const clubs = [...names].filter((name) => !/^(?:American|National) League$/.test(name));
      for (const name of clubs) assert.notEqual(teamWith(sport, "the_odds_api", name), null, name);
      assert.ok(clubs.length >= 30, `${sport}: ${clubs.length}`);
    }
    assert.equal(seen.size, 3);
  });
});
