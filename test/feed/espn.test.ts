import assert from "node:assert/strict";
import { test } from "vitest";
import { readEspn } from "../../src/feed/providers/espn.ts";
import { type GameRecord, nothingStated } from "../../src/feed/records.ts";
import { InputError } from "../../src/feed/refusals.ts";
import { nowMs, readingOf } from "./example-records.ts";

const source = { file: "espn.json", nowMs };

const side = (homeAway: string, displayName: string, score: string, periods: readonly number[]) => ({
  homeAway,
  team: { displayName },
  score,
  linescores: periods.map((value) => ({ value })),
});
const final = { period: 4, type: { name: "STATUS_FINAL", state: "post", completed: true } };
const state = (name: string, stage: string) => ({ period: 1, type: { name, state: stage, completed: false } });

const competition = {
  type: { abbreviation: "STD" },
  timeValid: true,
  neutralSite: true,
  venue: { id: "12", fullName: "Some Stadium", address: { city: "London" }, indoor: false },
  competitors: [
    side("home", "Jacksonville Jaguars", "23", [7, 10, 0, 6]),
    side("away", "Atlanta Falcons", "7", [0, 0, 7, 0]),
  ],
  notes: [],
  status: final,
};
const event = {
  id: "900",
  uid: "s:20~l:28~e:900",
  date: "2023-10-02T02:15Z",
  season: { year: 2023, type: 2 },
  week: { number: 4 },
  weather: { displayValue: "7", conditionId: "Cloudy", temperature: 61 },
  competitions: [competition],
};

function changed(changes: object, ofEvent: object = {}): object {
  return { ...event, ...ofEvent, competitions: [{ ...competition, ...changes }] };
}

function gameOf(payload: unknown): GameRecord {
  const [item, ...others] = [...readEspn(payload, source)];
  assert.ok(item?.record?.type === "game" && others.length === 0, JSON.stringify([item, ...others]));
  return item.record;
}

const { refusal } = readingOf((payload: unknown) => readEspn(payload, source));

const baseball = (changes: object) =>
  changed(
    {
      competitors: [
        side("home", "Cincinnati Reds", "3", [1, 0, 0, 0, 2, 0, 0, 0]),
        side("away", "Arizona Diamondbacks", "2", [0, 0, 0, 0, 0, 0, 0, 0, 2]),
      ],
      status: { ...final, period: 9 },
      ...changes,
    },
    { uid: "s:1~l:10~e:900", date: "2023-06-07T02:15Z", week: undefined },
  );

test("an event is one whole record, its date without seconds read", () => {
  assert.deepEqual(gameOf(event), {
    ...nothingStated,
    type: "game",
    provider: "espn",
    game_id: "900",
    sport: "nfl",
    season: 2023,
    season_type: "regular",
    week: 4,
    start_time: "2023-10-02T02:15:00Z",
    status: "final",
    home: "JAX",
    away: "ATL",
    neutral_site: true,
    overtime: false,
    home_score: 23,
    away_score: 7,
    line_score: { home: [7, 10, 0, 6], away: [0, 0, 7, 0] },
    venue: { venue_id: "12", name: "Some Stadium", city: "London", indoor: false },
    weather: { temp_f: 61, wind_mph: null, wind_direction: null, condition: "Cloudy" },
  });
});

test("a scoreboard lists events and may be the only one to state the week", () => {
  const board = { season: { type: 2, year: 2023 }, week: { number: 4 }, events: [{ ...event, week: undefined }] };
  assert.deepEqual(gameOf(board), gameOf(event));
  assert.equal(gameOf({ ...board, season: { type: 3 } }).week, null);
  assert.deepEqual([...readEspn({ events: [] }, source)], []);
});

test("JSON inside a JSON string with the status beside the competition is read", () => {
  const again = { ...event, id: 900, status: final, competitions: [{ ...competition, status: undefined }] };
  assert.deepEqual(gameOf(JSON.stringify(again)), gameOf(event));
});

test("a summary has officials, venue and the texts of the periods", () => {
  const texts = (each: ReturnType<typeof side>) => ({
    ...each,
    linescores: each.linescores.map(({ value }) => ({ displayValue: String(value) })),
  });
  const header = {
    ...changed({ date: event.date, venue: undefined, competitors: competition.competitors.map(texts) }),
    week: 4,
    weather: undefined,
  };
  const officials = [
    { fullName: "Bo Two", position: { name: "Umpire" } },
    { displayName: "Ann  One", position: { name: "Referee" } },
  ];
  const game = gameOf({ header, gameInfo: { venue: competition.venue, officials } });
  assert.deepEqual(game, { ...gameOf(event), referee: "Ann One", weather: null });
});

test("preseason, off season, all-star games and the Pro Bowl are refused", () => {
  assert.equal(refusal({ ...event, season: { year: 2023, type: 1 } }), "not-covered season.type");
  assert.equal(refusal({ ...event, season: { year: 2023, type: 4 } }), "not-covered season.type");
  const bowl = changed({ type: { abbreviation: "ALLSTAR" } }, { season: { year: 2023, type: 3 } });
  assert.equal(refusal(bowl), "not-covered competitions.type");
});

