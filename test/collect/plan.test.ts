/** What `collect --plan` says that a time will cost, beside what it costs. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { openCollector } from "../../src/collect/collector.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import { dayMs, minuteMs } from "../../src/domain/durations.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";
import { long } from "../support/volume.ts";
import { collectIn, scheduledGame, silentLog } from "./support/collecting.ts";
import { allClients, oddsClient, type Script, scriptedAsker } from "./support/scripted.ts";
import { simulatedClock } from "./support/simulated-clock.ts";

const pairs = [
  ...[
    ["BOS", "NYK"],
    ["LAL", "DEN"],
    ["MIA", "CHI"],
    ["PHX", "UTA"],
  ],
  ...[
    ["DAL", "HOU"],
    ["MIL", "IND"],
    ["ATL", "ORL"],
    ["SAC", "POR"],
  ],
] as const;
const fromMs = Date.parse("2025-01-10T12:00:00Z");
const days = 7;

type Fixture = {
  readonly id: string;
  readonly startMs: number;
  readonly date: string;
  readonly home: string;
  readonly away: string;
};

/** Evenings of three to eight games, which start at five to twenty minutes from each other, and two afternoons. */
const fixtures: readonly Fixture[] = Array.from({ length: 3 * days }, (_, day) => {
  const first = fromMs + day * dayMs + (day % 3 === 0 ? 7 : 12) * 60 * minuteMs;
  return pairs.slice(0, 3 + (day % 6)).map(([home, away], index) => ({
    id: `g${day}-${index}`,
    startMs: first + index * (5 + (day % 4) * 5) * minuteMs + (index > 4 ? 150 * minuteMs : 0),
    date: new Date(first - 8 * 60 * minuteMs).toISOString().slice(0, 10),
    ...{ home, away },
  }));
}).flat();

const isoOf = (timeMs: number): string => new Date(timeMs).toISOString();

/** Every other evening, the odds state from half an hour before the first game on that it begins 50 minutes later. */
const delayed = new Set(fixtures.filter(({ id }) => /[02468]-0$/.test(id)).map(({ id }) => id));

/** The odds list games from two days before their start, and state a start that is a minute later. */
const season: (hasDelays: boolean) => Script =
  (hasDelays) =>
  (label, nowMs): readonly FeedRecord[] => {
    const [provider, sport, first = "", last = ""] = label.split(" ");
    if (sport !== "nba") return [];
    if (provider === "odds") {
      const stated = fixtures.map((game) => {
        const isLate = hasDelays && delayed.has(game.id) && nowMs >= game.startMs - 30 * minuteMs;
        return { ...game, startMs: game.startMs + (isLate ? 50 : 1) * minuteMs };
      });
      const listed = stated.filter(({ startMs }) => startMs > nowMs && startMs < nowMs + 2 * dayMs);
      const wanted = first === "event" ? listed.filter(({ id }) => `e-${id}` === last) : listed;
      return wanted.map(({ id, startMs, home, away }) => {
        const times = { start_time: isoOf(startMs), seen_at: isoOf(nowMs), captured_at: isoOf(nowMs) };
        const period = first === "event" ? ({ period: "1h", line: -2.5 } as const) : {};
        return quoteRecord({ event_id: `e-${id}`, ...times, home, away, ...period });
      });
    }
    return fixtures
      .filter(({ id, date }) => (first === "game" ? id === last : date >= first && date <= last))
      .map(({ id, startMs, date, home, away }) => {
        const about = { provider: "espn", game_id: id, start_time: isoOf(startMs), game_date: date, home, away };
        return nowMs < startMs + 150 * minuteMs ? scheduledGame(about) : gameRecord(about);
      });
  };

async function planOf(database: Database, fromMs: number, untilMs: number) {
  const clock = simulatedClock(isoOf(fromMs), isoOf(untilMs));
  const asker = scriptedAsker(clock, () => []);
  const needed = { database, clock, asker, resultsClients: allClients, oddsClient: oddsClient(), log: silentLog };
  const planned = await openCollector(needed).plan(fromMs, untilMs);
  const sumOf = (rows: typeof planned) => rows.reduce((sum, { credits }) => sum + credits, 0);
  return { whole: sumOf(planned), asked: sumOf(planned.filter(({ job }) => job !== "moved-starts")) };
}

/** Plans a week, then each day before it is collected, and says what each day took. */
async function weekOf(engine: TestEngine, script: Script) {
  const client = oddsClient();
  const database = await openDatabase(await engine.freshUrl());
  try {
    // The first minute brings the schedule, without which there is nothing to plan.
    const weekMs = fromMs + minuteMs;
    await collectIn(database, { from: isoOf(fromMs), until: isoOf(weekMs), script });
    const week = await planOf(database, weekMs, weekMs + days * dayMs);
    const planned: number[] = [];
    const spent: number[] = [];
    const events: string[] = [];
    for (let day = 0; day < days; day += 1) {
      const [beginMs, endMs] = [weekMs + day * dayMs, weekMs + (day + 1) * dayMs];
      planned.push((await planOf(database, beginMs, endMs)).asked);
      const { asked } = await collectIn(database, { from: isoOf(beginMs), until: isoOf(endMs), script });
      const odds = asked.filter(({ label }) => label.startsWith("odds"));
      spent.push(odds.reduce((sum, { label }) => sum + client.costOf({ ...client.current("nba"), label }), 0));
      events.push(...odds.map(({ label }) => label).filter((label) => label.includes("event")));
    }
    return { week, planned, spent, events };
  } finally {
    await database.close();
  }
}

describe("a plan", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine("sqlite");
  });
  afterAll(() => engine.close());

  test("a week in which no start moves costs what was planned, and no event's own lines are bought twice", async () => {
    const { week, planned, spent, events } = await weekOf(engine, season(false));
    assert.deepEqual(planned, spent);
    const all = spent.reduce((sum, each) => sum + each, 0);
    assert.equal(week.asked, all);
    assert.equal(week.whole, all + Math.ceil(all / 10));
    assert.deepEqual(events.toSorted(), [...new Set(events)].sort());
  });

  test(
    "a week in which every other evening has a game that is delayed costs no more than the plan with its reserve",
    long,
    async () => {
      const { week, spent } = await weekOf(engine, season(true));
      const all = spent.reduce((sum, each) => sum + each, 0);
      assert.ok(all > week.asked, `${all} of ${week.asked}: the delays cost something`);
      assert.ok(all <= week.whole, `${all} of ${week.whole}`);
    },
  );
});
