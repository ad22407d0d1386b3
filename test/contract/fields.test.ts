/** The tables of fields of service.md, read as they stand, against what the endpoints answer about the sample. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import type { SeasonRow, SportRow, TeamRow } from "../../src/contract/lists/reference.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import { openSampleOf } from "../support/sample-api.ts";
import { fieldTables } from "../support/service-fields.ts";

const api = await openSampleOf(25);
afterAll(() => api[Symbol.asyncDispose]());

async function rowsOf<Row>(url: string): Promise<Row[]> {
  const { status, body, text } = await api.get(url);
  assert.equal(status, 200, text);
  return body.data;
}
async function ofSports<Row>(urlOf: (sport: Sport) => string): Promise<Row[]> {
  return (await Promise.all(sports.map((sport) => rowsOf<Row>(urlOf(sport))))).flat();
}

const games = await ofSports<Game>((sport) => `/v1/games?sport=${sport}&limit=1000`);
const odds = await ofSports<OddsRow>((sport) => `/v1/odds?sport=${sport}&from=2000-01-01&limit=1000`);
const details: GameDetail[] = [];
for (const { game_id } of games) details.push((await api.get(`/v1/games/${game_id}`)).body.data);
const sportRows = await rowsOf<SportRow>("/v1/sports");
const seasons = await ofSports<SeasonRow>((sport) => `/v1/seasons?sport=${sport}`);
const teamsOf = new Map<string, TeamRow[]>();
for (const sport of sports) teamsOf.set(sport, await rowsOf(`/v1/teams?sport=${sport}`));

type Check = (value: unknown, at: string) => void;
type Members = Map<string, Check>;

const orNull =
  (check: Check): Check =>
  (value, at) => {
    if (value !== null) check(value, at);
  };

/** Exactly these members, in this order. */
function object(members: Members): Check {
  return (value, at) => {
    assert.ok(typeof value === "object" && value !== null, `${at} is no object`);
    assert.deepEqual(Object.keys(value), [...members.keys()], at);
    for (const [name, check] of members) check((value as Record<string, unknown>)[name], `${at}.${name}`);
  };
}

function listOf(check: Check): Check {
  return (value, at) => {
    assert.ok(Array.isArray(value), `${at} is no list`);
    for (const [index, item] of value.entries()) check(item, `${at}[${index}]`);
  };
}

/** "integer or null", with what the row says besides. */
function scalar(type: string, notes: string): Check {
  const [, kind = "", nullable] = /^(integer|number|string|boolean|enum)\b( or null)?/.exec(type) ?? assert.fail(type);
  const check: Check = (value, at) => {
    if (kind === "integer") assert.ok(Number.isSafeInteger(value), `${at}: ${value}`);
    else assert.equal(typeof value, kind === "enum" ? "string" : kind, at);
    assert.ok(!Object.is(value, -0), at);
    if (kind === "enum" && notes !== "") assert.ok(notes.includes(String(value)), `${at}: ${value}`);
    if (notes === "YYYY-MM-DD") assert.match(String(value), /^\d{4}-\d\d-\d\d$/, at);
    if (notes === "ISO-8601 UTC") assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, at);
  };
  return nullable === undefined ? check : orNull(check);
}

const scorePeriods = "q1 q2 q3 q4 1h 2h p1 p2 p3 inn1 inn5 ot".split(" ");
const periodScores: Check = (value, at) => {
  const side = scalar("integer or null", "");
  for (const [period, score] of Object.entries(value as object)) {
    assert.ok(scorePeriods.includes(period), `${at}: ${period}`);
    object(new Map([["home", side] as const, ["away", side] as const]))(score, `${at}.${period}`);
  }
};

/** The members named in words: "`season` integer; `status` enum published or in_progress". */
function namedMembers(words: string): Members {
  const each = / each (boolean or null)$/.exec(words)?.[1];
  return new Map(
    [...words.matchAll(/`(\w+)`( (?:integer|number|string|boolean|enum)(?: or null)?)?/g)]
      .filter(([, , type]) => type !== undefined || each !== undefined)
      .map(([, name = "", type = each ?? ""]) => [name, scalar(type.trim(), "")]),
  );
}

function checkOf(name: string, type: string, notes: string): Check {
  const [, named = "", suffix = ""] = /^(\w+)(\[\]| or null)?/.exec(type) ?? [];
  if (name === "period_scores") return periodScores;
  if (type.startsWith("MoneylineSet")) return moneyline;
  if (named === "object" && notes.startsWith("see below")) {
    const check = object(membersOf(name));
    return /null when/.test(notes) ? orNull(check) : check;
  }
  const isTable = fieldTables.some(({ resource }) => resource === named);
  if (isTable || named === "object") {
    const check = object(isTable ? membersOf(named) : namedMembers(notes));
    if (suffix === "[]") return listOf(check);
    return suffix === "" ? check : orNull(check);
  }
  if (suffix === "[]") return listOf(scalar(named, ""));
  const groups = [...type.matchAll(/([a-z_, ]+) \((\w+ or null)\)/g)];
  if (!/^\w+, /.test(type)) return scalar(type, notes);
  return object(
    new Map(
      groups.flatMap(([, names = "", of = ""]) =>
        names.split(",").map((each) => [each.trim(), scalar(of, "")] as const),
      ),
    ),
  );
}

