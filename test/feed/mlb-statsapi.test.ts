import assert from "node:assert/strict";
import { test } from "vitest";
import { readMlbStatsapi } from "../../src/feed/providers/mlb-statsapi.ts";
import { type GameRecord, nothingStated } from "../../src/feed/records.ts";
import { type FeedItem, InputError } from "../../src/feed/refusals.ts";
import { nowMs, readingOf } from "./example-records.ts";

const ended = { abstractGameState: "Final", codedGameState: "F", detailedState: "Final", startTimeTBD: false };
const home = { team: { id: 134, name: "Pittsburgh Pirates" }, score: 7, isWinner: true };
const away = { team: { id: 158, name: "Milwaukee Brewers" }, score: 6, isWinner: false };

/** A row of a schedule that was asked for without anything besides. */
const base = {
  gamePk: 900001,
  gameType: "R",
  season: "2026",
  gameDate: "2026-07-11T01:40:00Z",
  officialDate: "2026-07-10",
  status: ended,
  teams: { away, home },
  venue: { id: 31, name: "PNC Park" },
  isTie: false,
  gameNumber: 1,
  doubleHeader: "N",
  scheduledInnings: 9,
};

/** Runs of nine innings; the home club leads and does not bat in the ninth. */
const homeRuns = [0, 0, 3, 0, 0, 0, 0, 4];
const awayRuns = [1, 0, 0, 2, 0, 0, 0, 0, 3];
const innings = awayRuns.map((runs, index) => ({
  num: index + 1,
  home: { ...(index < homeRuns.length ? { runs: homeRuns[index] } : {}), hits: 0 },
  away: { runs },
}));
const linescore = { scheduledInnings: 9, innings, teams: { home: { runs: 7 }, away: { runs: 6 } } };

const file = { file: "schedule.json", nowMs };
const schedule = (...rows: readonly unknown[]) => ({ totalGames: rows.length, dates: [{ date: "x", games: rows }] });
const read = (payload: unknown): FeedItem[] => [...readMlbStatsapi(payload, file)];
const { game, refusal } = readingOf((changes: object) => read(schedule({ ...base, ...changes })));

const plain: GameRecord = {
  ...nothingStated,
  type: "game",
  provider: "mlb-statsapi",
  game_id: "900001",
  sport: "mlb",
  season: 2026,
  season_type: "regular",
  game_date: "2026-07-10",
  start_time: "2026-07-11T01:40:00Z",
  status: "final",
  home: "PIT",
  away: "MIL",
  home_score: 7,
  away_score: 6,
  venue: { venue_id: "31", name: "PNC Park", city: null, indoor: null },
};

const details = {
  linescore,
  officials: [
    { official: { fullName: "A. Base" }, officialType: "First Base" },
    { official: { fullName: "P. Late" }, officialType: "Home Plate" },
  ],
  weather: { condition: "Cloudy", temp: "59", wind: "12 mph, Out To CF" },
  gameInfo: { firstPitch: "2026-07-11T01:44:00.000Z" },
  venue: { id: 31, name: "PNC Park", location: { city: "Pittsburgh" }, fieldInfo: { roofType: "Open" } },
};

const detailed: GameRecord = {
  ...plain,
  actual_start_time: "2026-07-11T01:44:00Z",
  overtime: false,
  line_score: { home: [...homeRuns, null], away: awayRuns },
  venue: { venue_id: "31", name: "PNC Park", city: "Pittsburgh", indoor: false },
  referee: "P. Late",
  weather: { temp_f: 59, wind_mph: 12, wind_direction: "Out To CF", condition: "Cloudy" },
};

const feed = {
  gamePk: 900001,
  gameData: {
    game: { pk: 900001, type: "R", doubleHeader: "N", gameNumber: 1, season: "2026" },
    datetime: { dateTime: base.gameDate, originalDate: "2026-07-10", officialDate: "2026-07-10" },
    status: ended,
    teams: { home: { ...home.team, venue: { id: 31 } }, away: away.team },
    venue: details.venue,
    weather: details.weather,
    gameInfo: details.gameInfo,
  },
  liveData: { linescore, boxscore: { officials: details.officials } },
};

