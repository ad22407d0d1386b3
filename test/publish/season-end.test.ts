/** A season ends when nothing of it is waited for, also where a provider never closes a game [D-7, D-45]. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { SeasonRow } from "../../src/contract/lists/reference.ts";
import type { Database } from "../../src/database/engine.ts";
import type { GameRecord, SeasonRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import type { PublishReport } from "../../src/publish/findings.ts";
import { nextNight, openNight } from "../support/nights.ts";
import { publishedLeagues, toldOf } from "../support/published.ts";
import { gameRecord, items } from "../support/records.ts";

const nothing = { line_score: null, overtime: null, referee: null, venue: null } as const;
const unplayed = { ...nothing, status: "scheduled", home_score: null, away_score: null } as const;
const ncaaf = { ...nothing, sport: "ncaaf", season: 2024, provider: "cfbd" } as const;
const sunBelt = { ...ncaaf, home: "APP", away: "LIB" } as const;

/** Week 5 of 2024: a game that the hurricane Helene has cancelled, which CFBD calls scheduled to this day. */
const helene = gameRecord({
  ...sunBelt,
  ...unplayed,
  ...{ game_id: "helene", week: 5, game_date: "2024-09-28", start_time: "2024-09-28T19:30:00Z" },
});
const september = gameRecord({
  ...ncaaf,
  ...{ game_id: "s", home: "USU", away: "BYU", week: 4, game_date: "2024-09-21", start_time: "2024-09-21T20:00:00Z" },
});
const final = gameRecord({
  ...ncaaf,
  ...{ game_id: "final", home: "OSU", away: "ND", week: 22, season_type: "postseason", neutral_site: true },
  ...{ game_date: "2025-01-20", start_time: "2025-01-21T00:30:00Z" },
});
const season = (complete: boolean): SeasonRecord => ({
  ...{ type: "season", provider: "canonical", sport: "ncaaf", season: 2024, complete },
});

let database: Database;
const fresh = async () => {
  database = await openNight();
};
const night = async (day: string, taken: readonly FeedItem[] = []): Promise<PublishReport> =>
  (await nextNight(database, `${day}T09:00:00Z`, taken)).report;
const row = async (): Promise<SeasonRow | undefined> => (await publishedLeagues(database)).seasons[0]?.row;
const status = async () => (await row())?.status;

test("a game that its provider never closes is closed by another provider that has cancelled it", async () => {
  await fresh();
  await night("2025-02-01", items(september, helene, final));
  assert.deepEqual([await status(), (await row())?.weeks], ["in_progress", 22]);
  const espn = { ...helene, provider: "espn", game_id: "401635587", status: "cancelled" } as const;
  await night("2025-02-02", items(espn));
  assert.equal(await status(), "published");
  assert.deepEqual(toldOf(await night("2025-02-03"), "given-up"), []);
});

test("a postponed game that was made up under another id is not waited for where another provider waits for none", async () => {
  const mlb = { ...nothing, sport: "mlb", season: 2025, home: "BOS", away: "NYY" } as const;
  const postponed = { ...unplayed, status: "postponed" } as const;
  const espn = [
    gameRecord({ ...mlb, ...postponed, provider: "espn", game_id: "401695827", game_date: "2025-06-04" }),
    gameRecord({ ...mlb, provider: "espn", game_id: "401800001", game_date: "2025-06-05" }),
    gameRecord({ ...mlb, provider: "espn", game_id: "401695828", game_date: "2025-06-06" }),
  ];
  const statsapi = [5, 6].map((day) =>
    gameRecord({ ...mlb, provider: "mlb-statsapi", game_id: `${day}`, game_date: `2025-06-0${day}` }),
  );
  const [first, second] = statsapi as [GameRecord, GameRecord];
  for (const [others, expected] of [
    [[], "in_progress"],
    [[first], "in_progress"],
    [[first, { ...second, ...unplayed }], "in_progress"],
    [[first, second], "published"],
  ] as const) {
    await fresh();
    await night("2025-10-01", items(...espn, ...others));
    assert.equal(await status(), expected, `${others.length} games of StatsAPI`);
  }
});