const moneyline = object(
  new Map(["home_open", "home_close", "away_open", "away_close"].map((name) => [name, scalar("integer or null", "")])),
);

/** The members that a resource's table names; those under a dot are objects of their own. */
function membersOf(resource: string): Members {
  const rows = fieldTables.find((table) => table.resource === resource)?.rows ?? assert.fail(resource);
  const members: Members = new Map(resource === "GameDetail" ? membersOf("Game") : []);
  const inside = new Map<string, Members>();
  for (const row of rows) {
    const [names = "", type = "", notes = ""] = row.split(" | ");
    let prefix = "";
    for (const dotted of names.split(", ")) {
      const [head = "", tail] = dotted.split(".");
      if (tail !== undefined) prefix = head;
      const leaf = tail ?? head;
      if (prefix === "") members.set(leaf, checkOf(leaf, type, notes));
      else {
        const group: Members = inside.get(prefix) ?? new Map();
        if (!inside.has(prefix)) members.set(prefix, object(group));
        inside.set(prefix, group.set(leaf, checkOf(leaf, type, notes)));
      }
    }
  }
  return members;
}

const answered: Readonly<Record<string, readonly unknown[]>> = {
  Side: games.flatMap(({ home, away }) => [home, away]),
  Venue: games.map(({ venue }) => venue).filter((venue) => venue !== null),
  Game: games,
  result: games.map(({ result }) => result),
  consensus: games.map(({ consensus }) => consensus).filter((consensus) => consensus !== null),
  GameDetail: details,
  BookOdds: details.flatMap(({ books }) => books),
  PeriodOdds: details.flatMap(({ period_odds }) => period_odds),
  OddsRow: odds,
  Sport: sportRows,
  Season: seasons,
  Team: [...teamsOf.values()].flat(),
};

for (const { resource } of fieldTables) {
  test(`the members of ${resource} are those of its table, each of its type`, () => {
    const values = answered[resource] ?? [];
    assert.ok(values.length > 0, resource);
    const check = object(membersOf(resource));
    for (const [index, value] of values.entries()) check(value, `${resource} ${index}`);
  });
}

test("a sport's seasons, last game and teams are what the other lists say", () => {
  assert.deepEqual(
    sportRows.map(({ sport }) => sport),
    sports,
  );
  for (const row of sportRows) {
    const own = seasons.filter(({ sport }) => sport === row.sport);
    assert.deepEqual(
      row.seasons.map(({ games_with_closing_line: _, ...rest }) => rest),
      own.map(({ season, status, first_game, last_game, games: count }) => {
        return { season, status, first_game, last_game, games: count };
      }),
    );
    const dates = games.filter(({ sport }) => sport === row.sport).map(({ game_date }) => game_date);
    assert.equal(row.last_completed_game, dates.sort().at(-1) ?? null);
    assert.equal(row.teams, teamsOf.get(row.sport)?.length);
  }
});

test("a season's row counts and dates the games of its list", () => {
  for (const row of seasons) {
    const own = games.filter(({ sport, season }) => sport === row.sport && season === row.season);
    const dates = own.map(({ game_date }) => game_date).sort();
    const postseason = own.filter(({ season_type }) => season_type === "postseason").length;
    assert.deepEqual(
      [row.games, row.regular_season_games, row.postseason_games, row.first_game, row.last_game],
      [own.length, own.length - postseason, postseason, dates.at(0), dates.at(-1)],
    );
  }
  assert.equal(
    seasons.reduce((sum, row) => sum + row.games, 0),
    games.length,
  );
});

test("a side's abbreviation and id are those of the teams list", () => {
  for (const { sport, home, away } of games) {
    for (const side of [home, away]) {
      const team = teamsOf.get(sport)?.find(({ abbreviation }) => abbreviation === side.abbreviation);
      // An FCS opponent is no team of the list.
      assert.equal(side.team_id, team?.team_id ?? null, `${sport} ${side.abbreviation}`);
      if (team === undefined) assert.equal(sport, "ncaaf");
      else assert.equal(side.name, team.name);
    }
  }
});

test("every odds row joins its game by game_id, and repeats its date, start and teams", () => {
  const byId = new Map(games.map((game) => [game.game_id, game]));
  assert.equal(byId.size, games.length);
  assert.ok(odds.length > 1000);
  for (const row of odds) {
    const game = byId.get(row.game_id) ?? assert.fail(row.game_id);
    assert.deepEqual(
      [row.sport, row.game_date, row.start_time, row.home, row.away],
      [game.sport, game.game_date, game.start_time, game.home.abbreviation, game.away.abbreviation],
    );
  }
  assert.equal(new Set(odds.map((row) => `${row.game_id} ${row.book_id}`)).size, odds.length);
});

test("odds are integers, and lines are decimals", () => {
  const lines: number[] = [];
  for (const row of odds) {
    for (const [group, members] of Object.entries({ ...row, result: {} })) {
      if (typeof members !== "object" || members === null) continue;
      for (const [name, value] of Object.entries(members as Record<string, number | null>)) {
        if (value === null) continue;
        const isLine = !name.includes("juice") && group !== "moneyline";
        if (isLine) lines.push(value);
        else assert.ok(Number.isInteger(value) && (value <= -101 || value >= 100), `${group}.${name} ${value}`);
      }
    }
  }
  assert.ok(lines.some((line) => !Number.isInteger(line)) && lines.every(Number.isFinite));
});
