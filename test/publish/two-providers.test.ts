/** Of several providers the best ranked one is believed, and others fill what it lacks: officials, weeks, starters, ids, and clubs by their seasons. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { GameDetail } from "../../src/contract/lists/games.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import type { Starter } from "../../src/domain/teams/team.ts";
import { readCanonicalLine } from "../../src/feed/canonical.ts";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { firstNight, nextNight, openNight } from "../support/nights.ts";
import {
  publishedDetails,
  publishedGames,
  publishedLeagues,
  publishedOddsRows,
  publishedValues,
} from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const at = "2026-01-01T00:00:00Z";
const mlb: Partial<GameRecord> = {
  sport: "mlb",
  season: 2025,
  game_date: "2025-07-04",
  start_time: "2025-07-04T23:10:00Z",
  home: "BOS",
  away: "NYY",
};
const unknown = { line_score: null, overtime: null, referee: null, weather: null, neutral_site: null } as const;
const statsapi = gameRecord({
  ...mlb,
  ...unknown,
  provider: "mlb-statsapi",
  game_id: "1",
  venue: { venue_id: "3", name: "Fenway Park", city: null, indoor: null },
});
const espn = gameRecord({
  ...mlb,
  provider: "espn",
  game_id: "2",
  referee: "P. Umpire",
  line_score: { home: [5, 0, 0, 0, 0, 0, 0, 0, null], away: [4, 0, 0, 0, 0, 0, 0, 0, 0] },
  venue: { venue_id: "2", name: "Fenway", city: "Boston", indoor: false },
  weather: { temp_f: 71, wind_mph: null, wind_direction: null, condition: "Clear" },
});

async function detailsOf(...records: readonly GameRecord[]): Promise<GameDetail[]> {
  const { database } = await firstNight(at, ...records.map((record) => items(record)));
  return publishedDetails(database);
}

test("officials, line score, weather, venue and neutral site come from whoever knows them, in either order", async () => {
  for (const order of [
    [statsapi, espn],
    [espn, statsapi],
  ]) {
    const [only, ...others] = await detailsOf(...order);
    assert.equal(others.length, 0);
    assert.deepEqual([only?.referee, only?.neutral_site, only?.overtime], ["P. Umpire", false, false]);
    assert.deepEqual(only?.period_scores.inn1, { home: 5, away: 4 });
    assert.deepEqual(only?.weather, espn.weather);
    const { venue_id: _, ...venue } = only?.venue ?? { venue_id: null };
    assert.deepEqual(venue, { name: "Fenway Park", city: "Boston", indoor: false });
  }
});

test("the week of football comes from whoever knows it", async () => {
  const football = { sport: "nfl", season: 2025, home: "PHI", away: "DAL", line_score: null, overtime: null } as const;
  const nflverse = gameRecord({ ...football, provider: "nflverse", game_id: "1", game_date: "2025-09-04", week: null });
  const games = await detailsOf(nflverse, { ...nflverse, provider: "espn", game_id: "2", week: 1 });
  assert.deepEqual(
    games.map(({ week }) => week),
    [1],
  );
});

const lou: Starter = { id: "11", name: "Lou Left", hand: "L" };
const sam: Starter = { id: "21", name: "Sam Switch", hand: "S" };
const retrosheet = gameRecord({
  ...mlb,
  provider: "retrosheet",
  game_id: "BOS202507040",
  start_time: null,
  starters: {
    home: { id: "leftl001", name: "Louis Left", hand: null },
    away: { id: "swits001", name: "S", hand: null },
  },
});

async function night(database: Database, ...records: readonly GameRecord[]) {
  await nextNight(database, at, items(...records));
  const [values, ...others] = await publishedValues(database);
  assert.equal(others.length, 0);
  return values ?? assert.fail("nothing is published");
}

test("the best ranked provider that names a side's starter is believed, with its id and its hand [A-17]", async () => {
  const leagues = { ...statsapi, starters: { home: lou, away: null } };
  const { starters } = await night(await openNight(), leagues, retrosheet);
  assert.deepEqual(starters, { home: lou, away: retrosheet.starters?.away });
  const unnamed = await night(await openNight(), statsapi);
  assert.deepEqual(unnamed.starters, { home: null, away: null });
});

test("a starter alone makes a new release of the season, of which no answer on the game and no change tells", async () => {
  const database = await openNight();
  await night(database, statsapi);
  const [before, details] = [await readNewestRelease(database.kysely), await publishedDetails(database)];
  const { starters } = await night(database, { ...statsapi, starters: { home: lou, away: sam } });
  assert.deepEqual(starters, { home: lou, away: sam });
  const after = await readNewestRelease(database.kysely);
  const revisions = [before, after].map((release) => release?.manifest.seasons[0]?.revision);
  assert.deepEqual(revisions, [1, 2]);
  assert.deepEqual(await publishedDetails(database), details);
  const changes = await tablesOf<ReleaseTables>(database.kysely).selectFrom("archive_changes").selectAll().execute();
  assert.deepEqual(
    changes.map(({ revision, change }) => [revision, change]),
    [[1, "added"]],
  );
});

/** The Coyotes of Arizona and Utah are two clubs, each in its own seasons [D-46]. */
const clubsAt = "2026-06-01T00:00:00Z";
const nhl = { sport: "nhl", overtime: null, referee: null, venue: null, home: "NJD" } as const;
const ofClubs = [
  { season: 2024, date: "2023-10-13", club: "ARI" },
  { season: 2025, date: "2024-10-14", club: "UTA" },
] as const;
const startOf = (date: string) => `${date}T23:00:00Z`;