test("a season record that says so closes it, and the better ranked provider's record counts", async () => {
  await fresh();
  await night("2025-02-01", items(september, helene, final, season(true)));
  assert.equal(await status(), "published");
  await night("2025-02-02", items({ ...season(false), provider: "sports-office" }));
  assert.equal(await status(), "published");
  await fresh();
  await night("2025-02-01", items(september, final, season(false)));
  assert.equal(await status(), "in_progress");
  await night("2025-02-02", items({ ...season(true), provider: "sports-office" }));
  assert.equal(await status(), "in_progress");
  await night("2025-02-03", items(season(true)));
  assert.equal(await status(), "published");
});

test("half a year of silence closes it in a night without an import, and the report names each game", async () => {
  await fresh();
  const first = await night("2025-02-01", items(september, helene, final));
  assert.equal((await night("2025-07-20")).revision, first.revision);
  assert.equal(await status(), "in_progress");
  const report = await night("2025-07-24");
  assert.equal(await status(), "published");
  assert.equal(report.revision, (first.revision ?? 0) + 1);
  assert.deepEqual(toldOf(report, "given-up"), ["ncaaf 2024: LIB at APP on 2024-09-28 (cfbd says scheduled)"]);
  const next = await night("2025-07-25");
  assert.deepEqual([next.revision, toldOf(next, "given-up")], [report.revision, []]);
});

test("an end that was not imported is no silence: neither the postseason nor more than the rest of a series is missing", async () => {
  await fresh();
  await night("2025-02-01", items(september, helene));
  await night("2026-06-01");
  assert.equal(await status(), "in_progress");
  const inSeries = (day: number, changes: Partial<GameRecord>) =>
    gameRecord({
      ...{ ...nothing, sport: "nhl", season: 2025, season_type: "postseason", home: "FLA", away: "EDM" },
      ...{ game_id: `final ${day}`, game_date: `2025-06-${day}`, ...changes },
    });
  const left = [20, 22, 24].map((day) => inSeries(day, unplayed));
  await fresh();
  await night("2025-06-19", items(inSeries(17, {}), ...left));
  assert.equal(toldOf(await night("2026-01-01"), "given-up").length, 3);
  assert.equal(await status(), "published");
  await fresh();
  await night("2025-06-19", items(inSeries(17, {}), ...left, inSeries(26, unplayed)));
  assert.deepEqual(toldOf(await night("2026-01-01"), "given-up"), []);
  assert.equal(await status(), "in_progress");
});

test("a final that is held back keeps the season open, whatever is said and however long it lasts", async () => {
  await fresh();
  await night("2025-02-01", items({ ...september, start_time: null }, helene, final, season(true)));
  assert.equal(await status(), "in_progress");
  const report = await night("2026-02-01");
  assert.equal(await status(), "in_progress");
  assert.deepEqual(toldOf(report, "given-up"), []);
  assert.deepEqual(
    report.held.map(({ gameId }) => gameId),
    ["NCAAF-20240921-BYU-USU"],
  );
  await night("2026-02-02", items(september));
  assert.equal(await status(), "published");
});

test("a season goes on while a provider lists games whose teams are not decided, and not after their days", async () => {
  await fresh();
  const nhl = { sport: "nhl", season: 2025 } as const;
  const played = gameRecord({ ...nothing, ...nhl, game_date: "2025-05-20", home: "BOS", away: "TOR" });
  const listed: SeasonRecord = { type: "season", provider: "nhl-api", ...nhl, complete: false };
  const undecided = items({ ...listed, undecided_until: "2025-05-30" });
  await night("2025-05-22", [...items(played), ...undecided]);
  assert.equal(await status(), "in_progress");
  await night("2025-05-31");
  assert.equal(await status(), "in_progress");
  await night("2025-06-01");
  assert.equal(await status(), "published");
  // The old schedule is read again.
  await night("2025-06-02", undecided);
  assert.equal(await status(), "published");
});
