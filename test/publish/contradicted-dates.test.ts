/** Weeks, parts of a season and opponents that contradict the dates of other games ring in one sentence, until somebody has looked. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Database } from "../../src/database/engine.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { keepDoubted } from "../../src/operate/decisions.ts";
import { nextNight, openNight } from "../support/nights.ts";
import { gameRecord, items } from "../support/records.ts";

const at = "2026-03-01T00:00:00.000Z";
const pairs = [
  ["BUF", "NYJ"],
  ["KC", "DEN"],
  ["DAL", "PHI"],
  ["SEA", "SF"],
] as const;

function nfl(
  date: string,
  week: number | null,
  [away, home]: readonly [string, string],
  more: Partial<GameRecord> = {},
) {
  const game_id = `${date} ${away} ${home}`;
  const start_time = `${date}T20:00:00Z`;
  const line_score = { home: [7, 0, 7, 3], away: [0, 7, 3, 0] };
  const score = { home_score: 17, away_score: 10, line_score, venue: null, season: 2025 };
  return gameRecord({ sport: "nfl", game_id, game_date: date, start_time, week, away, home, ...score, ...more });
}

/** Four games each Sunday from week 12 on: home and away change, and so do the opponents. */
const sundays = ["2025-11-23", "2025-11-30", "2025-12-07", "2025-12-14", "2025-12-21"];
const opponents = (turn: number): (readonly [string, string])[] => {
  const [aways, homes] = [pairs.map(([away]) => away), pairs.map(([, home]) => home)];
  return aways.map((away, index) => [away as string, homes[(index + turn) % 4] as string] as const);
};
const season = sundays.flatMap((date, turn) => opponents(turn).map((pair) => nfl(date, 12 + turn, pair)));
const change = (isOf: (game: GameRecord) => boolean, changes: Partial<GameRecord>): GameRecord[] =>
  season.map((game) => (isOf(game) ? { ...game, ...changes } : game));
const onDay = (date: string) => (game: GameRecord) => game.game_date === date;

let database: Database;
async function night(...records: readonly GameRecord[]): Promise<string[]> {
  database = await openNight();
  return again(...records);
}
async function again(...records: readonly GameRecord[]): Promise<string[]> {
  const { judged } = (await nextNight(database, at, items(...records))).report;
  return judged.flatMap(({ rule, fault }) => (fault?.all ?? []).map((sentence) => `${rule}: ${sentence}`));
}
const idOf = ({ sport, game_date: date, away, home }: GameRecord): string =>
  `${sport.toUpperCase()}-${date?.replaceAll("-", "")}-${away}-${home}`;
const idsOf = (games: readonly GameRecord[]): string => games.map(idOf).sort().join(", ");

test("a season of which every week and type is right is quiet, and so is a game that was moved by some days", async () => {
  assert.deepEqual(await night(...season), []);
  const moved = season.map((game, index) => (index === 0 ? nfl("2025-11-25", 12, opponents(0)[0] as never) : game));
  assert.deepEqual(await night(...moved), []);
});

test("one week for the games of two: one sentence names the wrong ones, in any order of nights", async () => {
  const wrong = change(onDay("2025-12-14"), { week: 14 });
  const sentence = `week-off-its-dates: week 14 is stated for games of week 15 by their dates: ${idsOf(wrong.filter(onDay("2025-12-14")))}`;
  assert.deepEqual(await night(...wrong), [sentence]);
  assert.deepEqual(await night(...wrong.filter((game) => (game.game_date ?? "") < "2025-12-10")), []);
  assert.deepEqual(await again(...wrong.filter(onDay("2025-12-14"))), [sentence]);
});

test("a single game of another week is named once its teams have a game of that week", async () => {
  const [spoilt] = season.filter(onDay("2025-11-30"));
  const wrong = change((game) => game === spoilt, { week: 15 });
  assert.deepEqual(await night(...wrong), [
    `week-off-its-dates: week 15 is stated for games of week 13 by their dates: ${idOf(spoilt as GameRecord)}`,
  ]);
});

