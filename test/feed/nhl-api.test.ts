import assert from "node:assert/strict";
import { test } from "vitest";
import { periodScores } from "../../src/domain/period-scores.ts";
import { readNhlApi } from "../../src/feed/providers/nhl-api.ts";
import { type GameRecord, nothingStated } from "../../src/feed/records.ts";
import { type FeedItem, InputError } from "../../src/feed/refusals.ts";
import { mergeRecords } from "../../src/ledger/records.ts";
import { nowMs } from "./example-records.ts";

const period = (number: number, periodType = "REG") => ({ number, periodType, maxRegulationPeriods: 3 });
const team = (abbrev: string, score?: number) => ({
  id: 1,
  abbrev,
  placeName: { default: "Somewhere" },
  ...(score === undefined ? {} : { score }),
});

/** A row of a week's schedule, still to be played. */
const planned = {
  id: 2024020011,
  season: 20242025,
  gameType: 2,
  venue: { default: "Some Arena" },
  neutralSite: false,
  startTimeUTC: "2024-10-11T02:30:00Z",
  easternUTCOffset: "-04:00",
  gameState: "FUT",
  gameScheduleState: "OK",
  awayTeam: team("TBL"),
  homeTeam: team("SJS"),
  periodDescriptor: period(1),
};
const played = {
  ...planned,
  gameState: "OFF",
  awayTeam: team("TBL", 2),
  homeTeam: team("SJS", 4),
  periodDescriptor: period(3),
  gameOutcome: { lastPeriodType: "REG" },
};
const landing = { ...played, gameDate: "2024-10-10", venueLocation: { default: "San José" }, neutralSite: undefined };

const week = (...games: readonly unknown[]) => ({
  gameWeek: [
    { date: "2024-10-10", games },
    { date: "2024-10-11", games: [] },
  ],
});
const goals = (home: readonly number[], away: readonly number[], extra: readonly string[] = []) =>
  home.map((points, index) => ({
    periodDescriptor: period(index + 1, extra[index - 3]),
    home: points,
    away: away[index],
  }));

/** A right rail names its game only in the addresses of the reports. */
const rightRail = {
  seasonSeries: [
    { ...landing, id: 2024020900, gameDate: "2025-03-01", venue: undefined },
    { ...landing, venue: undefined, venueLocation: undefined },
  ] as readonly object[],
  gameInfo: { referees: [{ default: "Ann One" }, { default: "Bo Two" }], linesmen: [{ default: "Cy Three" }] },
  linescore: { byPeriod: goals([2, 1, 1], [0, 0, 2]), totals: { away: 2, home: 4 } },
  gameReports: {
    gameSummary: "https://reports.example/20242025/GS020011.HTM",
    rosters: "https://reports.example/20242025/RO020011.HTM",
    shiftChart: "https://reports.example/shiftcharts?id=2024020011",
  },
};

function itemsOf(...payloads: readonly unknown[]): FeedItem[] {
  return payloads.flatMap((payload, index) => [...readNhlApi(payload, { file: `${index + 1}.json`, nowMs })]);
}

/** The record that the ledger makes of the answers. */
function gameOf(...payloads: readonly unknown[]): GameRecord {
  const records = itemsOf(...payloads).map(({ record }) => record as GameRecord);
  assert.ok(records.every((record) => record?.type === "game"));
  return records.reduce((known, incoming) => mergeRecords(incoming, known) as GameRecord);
}

function refusals(...payloads: readonly unknown[]): string[] {
  return itemsOf(...payloads).map(({ refusal }) => `${refusal?.reason} ${refusal?.field}`);
}

const expected: GameRecord = {
  ...nothingStated,
  type: "game",
  provider: "nhl-api",
  game_id: "2024020011",
  sport: "nhl",
  season: 2025,
  season_type: "regular",
  game_date: "2024-10-10",
  start_time: "2024-10-11T02:30:00Z",
  status: "final",
  home: "SJS",
  away: "TBL",
  neutral_site: false,
  overtime: false,
  home_score: 4,
  away_score: 2,
  line_score: { home: [2, 1, 1], away: [0, 0, 2] },
  venue: { venue_id: "Some Arena", name: "Some Arena", city: "San José", indoor: null },
  referee: "Ann One",
};