test("a row of a schedule is one whole record, and what it does not say is null", () => {
  assert.deepEqual(game({}), plain);
});

test("a schedule of MLB asked for with details and the live feed of a game say the same", () => {
  assert.deepEqual(game(details), detailed);
  // The live feed also says that the park is the home club's own.
  assert.deepEqual(read(feed), [{ record: { ...detailed, neutral_site: false } }]);
});

const pitcher = (id: number, fullName: string, gamesStarted: number) => ({
  [`ID${id}`]: { person: { id, fullName }, stats: { batting: {}, pitching: { gamesStarted } } },
});

/** A feed in which Lou Left and Sam Switch have started, and others were announced. */
const pitched = (status: object = ended, hand: unknown = "L") => ({
  ...feed,
  gameData: {
    ...feed.gameData,
    status,
    players: { ID11: { id: 11, pitchHand: { code: hand } }, ID21: { id: 21, pitchHand: { code: "S" } } },
    probablePitchers: { home: { id: 99, fullName: "Pete Probable" }, away: { id: 98, fullName: "Al Announced" } },
  },
  liveData: {
    ...feed.liveData,
    boxscore: {
      ...feed.liveData.boxscore,
      teams: {
        home: { pitchers: [11, 12], players: { ...pitcher(12, "Rob Relief", 0), ...pitcher(11, "Lou Left", 1) } },
        away: { pitchers: [21], players: pitcher(21, "Sam Switch", 1) },
      },
    },
  },
});

test("a live feed of a final names the pitchers who started, with their hands, and not those who were announced", () => {
  const starters = {
    home: { id: "11", name: "Lou Left", hand: "L" },
    away: { id: "21", name: "Sam Switch", hand: "S" },
  };
  assert.deepEqual(read(pitched()), [{ record: { ...detailed, neutral_site: false, starters } }]);
  const [item] = read(pitched(ended, null));
  assert.deepEqual(item?.record?.type === "game" && item.record.starters?.home, { ...starters.home, hand: null });
  for (const status of [{ detailedState: "Pre-Game" }, { detailedState: "In Progress" }]) {
    const [early] = read(pitched(status));
    assert.ok(early?.record?.type === "game" && early.record.starters === undefined, JSON.stringify(early));
  }
  const [strange] = read(pitched(ended, "X"));
  assert.equal(`${strange?.refusal?.reason} ${strange?.refusal?.field}`, "malformed starters.home.hand");
});

test("games are read in any of the shapes in which StatsAPI and its recorders list them", () => {
  const row = { ...base };
  const expected = [{ record: plain }];
  for (const payload of [[row], schedule(row), { series: [{ games: [row] }] }, { body: { 0: row, events: [] } }]) {
    assert.deepEqual(read(payload), expected);
  }
  assert.deepEqual(read({ totalGames: 0, dates: [] }), [], "a day without games");
});

test("a file of another kind stops the import, and one bad game does not", () => {
  const others = [{}, [{ road: "Mets" }], { teams: [] }, { innings: [], teams: {} }, { officials: [], teams: {} }, 1];
  for (const payload of others) assert.throws(() => read(payload), InputError);
  assert.throws(() => read({ innings: [] }), /a line score or boxscore alone does not say which game it is of/);
  const items = read(schedule(base, 1, { ...base, gamePk: "x" }));
  assert.deepEqual(
    items.map(({ record, refusal: refused }) => refused?.record ?? (record?.type === "game" && record.game_id)),
    ["900001", "entry 2", "entry 3"],
  );
});

