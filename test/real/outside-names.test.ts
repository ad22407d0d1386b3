/** The ids and names of teams at other sources are those that stand in their payloads. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import type { Sport } from "../../src/domain/sports.ts";
import { outsideNamesOf, teamsOf } from "../../src/domain/teams/registry.ts";
import type { OutsideProvider } from "../../src/domain/teams/team.ts";
import { skipIf } from "../support/skip-if.ts";
import { rawObjects, readRawCsv, readRawText, realPath, withoutRealData } from "./real-data.ts";

type Source = OutsideProvider | "the_odds_api";

/** The abbreviation of the team that has a name at a source; null when none has. */
function teamWith(sport: Sport, source: Source, name: string): string | null {
  const found = teamsOf(sport).find((team) => outsideNamesOf(sport, team)[source].includes(name));
  return found?.abbreviation ?? null;
}

/** The abbreviation of each team by its names; "Athletics" is the whole name at ESPN, and the city's was longer. */
const abbreviations = (sport: Sport) =>
  new Map(teamsOf(sport).flatMap((team) => [team.name, ...team.aliases].map((name) => [name, team.abbreviation])));

type Named = readonly [name: unknown, abbreviation: string | undefined];

function* ofEspn(sport: Sport): Generator<Named> {
  const known = abbreviations(sport);
  for (const { id, displayName, location } of rawObjects("espn", sport))
    if (typeof location === "string" && id !== undefined) yield [id, known.get(String(displayName))];
}

function* ofStatsapi(): Generator<Named> {
  const known = abbreviations("mlb");
  for (const { team } of rawObjects("mlb-statsapi")) {
    const { id, name } = (team ?? {}) as { readonly id?: number; readonly name?: string };
    if (id !== undefined) yield [id, known.get(name ?? "")];
  }
}

function* ofNhl(): Generator<Named> {
  for (const { gameType, homeTeam, awayTeam } of rawObjects("nhl-api-web")) {
    if (gameType !== 2 && gameType !== 3) continue;
    for (const side of [homeTeam, awayTeam] as { abbrev?: string }[])
      if (side?.abbrev !== "TBD") yield [side?.abbrev, side?.abbrev];
  }
}

function* ofCfbd(field: "Id" | "Team"): Generator<Named> {
  for (const game of rawObjects("cfbd")) {
    for (const side of ["home", "away"]) {
      const name = game[`${side}Team`];
      if (game[`${side}Classification`] !== "fbs" || typeof name !== "string") continue;
      yield [game[`${side}${field}`], teamWith("ncaaf", "cfbd", name) ?? assert.fail(name)];
    }
  }
}

/** Where nothing but a name is stated, that a team has it. */
function* namesOf(sport: Sport, source: Source, names: Iterable<unknown>): Generator<Named> {
  for (const name of names) yield [name, teamWith(sport, source, String(name)) ?? assert.fail(String(name))];
}

function* nflverseNames(): Generator<unknown> {
  for (const row of readRawCsv(realPath("nflverse", "games.csv")))
    yield* [row.home_team, row.away_team, ...(row.game_id ?? "").split("_").slice(2)];
  for (const row of readRawCsv(realPath("nflverse", "teams.csv"))) yield row.team_abbr;
}

function* retrosheetNames(): Generator<unknown> {
  for (const line of readRawText(realPath("retrosheet", "gl2023.txt.gz")).trimEnd().split("\n")) {
    const cells = line.replaceAll('"', "").split(",");
    yield* [cells[3], cells[6]];
  }
}

function* oddsApiNames(wanted: string): Generator<unknown> {
  for (const { sport_key: key, home_team: home, away_team: away } of rawObjects("the-odds-api"))
    if (key === wanted) yield* [home, away].filter((name) => !/^(?:American|National) League$/.test(String(name)));
}

/** Each source with the fewest teams that its files name. */
const sources: readonly (readonly [Sport, Source, fewest: number, () => Iterable<Named>])[] = [
  ["mlb", "espn", 29, () => ofEspn("mlb")],
  ["nfl", "espn", 30, () => ofEspn("nfl")],
  ["ncaaf", "espn", 10, () => ofEspn("ncaaf")],
  ["nba", "espn", 20, () => ofEspn("nba")],
  ["nhl", "espn", 2, () => ofEspn("nhl")],
  ["mlb", "mlb", 30, ofStatsapi],
  ["nhl", "nhl", 32, ofNhl],
  ["ncaaf", "cfbd", 133, () => ofCfbd("Team")],
  ["ncaaf", "espn", 133, () => ofCfbd("Id")],
  ["nfl", "nflverse", 32, () => namesOf("nfl", "nflverse", nflverseNames())],
  ["mlb", "retrosheet", 30, () => namesOf("mlb", "retrosheet", retrosheetNames())],
  ["nfl", "the_odds_api", 30, () => namesOf("nfl", "the_odds_api", oddsApiNames("americanfootball_nfl"))],
  ["mlb", "the_odds_api", 30, () => namesOf("mlb", "the_odds_api", oddsApiNames("baseball_mlb"))],
  ["nba", "the_odds_api", 30, () => namesOf("nba", "the_odds_api", oddsApiNames("basketball_nba"))],
];

describe("teams of other sources, real input", skipIf(withoutRealData), () => {
  test.each(sources)("%s at %s: what stands for a team in its files is that team's", (sport, source, fewest, read) => {
    const seen = new Set<string>();
    for (const [name, abbreviation] of read()) {
      if (name === undefined || abbreviation === undefined) continue;
      assert.equal(teamWith(sport, source, String(name)), abbreviation, `${sport} ${name}`);
      seen.add(abbreviation);
    }
    assert.ok(seen.size >= fewest, `${seen.size} teams were compared`);
  });
});
