/** The dates of seasons, when they are over and which weeks are complete; test/contract/resources.test.ts has what callers see of it. */
import assert from "node:assert/strict";
import { test } from "vitest";
import {
  datesOfSeason,
  highestCompletedWeek,
  type SeasonGame,
  seasonOf,
  seasonStatus,
} from "../../src/domain/seasons.ts";
import { lastRegularWeekNcaaf, postseasonWeekNcaaf } from "../../src/domain/sports/ncaaf/ncaaf.ts";
import type { Sport } from "../../src/domain/sports.ts";

/** First and last dates of real seasons. */
const seasons: readonly (readonly [Sport, season: number, first: string, last: string])[] = [
  ["mlb", 2022, "2022-04-07", "2022-11-05"],
  ["mlb", 2024, "2024-03-20", "2024-10-30"],
  ["nfl", 2022, "2022-09-08", "2023-02-12"],
  ["nfl", 2025, "2025-09-04", "2026-02-08"],
  ["ncaaf", 2022, "2022-08-27", "2023-01-09"],
  ["ncaaf", 2024, "2024-08-24", "2025-01-20"],
  ["nba", 2023, "2022-10-18", "2023-06-12"],
  ["nba", 2026, "2025-10-21", "2026-06-19"],
  ["nhl", 2024, "2023-10-10", "2024-06-24"],
  ["nhl", 2026, "2025-10-07", "2026-06-20"],
];

test.each(seasons)("the %s season %d is that of every date from %s to %s", (sport, season, first, last) => {
  assert.deepEqual([seasonOf(sport, first), seasonOf(sport, last)], [season, season]);
  const { from, to } = datesOfSeason({ sport, season });
  assert.deepEqual([seasonOf(sport, from), seasonOf(sport, to)], [season, season]);
  assert.notEqual(seasonOf(sport, String(Temporal.PlainDate.from(from).subtract({ days: 1 }))), season);
  assert.notEqual(seasonOf(sport, String(Temporal.PlainDate.from(to).add({ days: 1 }))), season);
});

test("the last regular ncaaf week is that of Army-Navy, the second Saturday of December [D-5]", () => {
  assert.deepEqual([2022, 2023, 2024, 2025].map(lastRegularWeekNcaaf), [15, 15, 16, 16]);
});

test("ncaaf bowls and playoffs go on after the last regular week and never restart [D-5]", () => {
  // First bowl, New Year's games, and the national championship of each season.
  const postseasons: readonly (readonly [season: number, first: string, last: string])[] = [
    [2022, "2022-12-16", "2023-01-09"],
    [2023, "2023-12-16", "2024-01-08"],
    [2024, "2024-12-14", "2025-01-20"],
    [2025, "2025-12-13", "2026-01-19"],
  ];
  for (const [season, first, last] of postseasons) {
    const weekAfter = lastRegularWeekNcaaf(season) + 1;
    assert.equal(postseasonWeekNcaaf(season, first), weekAfter, `first bowl of ${season}`);
    let previous = weekAfter;
    let date = Temporal.PlainDate.from(first);
    while (Temporal.PlainDate.compare(date, Temporal.PlainDate.from(last)) <= 0) {
      const week = postseasonWeekNcaaf(season, date.toString());
      assert.ok(week === previous || week === previous + 1, `${date} is week ${week} after week ${previous}`);
      previous = week;
      date = date.add({ days: 1 });
    }
    assert.ok(previous > weekAfter && previous <= weekAfter + 6, `the championship of ${season} is week ${previous}`);
  }
});

const states = { f: "final", u: "unplayed", c: "cancelled" } as const;
/** Games by the first letter of their state and their week: `f1 u2`. */
const gamesOf = (text: string): SeasonGame[] =>
  text.split(" ").map((each) => ({ state: states[each[0] as keyof typeof states], week: Number(each.slice(1)) }));

test("a season is in progress from its first final on while any game but cancelled ones is unplayed [D-7], and has the weeks that are complete [D-42]", () => {
  for (const [games, status, weeks] of [
    ["u1", null, null],
    ["c1", null, null],
    ["f1 u1", "in_progress", null],
    ["f1 f1 f2 f2", "published", 2],
    ["f1 f2 u2", "in_progress", 1],
    ["f1 u2 f2 u3", "in_progress", 1],
    ["f3 f1 u2", "in_progress", 3],
    ["f17 c17 u18", "in_progress", 17],
    ["c17 f17 f18", "published", 18],
  ] as const) {
    assert.deepEqual([seasonStatus(gamesOf(games)), highestCompletedWeek(gamesOf(games))], [status, weeks], games);
  }
  const withoutWeeks: SeasonGame[] = [{ state: "final", week: null }];
  assert.deepEqual([seasonStatus([]), highestCompletedWeek(withoutWeeks)], [null, null]);
});