function game(date: string, season: number, away: string) {
  return gameRecord({ ...nhl, game_id: `g${season}`, season, away, game_date: date, start_time: startOf(date) });
}

function quote(date: string, away: string) {
  const seen = { event_id: `e${date}`, start_time: startOf(date), captured_at: `${date}T12:00:00Z` };
  return quoteRecord({ ...seen, sport: "nhl", home: "NJD", away, line: -1.5 });
}

test("games of either season have their own club, by whatever name a provider goes on calling it, and teams list both", async () => {
  const lines = ofClubs.flatMap(({ season, date }) =>
    ["Arizona Coyotes", "Utah Hockey Club", "UTA"].map((name, index) => {
      const line = { ...game(date, season, name), provider: `office ${index}` };
      return readCanonicalLine(JSON.stringify(line), { file: "f", lineNumber: 1, nowMs: Date.parse(clubsAt) });
    }),
  );
  const quotes = items(...ofClubs.map(({ date, club }) => quote(date, club)));
  const { database } = await firstNight(clubsAt, [...lines, ...quotes]);
  const awayOfOdds = new Map((await publishedOddsRows(database)).map((row) => [row.game_id, row.away]));
  assert.deepEqual(
    (await publishedGames(database)).map(
      ({ game_id: id, away }) => `${id} ${away.team_id} ${away.abbreviation} ${away.name}, odds ${awayOfOdds.get(id)}`,
    ),
    ["NHL-20231013-ARI-NJD 433 ARI Arizona Coyotes, odds ARI", "NHL-20241014-UTA-NJD 428 UTA Utah Mammoth, odds UTA"],
  );
  const { teams } = await publishedLeagues(database);
  assert.deepEqual(
    teams
      .filter(({ team_id: id, city }) => id > 400 && id < 500 && /Salt|Tempe/.test(city ?? ""))
      .map((row) => `${row.team_id} ${row.abbreviation} ${row.city}`),
    ["428 UTA Salt Lake City", "433 ARI Tempe"],
  );
});

const noIds = { nflverse: null, espn: null, mlb: null, nhl: null, cfbd: null, retrosheet: null, the_odds_api: [] };

/** The ids of the only game that is published of records and quotes. */
async function idsOf(records: readonly GameRecord[], quotes: readonly QuoteRecord[] = []) {
  const { database } = await firstNight(at, items(...records, ...quotes));
  const [game, ...others] = await publishedValues(database);
  assert.deepEqual(others, []);
  return game?.ids ?? assert.fail("nothing is published");
}

const opener = {
  ...({ sport: "nfl", season: 2025, week: 1, game_date: "2025-09-04", home: "PHI", away: "DAL" } as const),
  ...{ home_score: 24, away_score: 20, line_score: null },
};

