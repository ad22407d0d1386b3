/** Every spelling of a team and every key of a book in the real input is known, or is known not to be covered. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { bookByProviderKey, isKnownNotABook } from "../../src/domain/books.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import { matchTeam } from "../../src/feed/team-names.ts";
import { readRawCsv, readRawText, realPath, withoutRealData } from "../support/real-data.ts";
import { skipIf } from "../support/skip-if.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** The JSON files below a folder of the real input, with their paths. */
function* answers(folder: string): Generator<readonly [path: string, answer: Json]> {
  const names = readdirSync(realPath(folder), { recursive: true, encoding: "utf8" });
  for (const name of names.filter((each) => /\.json(?:\.gz)?$/.test(each)).sort()) {
    yield [join(folder, name), JSON.parse(readRawText(realPath(folder, name)).replace(/^\ufeff/, "")) as Json];
  }
}

/** Every object of an answer, also of one that is written as a text inside another. */
function* objectsIn(value: Json | undefined): Generator<JsonObject> {
  if (typeof value === "string" && /^[[{]/.test(value)) yield* objectsIn(textAsJson(value));
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as JsonObject;
  for (const each of Object.values(value)) yield* objectsIn(each as Json);
}

function textAsJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The spellings that no team has, in order. */
function unknown(sport: Sport, spellings: Iterable<Json | undefined>): string[] {
  const all = new Set([...spellings].filter((each) => typeof each === "string"));
  assert.ok(all.size > 0);
  return [...all].filter((each) => matchTeam(sport, each) === null).sort();
}

describe("spellings in the real input", skipIf(withoutRealData), () => {
  test("The Odds API: of the teams only the all-stars are unknown, and no book is", () => {
    const sportKeys: Readonly<Record<string, Sport>> = {
      baseball_mlb: "mlb",
      americanfootball_nfl: "nfl",
      basketball_nba: "nba",
    };
    const names = new Map<Sport, Set<string>>();
    const books = new Set<string>();
    for (const [path, answer] of answers("the-odds-api")) {
      for (const each of objectsIn(answer)) {
        if (typeof each.sport_key === "string") {
          const sport = sportKeys[each.sport_key];
          assert.ok(sport !== undefined, `${path}: ${each.sport_key}`);
          const ofSport = names.get(sport) ?? new Set();
          names.set(sport, ofSport.add(String(each.home_team)).add(String(each.away_team)));
        } else if (Array.isArray(each.markets)) books.add(String(each.key));
      }
    }
    const found = sports.flatMap((sport) => (names.has(sport) ? unknown(sport, names.get(sport) ?? []) : []));
    assert.deepEqual(found, ["American League", "National League"]);
    assert.deepEqual(
      [...books].filter((key) => bookByProviderKey(key) === null),
      [],
    );
  });

  test("College Football Data: every FBS and FCS team is known, and every provider of lines is a book or known not to be", () => {
    const names = new Set<string>();
    const providers = new Set<string>();
    for (const [, answer] of answers("cfbd")) {
      for (const each of objectsIn(answer)) {
        if (typeof each.provider === "string") providers.add(each.provider);
        for (const side of ["home", "away"]) {
          if (/^f[bc]s$/.test(String(each[`${side}Classification`]))) names.add(String(each[`${side}Team`]));
        }
      }
    }
    assert.ok(names.size > 250, `${names.size}`);
    assert.deepEqual(unknown("ncaaf", names), []);
    assert.deepEqual(
      [...providers].filter((name) => bookByProviderKey(name) === null && !isKnownNotABook(name)),
      [],
    );
  });

  test("nflverse and the NBA results: every abbreviation and name is known", () => {
    const games = readRawCsv(realPath("nflverse", "games.csv"));
    assert.deepEqual(
      unknown(
        "nfl",
        games.flatMap((row) => [row.home_team, row.away_team]),
      ),
      [],
    );
    const teams = readRawCsv(realPath("nflverse", "teams.csv"));
    assert.deepEqual(
      unknown(
        "nfl",
        teams.flatMap((row) => [row.team_abbr, row.team_name]),
      ),
      [],
    );
    const results = ["results_2023-24.csv", "results_2023-05.csv"].flatMap((file) =>
      readRawCsv(realPath("nba-results", file)),
    );
    assert.deepEqual(
      unknown(
        "nba",
        results.flatMap((row) => [row.home, row.away]),
      ),
      [],
    );
  });

  test("ESPN: names and abbreviations are known but for the Pro Bowl's and a team to be decided", () => {
    const names = new Map<string, Set<Json | undefined>>();
    for (const [path, answer] of answers("espn")) {
      const sport = path.split("/")[1]?.split(/[._]/)[0] ?? "";
      for (const { competitors } of objectsIn(answer)) {
        for (const competitor of Array.isArray(competitors) ? competitors : []) {
          const team = objectOf(objectOf(competitor as Json).team);
          const ofSport = names.get(sport) ?? new Set();
          names.set(sport, ofSport.add(team.displayName).add(team.abbreviation));
        }
      }
    }
    assert.deepEqual([...names.keys()].sort(), [...sports].sort());
    for (const sport of sports) {
      const expected = sport === "nfl" ? ["AFC", "NFC", "TBD"] : [];
      assert.deepEqual(unknown(sport, names.get(sport) ?? []), expected, sport);
    }
  });

  test("the NHL's web API: every team of game types 2 and 3 is known, but for one to be decided", () => {
    const names = new Set<Json | undefined>();
    for (const [, answer] of answers("nhl-api-web")) {
      for (const each of objectsIn(answer)) {
        if (each.gameType !== 2 && each.gameType !== 3) continue;
        for (const side of ["homeTeam", "awayTeam"]) names.add(objectOf(each[side]).abbrev);
      }
    }
    assert.deepEqual(unknown("nhl", names), ["TBD"]);
  });
});