test("a state is a status, whatever led to it, and only a final has a score, though StatsAPI calls others final too", () => {
  const states: readonly (readonly [status: string, abstract: string, states: readonly string[]])[] = [
    ["final", "Final", ["Final", "Game Over", "Completed Early", "Completed Early: Rain", "Final: Tied"]],
    ["postponed", "Final", ["Postponed"]],
    ["cancelled", "Final", ["Cancelled: Rain"]],
    ["suspended", "Live", ["Suspended: Rain"]],
    ["scheduled", "Live", ["Scheduled", "Pre-Game", "In Progress", "Manager challenge: Tag play", "Delayed: Rain"]],
  ];
  for (const [status, abstractGameState, names] of states) {
    const result = status === "final" ? [7, 6, detailed.line_score, false] : [null, null, null, null];
    for (const detailedState of names) {
      const record = game({ ...details, status: { abstractGameState, detailedState } });
      const { home_score: homeScore, away_score: awayScore, line_score: line, overtime } = record;
      assert.deepEqual([record.status, homeScore, awayScore, line, overtime], [status, ...result], detailedState);
    }
  }
  assert.equal(game({ status: "Final" }).status, "final", "a recorder kept the state alone");
  assert.equal(refusal({ status: { ...ended, detailedState: "Forfeit" } }), "malformed status.detailedState");
});

test("a postponed game stands on the day on which it was not played, and the official date is that of its makeup", () => {
  const moved = { gameDate: "2026-07-08T22:40:00Z", officialDate: "2026-07-11", rescheduleGameDate: "2026-07-11" };
  const record = game({ ...moved, status: { ...ended, detailedState: "Postponed" } });
  assert.deepEqual([record.game_date, record.start_time], ["2026-07-08", "2026-07-08T22:40:00Z"]);
  const makeup = game({
    officialDate: "2026-07-11",
    gameDate: "2026-07-11T16:05:00Z",
    rescheduledFrom: moved.gameDate,
  });
  assert.deepEqual([makeup.game_id, makeup.game_date, makeup.status], [record.game_id, "2026-07-11", "final"]);
});

test("a suspended game belongs to the day of its first pitch, and its end keeps that day and start", () => {
  const begun = { gameDate: "2026-07-10T20:35:00Z", officialDate: "2026-07-10" };
  const first = game({ ...begun, resumeDate: "2026-07-15T21:05:00Z", resumeGameDate: "2026-07-15" });
  assert.deepEqual([first.status, first.home_score, first.start_time], ["suspended", null, begun.gameDate]);
  const second = game({ ...begun, gameDate: "2026-07-15T21:05:00Z", resumedFrom: begun.gameDate });
  const { status, game_date: date, start_time: start, home_score: score, resumed_on: resumedOn } = second;
  assert.deepEqual([status, date, start, score, resumedOn], ["final", "2026-07-10", begun.gameDate, 7, "2026-07-15"]);
  // On the day on which it went on, the two clubs play their regular game as well.
  const regular = game({ gamePk: 900002, gameDate: "2026-07-15T23:00:00Z", officialDate: "2026-07-15" });
  assert.deepEqual([regular.game_id, regular.game_date, regular.game_number], ["900002", "2026-07-15", null]);
});

test("the live feed of a game that went on is final, and that of one still to go on is not", () => {
  const resumed = {
    dateTime: "2026-07-15T21:05:00Z",
    officialDate: "2026-07-10",
    resumeDate: "2026-07-15",
    resumeDateTime: "2026-07-15T21:05:00Z",
  };
  const items = [
    { ...resumed, resumedFromDate: "2026-07-10", resumedFromDateTime: base.gameDate },
    { ...resumed, dateTime: base.gameDate },
  ].flatMap((datetime) => read({ ...feed, gameData: { ...feed.gameData, datetime } }));
  const found = items.map(
    ({ record }) => record?.type === "game" && [record.status, record.start_time, record.resumed_on],
  );
  assert.deepEqual(found, [
    ["final", base.gameDate, "2026-07-15"],
    ["suspended", base.gameDate, undefined],
  ]);
});