test("schedule, landing page and right rail of one import are one record, in any order", () => {
  assert.deepEqual(gameOf(week(played), landing, rightRail), expected);
  assert.deepEqual(gameOf(rightRail, week(played), landing), expected);
  assert.deepEqual(gameOf(landing, rightRail, week(played)), expected);
});

test("the goalies of a boxscore who have started are named, in any order of the answers", () => {
  const goalie = (playerId: number, name: string, starter: boolean) => ({ playerId, name: { default: name }, starter });
  const goalies = (home: readonly object[]) => ({
    ...landing,
    playerByGameStats: { homeTeam: { goalies: home }, awayTeam: { goalies: [goalie(3, "T. Third", true)] } },
  });
  const boxscore = goalies([goalie(1, "F. First", false), goalie(2, "S. Second", true)]);
  const starters = {
    home: { id: "2", name: "S. Second", hand: null },
    away: { id: "3", name: "T. Third", hand: null },
  };
  assert.deepEqual(gameOf(week(played), boxscore, rightRail), { ...expected, starters });
  assert.deepEqual(gameOf(boxscore, rightRail, week(played)), { ...expected, starters });
  assert.equal(gameOf(goalies([goalie(1, "F. First", true), goalie(2, "S. Second", true)])).starters?.home, null);
});

test("a game that comes again in another week is one record, and no old file makes a final scheduled again", () => {
  assert.deepEqual(gameOf(week(played, played), week(planned)), gameOf(week(played)));
  assert.deepEqual(gameOf(week(planned), landing).neutral_site, false);
  const moved = { ...planned, startTimeUTC: "2024-10-11T03:00:00Z" };
  assert.equal(gameOf(week(planned), week(moved)).start_time, "2024-10-11T03:00:00Z");
});

test("the right rail alone is a whole result without its venue", () => {
  assert.deepEqual(gameOf(rightRail), { ...expected, neutral_site: null, venue: null });
});

test("the scores of a day and the season of a club list games, too", () => {
  const rows = { currentDate: "2024-10-10", gameWeek: [{ date: "2024-10-10", numberOfGames: 1 }], games: [landing] };
  assert.equal(gameOf(rows).home_score, 4);
});

test("a landing page of early 2024 has line score and officials in its summary", () => {
  const { linescore, gameInfo } = rightRail;
  const old = { ...landing, neutralSite: false, summary: { linescore, gameInfo, scoring: [] } };
  assert.deepEqual(gameOf(old), expected);
});

test("without a line score, the periods are those of the goals that a landing page lists", () => {
  const scores = (...list: [number, number][]) => list.map(([awayScore, homeScore]) => ({ awayScore, homeScore }));
  const scoring = [
    { periodDescriptor: period(1), goals: scores([0, 1], [0, 2]) },
    { periodDescriptor: period(2), goals: [] },
    { periodDescriptor: period(3), goals: scores([1, 2], [1, 3], [2, 3], [2, 4]) },
  ];
  const { line_score: lineScore } = gameOf({ ...landing, summary: { scoring } });
  assert.deepEqual(lineScore, { home: [2, 0, 2], away: [0, 0, 2] });
  assert.deepEqual(refusals({ ...landing, summary: { scoring: scoring.slice(1) } }), ["malformed summary.scoring.0"]);
  assert.equal(gameOf({ ...landing, summary: {} }).line_score, null);
});