test("a game has the id of each provider that states it, under the provider's short name", async () => {
  assert.deepEqual(
    await idsOf([
      gameRecord({ ...opener, provider: "nflverse", game_id: "2025_01_DAL_PHI" }),
      gameRecord({ ...opener, provider: "espn", game_id: "401772510" }),
      gameRecord({ ...opener, provider: "cfbd", game_id: "77" }),
    ]),
    { ...noIds, nflverse: "2025_01_DAL_PHI", espn: "401772510", cfbd: "77" },
  );
  const atMilwaukee = { sport: "mlb", home: "MIL", away: "PIT", game_date: "2025-07-10" } as const;
  assert.deepEqual(
    await idsOf([
      gameRecord({ ...atMilwaukee, provider: "mlb-statsapi", game_id: "823357" }),
      gameRecord({ ...atMilwaukee, provider: "retrosheet", game_id: "MIL202507100", start_time: null }),
    ]),
    { ...noIds, mlb: "823357", retrosheet: "MIL202507100" },
  );
  const rangers = { sport: "nhl", away: "NYR", provider: "nhl-api", game_id: "2024020650" } as const;
  assert.deepEqual(await idsOf([gameRecord(rangers)]), { ...noIds, nhl: "2024020650" });
});

test("a provider that is none of these gives no id, and its own name for the game is not shown [A-8]", async () => {
  assert.deepEqual(await idsOf([gameRecord({ provider: "my-league-office", game_id: "secret-1" })]), noIds);
});

test("what a provider calls its game counts before what another one says, whatever their ranks and order [A-8]", async () => {
  const stated = gameRecord({ ...opener, provider: "nflverse", game_id: "2025_01_DAL_PHI", other_ids: { espn: "1" } });
  const own = gameRecord({ ...opener, provider: "espn", game_id: "401772510" });
  const office = gameRecord({
    ...opener,
    provider: "canonical",
    game_id: "g",
    other_ids: { espn: "2", nflverse: "x" },
  });
  for (const records of [
    [stated, own, office],
    [office, own, stated],
    [own, office, stated],
  ]) {
    assert.equal((await idsOf(records)).espn, "401772510");
    assert.equal((await idsOf(records)).nflverse, "2025_01_DAL_PHI");
  }
  assert.equal((await idsOf([stated, office])).espn, "2", "the operator's own file is believed first");
  assert.equal((await idsOf([office, stated])).espn, "2");
  assert.equal((await idsOf([stated])).espn, "1");
});

test("an id that is stated as null says nothing", async () => {
  const silent = gameRecord({ ...opener, provider: "canonical", game_id: "g", other_ids: { espn: null } });
  const stated = gameRecord({ ...opener, provider: "nflverse", game_id: "2025_01_DAL_PHI", other_ids: { espn: "1" } });
  assert.equal((await idsOf([silent, stated])).espn, "1");
  assert.deepEqual(await idsOf([gameRecord({ other_ids: null })]), noIds);
});

test("a game has every event of The Odds API that is matched to it, once and in order, and no other's", async () => {
  const twin = { start_time: "2025-01-11T00:40:00Z", seen_at: "2025-01-10T15:00:00Z" };
  const nextWeek = "2025-01-18T00:30:00Z";
  const quotes = [
    quoteRecord({ event_id: "b2" }),
    quoteRecord({ event_id: "b2", home: "NYK", away: "BOS" }),
    quoteRecord({ event_id: "a1", ...twin }),
    quoteRecord({ event_id: "c3", start_time: nextWeek }),
    quoteRecord({ event_id: "d4", provider: "my-recorder" }),
  ];
  const wanted = ["a1", "b2"];
  assert.deepEqual(await idsOf([gameRecord()], quotes), { ...noIds, the_odds_api: wanted });
  assert.deepEqual((await idsOf([gameRecord()], quotes.toReversed())).the_odds_api, wanted);
  const stated = gameRecord({ other_ids: { the_odds_api: ["z9", "a1"] } });
  assert.deepEqual((await idsOf([stated], quotes)).the_odds_api, ["a1", "b2", "z9"]);
});