test("traditional and split doubleheaders number their games, and a made-up start is none", () => {
  for (const doubleHeader of ["Y", "S"]) assert.equal(game({ doubleHeader, gameNumber: 2 }).game_number, 2);
  assert.equal(refusal({ doubleHeader: "Y", gameNumber: null }), "malformed gameNumber");
  const status = { ...ended, startTimeTBD: true };
  const second = { doubleHeader: "Y", gameNumber: 2, status };
  assert.equal(game(second).start_time, null);
  assert.equal(game({ ...second, ...details }).actual_start_time, "2026-07-11T01:44:00Z");
  // 07:33 UTC is in the night of New York, and stands for the day itself.
  const open = { gameDate: "2026-07-13T07:33:00Z", status: { ...status, detailedState: "Postponed" } };
  assert.equal(game({ ...second, ...open, officialDate: "2026-08-20" }).game_date, "2026-07-13");
});

test("games of seven innings have no extra ones, unless there were more than seven", () => {
  const seven = { home: [0, 0, 0, 0, 0, 0, 7], away: [0, 0, 0, 0, 0, 0, 6] };
  const line = (count: number) => ({
    ...linescore,
    scheduledInnings: 7,
    innings: Array.from({ length: count }, (_, index) => ({
      num: index + 1,
      home: { runs: seven.home[index] ?? 0 },
      away: { runs: seven.away[index] ?? 0 },
    })),
  });
  assert.deepEqual([game({ linescore: line(7) }).overtime, game({ linescore: line(8) }).overtime], [false, true]);
  assert.deepEqual(game({ linescore: line(7) }).line_score, seven);
  const ten = innings.concat({ num: 10, home: { runs: 0, hits: 0 }, away: { runs: 0 } });
  assert.equal(game({ linescore: { ...linescore, innings: ten } }).overtime, true);
});

test("a tie is final, and nobody has won it", () => {
  const tied = { away: { team: away.team, score: 1 }, home: { team: home.team, score: 1 } };
  const { status, home_score: homeScore, away_score: awayScore } = game({ teams: tied, isTie: true });
  assert.deepEqual([status, homeScore, awayScore], ["final", 1, 1]);
});

test("minor leagues, spring training, exhibitions and all-stars are not taken", () => {
  const minor = { away, home: { ...home, team: { id: 422, name: "Buffalo Bisons" } } };
  assert.equal(refusal({ teams: minor }), "not-covered teams.home.team");
  const stars = { away: { ...away, team: { id: 159, name: "American League All-Stars" } }, home };
  assert.equal(refusal({ teams: stars }), "not-covered teams.away.team");
  for (const gameType of ["S", "E", "A", "I", "toString"]) {
    assert.equal(refusal({ gameType }), "not-covered gameType", gameType);
  }
  assert.equal(
    refusal({ season: "2021", officialDate: "2021-07-10", gameDate: "2021-07-11T01:40:00Z" }),
    "not-covered season",
  );
});

test("a game of the postseason whose clubs are not decided is refused, and its season is open until its day", () => {
  const teams = { away, home: { team: { id: 4924, name: "AL Champion" } } };
  const status = { abstractGameState: "Preview", detailedState: "Scheduled", startTimeTBD: true };
  const dates = { officialDate: "2026-10-30", gameDate: "2026-10-30T07:33:00Z" };
  const [game, open] = read(schedule({ ...base, ...dates, gameType: "W", status, teams }));
  assert.equal(game?.refusal?.field, "teams.home.team");
  const season = { type: "season", provider: "mlb-statsapi", sport: "mlb", season: 2026, complete: false } as const;
  assert.deepEqual(open?.record, { ...season, undecided_until: "2026-10-30" });
});

test("wild card to World Series are the postseason", () => {
  for (const gameType of ["F", "D", "L", "W"]) assert.equal(game({ gameType }).season_type, "postseason");
});

test("a row without game type is of the regular season where no other games are played, else it is refused", () => {
  const bare = { gameType: undefined, status: "Final", venue: "PNC Park" };
  const teams = { home: { ...home, team: "Pirates" }, away: { ...away, team: "D-backs" } };
  assert.deepEqual(game({ ...bare, teams }), { ...plain, away: "ARI", venue: null });
  const october = { officialDate: "2026-10-10", gameDate: "2026-10-11T01:40:00Z" };
  assert.equal(refusal({ ...bare, ...october, teams }), "malformed gameType");
});