/** The right rail of a game of more than three periods. */
function longer(
  type: string,
  home: readonly number[],
  away: readonly number[],
  changes: object = {},
): typeof rightRail {
  const sum = (points: readonly number[]): number => points.reduce((total, each) => total + each, 0);
  const own = {
    ...landing,
    awayTeam: team("TBL", sum(away)),
    homeTeam: team("SJS", sum(home)),
    periodDescriptor: period(home.length, type),
    gameOutcome: { lastPeriodType: type },
    ...changes,
  };
  const linescore = {
    byPeriod: goals(home, away, ["OT", type]),
    totals: { home: sum(home), away: sum(away) },
    shootout: { homeConversions: 2, awayConversions: 1 },
  };
  return { ...rightRail, seasonSeries: [own], linescore };
}

test("the winner of a shootout has its goal in the score and in period 5, and the attempts are no goals [D-10]", () => {
  const game = gameOf(longer("SO", [1, 1, 1, 0, 1], [0, 2, 1, 0, 0]));
  assert.deepEqual([game.home_score, game.away_score, game.overtime], [4, 3, true]);
  assert.deepEqual(game.line_score, { home: [1, 1, 1, 0, 1], away: [0, 2, 1, 0, 0] });
  assert.ok(game.line_score !== null);
  const outcome = periodScores("nhl", game.line_score, { home: 4, away: 3 }, game.overtime);
  assert.deepEqual(outcome.ok && outcome.scores.ot, { home: 1, away: 0 });
});

test("overtime is overtime, in the playoffs in any number of periods", () => {
  assert.equal(gameOf(longer("OT", [1, 1, 1, 0], [0, 2, 1, 1])).overtime, true);
  const playoff = { id: 2024030111, gameType: 3, gameDate: "2025-04-20", startTimeUTC: "2025-04-21T01:00:00Z" };
  const reports = { a: "https://reports.example/20242025/GS030111.HTM" };
  const game = gameOf({ ...longer("OT", [1, 0, 1, 0, 0, 1], [0, 2, 0, 0, 0, 0], playoff), gameReports: reports });
  assert.deepEqual([game.season_type, game.overtime, game.line_score?.home.length], ["postseason", true, 6]);
});

test("FINAL and OFF are final; what is in play or being confirmed is scheduled and has no score", () => {
  assert.equal(gameOf({ ...landing, gameState: "FINAL" }).status, "final");
  for (const gameState of ["FUT", "PRE", "LIVE", "CRIT", "OVER"]) {
    const game = gameOf({ ...landing, gameState });
    assert.deepEqual([game.status, game.home_score, game.overtime, game.line_score], ["scheduled", null, null, null]);
  }
  assert.deepEqual(refusals({ ...landing, gameState: "DONE" }), ["malformed gameState"]);
});

test("a game that is called off says so, whatever its state is", () => {
  const status = (gameScheduleState: string) => gameOf(week({ ...planned, gameScheduleState })).status;
  assert.deepEqual(["PPD", "SUSP", "CNCL"].map(status), ["postponed", "suspended", "cancelled"]);
  assert.deepEqual(refusals({ ...landing, gameScheduleState: "PPD" }), ["malformed gameScheduleState"]);
  assert.deepEqual(refusals(week({ ...planned, gameScheduleState: "LATE" })), ["malformed gameScheduleState"]);
});

test("a start that is open has a placeholder or none, and the day is the one it is listed under", () => {
  for (const startTimeUTC of ["2024-10-10T04:00:00Z", "2024-10-10T16:00:00Z", undefined]) {
    const game = gameOf(week({ ...planned, startTimeUTC, gameScheduleState: "TBD" }));
    assert.deepEqual([game.start_time, game.game_date], [null, "2024-10-10"]);
  }
});

test("preseason, all-stars, Olympics and seasons before the coverage are refused", () => {
  const other = (id: number, gameType: number, season = 20242025) =>
    refusals(week({ ...planned, id, gameType, season }));
  assert.deepEqual(other(2024010011, 1), ["not-covered gameType"]);
  assert.deepEqual(other(2024090001, 9), ["not-covered gameType"]);
  assert.deepEqual(other(2024120001, 12), ["not-covered gameType"]);
  assert.deepEqual(other(2022020011, 2, 20222023), ["not-covered season"]);
});

