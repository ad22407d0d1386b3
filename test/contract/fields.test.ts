/** The tables of fields of service.md against what the endpoints answer about the sample; test/oracle/pages.test.ts has rows of odds and the odds of a game. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Game } from "../../src/contract/lists/games.ts";
import type { TeamRow } from "../../src/contract/lists/reference.ts";
import { sports } from "../../src/domain/sports.ts";
import { closedAfterAll } from "../support/api.ts";
import { openSmallSampleApi } from "../support/sample.ts";

/** Members in their order, each with its type: `?` is "or null", and what begins with a capital letter is an object of this table. */
const tables: Readonly<Record<string, string>> = {
  Side: "team_id:integer? abbreviation:string? name:string? score:integer?",
  Venue: "venue_id:integer? name:string? city:string? indoor:boolean?",
  Result: "margin_home:integer? home_covered:boolean? went_over:boolean? favorite:home|away?",
  Moneyline: "home_open:integer? home_close:integer? away_open:integer? away_close:integer?",
  Spread:
    "open:number? close:number? home_juice_open:integer? home_juice_close:integer? away_juice_open:integer? away_juice_close:integer?",
  ClosingTotal: "open:number? close:number? over_juice_close:integer? under_juice_close:integer?",
  Consensus: "moneyline:Moneyline spread:Spread total:ClosingTotal",
  Game:
    "game_id:string sport:mlb|nfl|ncaaf|nba|nhl season:integer season_type:regular|postseason? week:integer? game_date:date " +
    "start_time:time status:final home:Side away:Side neutral_site:boolean? overtime:boolean? venue:Venue? referee:string? " +
    "result:Result consensus:Consensus?",
  Weather: "temp_f:number? wind_mph:number? wind_direction:string? condition:string?",
  SportSeason:
    "season:integer status:published|in_progress first_game:date? last_game:date? games:integer games_with_closing_line:integer",
  Sport:
    "sport:mlb|nfl|ncaaf|nba|nhl name:string season_label:string seasons:SportSeason[] bet_types:string[] " +
    "last_completed_game:date? teams:integer",
  Season:
    "sport:mlb|nfl|ncaaf|nba|nhl season:integer status:published|in_progress first_game:date? last_game:date? games:integer " +
    "regular_season_games:integer? postseason_games:integer? weeks:integer?",
  Team:
    "team_id:integer abbreviation:string name:string city:string? school:string? mascot:string? conference:string? " +
    "division:string? logo_url:string?",
};
const detail = `${tables.Game} period_scores:periods weather:Weather? books:object[] period_odds:object[]`;
const periods = "q1|q2|q3|q4|1h|2h|p1|p2|p3|inn1|inn5|ot".split("|");

/** Fails unless a value is of its type; of objects these members, in this order. */
function check(value: unknown, type: string, at: string): void {
  if (type.endsWith("?")) {
    if (value !== null) check(value, type.slice(0, -1), at);
  } else if (type.endsWith("[]")) {
    assert.ok(Array.isArray(value), at);
    for (const each of value) check(each, type.slice(0, -2), at);
  } else if (type === "periods") {
    for (const [period, score] of Object.entries(value as object)) {
      assert.ok(periods.includes(period), `${at}: ${period}`);
      checkMembers(score, "home:integer? away:integer?", at);
    }
  } else if (tables[type] !== undefined) checkMembers(value, tables[type], at);
  else if (type === "integer") assert.ok(Number.isSafeInteger(value) && !Object.is(value, -0), `${at}: ${value}`);
  else if (type === "date") assert.match(String(value), /^\d{4}-\d\d-\d\d$/, at);
  else if (type === "time") assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, at);
  else if (["number", "string", "boolean", "object"].includes(type)) assert.equal(typeof value, type, at);
  else assert.ok(type.split("|").includes(String(value)), `${at}: ${value}`);
}

function checkMembers(value: unknown, members: string, at: string): void {
  const types = members.split(" ").map((member) => member.split(":") as [name: string, type: string]);
  assert.ok(typeof value === "object" && value !== null, `${at} is no object`);
  assert.deepEqual(
    Object.keys(value),
    types.map(([name]) => name),
    at,
  );
  for (const [name, type] of types) check((value as Record<string, unknown>)[name], type, `${at}.${name}`);
}

const api = closedAfterAll(await openSmallSampleApi(25));

async function rowsOf<Row>(url: string): Promise<Row[]> {
  const { status, body, text } = await api.get(`/v1/${url}`);
  assert.equal(status, 200, text);
  return body.data;
}

for (const sport of sports) {
  test(`rows of ${sport} have the members of their tables, each of its type; a side is a team of the list`, async () => {
    const teams = await rowsOf<TeamRow>(`teams?sport=${sport}`);
    check(teams, "Team[]", "teams");
    check(await rowsOf(`seasons?sport=${sport}`), "Season[]", "seasons");
    const games = await rowsOf<Game>(`games?sport=${sport}&limit=1000`);
    check(games, "Game[]", "games");
    assert.ok(games.length > 0);
    for (const { game_id: id, home, away } of games) {
      checkMembers((await api.get(`/v1/games/${id}`)).body.data, detail, id);
      for (const side of [home, away]) {
        const team = teams.find(({ abbreviation }) => abbreviation === side.abbreviation);
        // An FCS opponent is no team of the list.
        if (team === undefined) assert.deepEqual([side.team_id, sport], [null, "ncaaf"], id);
        else assert.deepEqual([side.team_id, side.name], [team.team_id, team.name], id);
      }
    }
  });
}

test("a row of a sport has the members of its table", async () => {
  check(await rowsOf("sports"), "Sport[]", "sports");
});