test("postseason before the season is over, by the calendar or by the teams' own games", async () => {
  const wrong = change(onDay("2025-11-23"), { week: null, season_type: "postseason" });
  const named = idsOf(wrong.filter(onDay("2025-11-23")));
  const rings = [`season-type-out-of-order: postseason is stated for games before regular ones: ${named}`];
  assert.deepEqual(await night(...wrong), rings);
  const nba = [1, 2, 3, 4].map((day) =>
    gameRecord({
      game_id: `${day}`,
      game_date: `2025-01-${10 + 2 * day}`,
      season_type: day === 2 ? "postseason" : "regular",
    }),
  );
  assert.deepEqual(await night(...nba), [
    `season-type-out-of-order: postseason is stated for games before regular ones: ${idOf(nba[1] as GameRecord)}`,
  ]);
  const playoffs = nba.map(
    (game, index): GameRecord => ({ ...game, season_type: index === 2 ? "regular" : "postseason" }),
  );
  assert.deepEqual(await night(...playoffs), [
    `season-type-out-of-order: regular is stated for games after the postseason has begun: ${idOf(nba[2] as GameRecord)}`,
  ]);
});

test("a team with two opponents on one day; a doubleheader has one", async () => {
  const [day, other] = ["2025-01-20", "NBA-20250120-MIA-BOS"];
  const twice = [
    gameRecord({ game_date: day }),
    gameRecord({ game_id: "g2", game_date: day, away: "MIA", away_score: 90, line_score: null }),
  ];
  assert.deepEqual(await night(...twice), [
    `team-in-two-places: 2025-01-20: teams with two opponents: ${other}, NBA-20250120-NYK-BOS`,
  ]);
  const mlb = [1, 2].map((game_number) =>
    gameRecord({
      ...{ sport: "mlb", season: 2025, home: "TEX", away: "SEA", game_id: `${game_number}`, game_number },
      ...{ game_date: "2025-06-01", start_time: `2025-06-01T${15 + 4 * game_number}:00:00Z` },
    }),
  );
  assert.deepEqual(await night(...mlb), []);
});

test("in football also within three days; a Thursday after a Sunday is usual", async () => {
  const [sunday, thursday] = [nfl("2025-11-30", 13, ["BUF", "NYJ"]), nfl("2025-12-04", 14, ["KC", "BUF"])];
  assert.deepEqual(await night(sunday, thursday), []);
  const monday = nfl("2025-12-01", 13, ["KC", "BUF"]);
  assert.deepEqual(await night(sunday, monday), [
    "team-in-two-places: 2025-11-30: teams with two opponents: NFL-20251130-BUF-NYJ, NFL-20251201-KC-BUF",
  ]);
});

test("a date that is not the start's, and one of a game after midnight in New York", async () => {
  const late = gameRecord({ start_time: "2025-01-11T05:30:00Z" });
  assert.deepEqual(await night(late), []);
  assert.deepEqual(await night({ ...late, game_date: "2025-01-12", start_time: "2025-01-12T00:30:00Z" }), [
    "date-off-its-start: 2025-01-12 is stated for games that start on another day: NBA-20250112-NYK-BOS",
  ]);
});

test("a sentence that somebody has looked at does not ring again, when a game of it comes again and when one is added", async () => {
  const wrong = change(onDay("2025-12-14"), { week: 14 });
  const [first, ...others] = wrong.filter(onDay("2025-12-14"));
  assert.equal((await night(...wrong)).length, 1);
  assert.equal(await keepDoubted(database, idOf(first as GameRecord), "week-off-its-dates", at), true);
  assert.deepEqual(await again({ ...(others[0] as GameRecord), referee: "Another" }), []);
  const next = nfl("2025-12-28", 16, opponents(5)[0] as never);
  assert.match((await again(next)).join(), /^week-off-its-dates: week 16 .* of week 17 by their dates: NFL-20251228/);
});