test("a club is known by its id, and an id that is not its name's is refused", () => {
  const teams = (id: number | undefined, name: string) => ({ home, away: { ...away, team: { id, name } } });
  assert.equal(game({ teams: teams(133, "Las Vegas Athletics") }).away, "ATH");
  assert.equal(game({ teams: teams(undefined, "Oakland Athletics") }).away, "ATH");
  assert.equal(refusal({ teams: teams(109, "Milwaukee Brewers") }), "malformed teams.away.team");
  assert.equal(refusal({ teams: teams(undefined, "Nobody") }), "unknown-team away");
});

test("a final that contradicts itself is refused with the field that does", () => {
  const teams = (changes: object) => ({ teams: { away, home: { ...home, ...changes } } });
  assert.equal(refusal(teams({ score: undefined })), "malformed teams.home.score");
  assert.equal(refusal({ ...teams({ score: 8 }), linescore }), "malformed teams.home.score");
  assert.equal(refusal(teams({ isWinner: false })), "malformed teams.home.isWinner");
  assert.equal(refusal({ isTie: true }), "malformed isTie");
  assert.equal(refusal({ status: { ...ended, abstractGameState: "Live" } }), "malformed status.detailedState");
  assert.equal(refusal({ season: "2025" }), "malformed season");
  assert.equal(refusal({ gameDate: "soon" }), "malformed gameDate");
  assert.equal(refusal({ officialDate: 20260710 }), "malformed officialDate");
  assert.equal(refusal({ officialDate: "2026-07-14" }), "start-off-date start_time");
  assert.equal(refusal({ gameInfo: { firstPitch: "1:40 PM" } }), "malformed gameInfo.firstPitch");
  const other = { ...feed, gameData: { ...feed.gameData, game: { ...feed.gameData.game, pk: 1 } } };
  assert.equal(read(other)[0]?.refusal?.field, "gameData.game.pk");
});

test("a line score with an inning missing or runs that are no number is refused", () => {
  const without = innings.filter(({ num }) => num !== 4);
  assert.equal(refusal({ linescore: { ...linescore, innings: without } }), "malformed linescore.innings.3");
  const [first, ...rest] = innings;
  const odd = [{ ...first, away: { runs: "1.5" } }, ...rest];
  assert.equal(refusal({ linescore: { ...linescore, innings: odd } }), "malformed linescore.innings.0.away.runs");
});

test("below a dome or a closed roof is indoors, and below an open roof the weather counts", () => {
  const under = (roofType: string, condition: string) => {
    const { venue, weather } = game({
      venue: { ...details.venue, fieldInfo: { roofType } },
      weather: { condition, temp: "78", wind: "0 mph, None" },
    });
    return [venue?.indoor, weather?.condition, weather?.temp_f, weather?.wind_mph, weather?.wind_direction];
  };
  assert.deepEqual(under("Retractable", "Roof Closed"), [true, "Indoor", null, null, null]);
  assert.deepEqual(under("Dome", "Dome"), [true, "Indoor", null, null, null]);
  assert.deepEqual(under("Retractable", "Sunny"), [false, "Sunny", 78, 0, null]);
  const unknown = { ...details.venue, fieldInfo: { roofType: "Retractable" } };
  assert.equal(game({ venue: unknown }).venue?.indoor, null);
});

test("weather and officials that are not stated are null", () => {
  const weather = { condition: "", temp: "", wind: "null mph, null" };
  const { weather: read, referee } = game({ weather, officials: [] });
  assert.deepEqual([read, referee], [null, null]);
  const plate = { official: { fullName: "P. Late" }, officialType: "Home Plate" };
  assert.equal(game({ officials: [plate, { ...plate, official: { fullName: "Q. Soon" } }] }).referee, null);
});