test("post without completed is no end: suspended, postponed and cancelled games say so", () => {
  const status = (name: string, stage = "post") => gameOf(changed({ status: state(name, stage) })).status;
  assert.equal(status("STATUS_SUSPENDED"), "suspended");
  assert.equal(status("STATUS_POSTPONED"), "postponed");
  assert.equal(status("STATUS_CANCELED"), "cancelled");
  for (const name of ["STATUS_SCHEDULED", "STATUS_IN_PROGRESS", "STATUS_END_PERIOD", "STATUS_RAIN_DELAY"]) {
    const game = gameOf(changed({ status: state(name, "in") }));
    assert.deepEqual([game.status, game.home_score, game.line_score, game.overtime], ["scheduled", null, null, null]);
  }
  assert.equal(refusal(changed({ status: state("STATUS_FINAL", "post") })), "malformed status.type.completed");
  const forfeit = { type: { name: "STATUS_FORFEIT", completed: true } };
  assert.equal(refusal(changed({ status: forfeit })), "malformed status.type.completed");
});

test("a time of day that is made up is no start, and midnight in New York is the day", () => {
  const open = changed({ timeValid: false, status: state("STATUS_SCHEDULED", "pre") }, { date: "2023-10-08T04:00Z" });
  const { start_time: start, game_date: date } = gameOf(open);
  assert.deepEqual([start, date], [null, "2023-10-08"]);
});

test("postseason weeks of the NFL go on after the regular ones, without the Pro Bowl's", () => {
  const week = (number: number) => ({
    ...event,
    date: "2024-01-14T18:00Z",
    season: { year: 2023, type: 3 },
    week: { number },
  });
  assert.deepEqual(
    [1, 2, 3, 5].map((number) => gameOf(week(number)).week),
    [19, 20, 21, 22],
  );
  assert.equal(refusal(week(4)), "malformed week.number");
});

test("a play-in game of the NBA is postseason [D-6]", () => {
  const teams = [side("home", "Miami Heat", "100", []), side("away", "Chicago Bulls", "90", [])];
  const game = gameOf(
    changed(
      { competitors: teams },
      { uid: "s:40~l:46~e:900", date: "2024-04-17T23:00Z", season: { year: 2024, type: 5 } },
    ),
  );
  assert.deepEqual([game.sport, game.season_type, game.week, game.line_score], ["nba", "postseason", null, null]);
});

test("a home team that leads does not bat in the ninth, and a doubleheader's number is in a note", () => {
  const game = gameOf(baseball({ notes: [{ headline: "Doubleheader - Game 2 - Makeup from May 5" }] }));
  assert.deepEqual([game.line_score?.home.length, game.line_score?.away.length], [8, 9]);
  assert.deepEqual([game.overtime, game.game_number, game.week], [false, 2, null]);
  assert.equal(gameOf(baseball({ notes: [{ headline: "Game 2 of the series" }] })).game_number, null);
});

test("more periods than regulation are overtime, and a tie stays one", () => {
  const teams = [
    side("home", "Houston Texans", "20", [0, 10, 10, 0, 0]),
    side("away", "Indianapolis Colts", "20", [3, 0, 0, 17, 0]),
  ];
  const game = gameOf(changed({ competitors: teams, status: { ...final, period: 5 } }));
  assert.deepEqual([game.overtime, game.home_score, game.away_score], [true, 20, 20]);
  assert.equal(gameOf(changed({ competitors: teams, status: { type: final.type } })).overtime, true);
});

test("the sky above a building with a roof is not the game's weather", () => {
  assert.equal(gameOf(changed({ venue: { ...competition.venue, indoor: true } })).weather, null);
});

test("a team that is open or unknown, and what has no sport or a broken field, is refused", () => {
  const home = (displayName: string) =>
    changed({ competitors: [side("home", displayName, "1", []), competition.competitors[1]] });
  assert.equal(refusal(home("TBD")), "unknown-team home");
  assert.equal(refusal(home("AFC")), "unknown-team home");
  const [, open] = [...readEspn(home("TBD"), source)];
  const season = { type: "season", provider: "espn", sport: "nfl", season: 2023, complete: false } as const;
  assert.deepEqual(open?.record, { ...season, undecided_until: "2023-10-01" });
  assert.equal(refusal({ events: [{ ...event, uid: undefined }] }), "malformed uid");
  assert.equal(refusal({ events: [7] }), "malformed null");
  assert.equal(refusal({ ...event, date: "soon" }), "malformed date");
  assert.equal(refusal({ ...event, season: {} }), "malformed season.year");
  assert.equal(refusal({ ...event, season: { year: 2022, type: 2 } }), "malformed season");
  const score = { ...competition.competitors[0], score: "x" };
  assert.equal(refusal(changed({ competitors: [score, competition.competitors[1]] })), "malformed home.score");
  const nameless = { ...competition.competitors[0], team: { displayName: -1 } };
  const withoutName = changed({ competitors: [nameless, competition.competitors[1]] });
  assert.equal(refusal(withoutName), "malformed home.team.displayName");
  const period = { ...competition.competitors[0], linescores: [{ value: "x" }] };
  assert.equal(refusal(changed({ competitors: [period, competition.competitors[1]] })), "malformed home.linescores.0");
});

test("an answer of something else stops the import", () => {
  for (const payload of [[], {}, { items: [] }, "7"]) assert.throws(() => [...readEspn(payload, source)], InputError);
});