test("a team that is not decided yet, or unknown, is refused", () => {
  const [season, open] = itemsOf(week({ ...planned, homeTeam: team("TBD") })).reverse();
  assert.deepEqual([open?.refusal?.reason, open?.refusal?.field], ["unknown-team", "home"]);
  const stated = { type: "season", provider: "nhl-api", sport: "nhl", season: 2025, complete: false } as const;
  assert.deepEqual(season?.record, { ...stated, undecided_until: "2024-10-10" });
  assert.deepEqual(refusals(week({ ...planned, awayTeam: team("XXX") })), ["unknown-team away"]);
});

test("what contradicts itself is refused with its field", () => {
  const final = (changes: object) => refusals({ ...landing, ...changes });
  assert.deepEqual(final({ id: 11 }), ["malformed id"]);
  assert.deepEqual(final({ gameType: 3 }), ["malformed gameType"]);
  assert.deepEqual(final({ season: 20232024 }), ["malformed season"]);
  assert.deepEqual(final({ homeTeam: team("SJS") }), ["malformed homeTeam.score"]);
  assert.deepEqual(final({ homeTeam: team("SJS", 2) }), ["malformed homeTeam.score"]);
  assert.deepEqual(final({ homeTeam: {} }), ["malformed homeTeam.abbrev"]);
  assert.deepEqual(final({ startTimeUTC: "soon" }), ["malformed startTimeUTC"]);
  assert.deepEqual(final({ startTimeUTC: "2024-10-14T02:30:00Z" }), ["start-off-date start_time"]);
  assert.deepEqual(final({ gameOutcome: { lastPeriodType: "OT" } }), ["malformed gameOutcome.lastPeriodType"]);
  assert.deepEqual(refusals(week({ ...planned, gameDate: "2024-10-11" })), ["malformed gameDate"]);
  assert.deepEqual(refusals(longer("OT", [3, 0, 0, 1], [0, 1, 1, 0])), ["malformed homeTeam.score"]);
  const playoff = { id: 2024030111, gameType: 3, gameDate: "2025-04-20", startTimeUTC: "2025-04-21T01:00:00Z" };
  const [series] = longer("SO", [1, 0, 0, 0, 1], [1, 0, 0, 0, 0], playoff).seasonSeries;
  assert.deepEqual(refusals(series), ["malformed gameOutcome.lastPeriodType"]);
});

test("a line score of another score, or with a period out of its place, is refused", () => {
  const rail = (linescore: object) => refusals({ ...rightRail, linescore });
  const { byPeriod, totals } = rightRail.linescore;
  assert.deepEqual(rail({ byPeriod, totals: { home: 5, away: 2 } }), ["malformed linescore.totals"]);
  assert.deepEqual(rail({ byPeriod: byPeriod.slice(1), totals }), ["malformed linescore.byPeriod.0"]);
  assert.deepEqual(rail({ totals }), ["malformed linescore.byPeriod"]);
  const unnumbered = byPeriod.with(1, { ...goals([0, 0], [0, 0])[1], home: undefined } as never);
  assert.deepEqual(rail({ byPeriod: unnumbered, totals }), ["malformed linescore.byPeriod.1.home"]);
});

test("a right rail that does not say of which game it is, or of two, is refused", () => {
  assert.deepEqual(refusals({ ...rightRail, gameReports: undefined }), ["malformed gameReports"]);
  const mixed = { ...rightRail.gameReports, other: "https://reports.example/20242025/GS020012.HTM" };
  assert.deepEqual(refusals({ ...rightRail, gameReports: mixed }), ["malformed gameReports"]);
  assert.deepEqual(refusals({ ...rightRail, seasonSeries: [] }), ["malformed seasonSeries"]);
});

test("a row that is no game is refused, and an answer of something else stops the import", () => {
  assert.deepEqual(refusals(week(7)), ["malformed null"]);
  for (const payload of [[], "no", {}, { gameWeek: [{ games: [] }] }, { standings: [] }]) {
    assert.throws(() => itemsOf(payload), InputError);
  }
  assert.deepEqual(itemsOf(week()), []);
});
