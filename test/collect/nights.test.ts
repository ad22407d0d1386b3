/** Days and nights of a collector: schedules, finals, corrections, the publish, and providers that fail. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { DatabaseOutage } from "../../src/database/database-error.ts";
import type { Database } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { publishedGames, publishedOddsRows } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { collect, collectIn, type Run, scheduledGame, timesOf } from "./support/collecting.ts";
import { providerDown, type Script } from "./support/scripted.ts";
import { worldReply } from "./support/world.ts";

const outcomesOf = (runs: readonly Run[], job: string): string[] =>
  runs.filter((run) => run.job === job).map(({ due, outcome }) => `${due.slice(5, 16).replace("T", " ")} ${outcome}`);

async function listed(database: Database): Promise<{ id: string; home: number | null; referee: string | null }[]> {
  const games = await publishedGames(database);
  return games.map(({ game_id: id, home, referee }) => ({ id, home: home.score, referee }));
}

onSqliteDaily((databases) => {
  test("from an empty database, a day of games is scheduled, captured, taken and published by itself", async () => {
    const { database } = await databases.fresh();
    const span = { from: "2025-01-10T12:00:00Z", until: "2025-01-12T12:00:00Z", script: worldReply };
    const { runs, asked } = await collectIn(database, span);
    assert.deepEqual(outcomesOf(runs, "calendar"), ["01-10 11:00 done", "01-11 11:00 done", "01-12 11:00 done"]);
    assert.deepEqual(outcomesOf(runs, "publish"), ["01-10 10:00 done", "01-11 10:00 done", "01-12 10:00 done"]);
    assert.deepEqual(outcomesOf(runs, "recheck"), ["01-10 09:30 done", "01-11 09:30 done", "01-12 09:30 done"]);
    assert.deepEqual(await listed(database), [
      { id: "NBA-20250110-DEN-LAL", home: 110, referee: "B. Referee" },
      { id: "NBA-20250110-NYK-BOS", home: 110, referee: "B. Referee" },
      { id: "NBA-20250111-CHI-MIA", home: 110, referee: "B. Referee" },
    ]);
    assert.equal((await publishedOddsRows(database)).length, 6);
    // A final's details are asked for once, and its slate only until the last game of the day is over.
    assert.equal(asked.filter(({ label }) => label === "espn nba game g1").length, 1);
    const slates = timesOf({ asked }, "espn nba 2025-01-10 2025-01-10");
    assert.deepEqual([slates[0], slates.at(-1), slates.length], ["00:00:00", "03:00:00", 13]);
  });

  test("the publish is at 05:00 in New York on both sides of the change of clocks", async () => {
    for (const [from, until, times] of [
      ["03-07", "03-10", ["03-07 10:00", "03-08 10:00", "03-09 09:00", "03-10 09:00"]],
      ["10-31", "11-03", ["10-31 09:00", "11-01 09:00", "11-02 10:00", "11-03 10:00"]],
    ] as const) {
      const span = { from: `2025-${from}T12:00:00Z`, until: `2025-${until}T12:00:00Z` };
      const { runs } = await collect(databases, [], span);
      const wanted = times.map((time) => `${time} done`);
      assert.deepEqual(outcomesOf(runs, "publish"), wanted);
    }
  });

  test("a provider that fails, and an answer that cannot be read, stop neither the others nor the publish", async () => {
    const { database } = await databases.fresh();
    const script: Script = (label, nowMs) => {
      if (label.startsWith("nhl-api")) return providerDown;
      if (label.startsWith("espn nfl")) return "unreadable";
      return worldReply(label, nowMs);
    };
    const span = { from: "2025-01-11T05:00:00Z", until: "2025-01-11T12:00:00Z", script };
    const { runs } = await collectIn(database, span);
    const recheck = runs.find(({ job, due }) => job === "recheck" && due === "2025-01-11T09:30:00.000Z");
    assert.equal(recheck?.outcome, "failed", "nothing of ESPN's football could be read");
    const failures = recheck?.report.failures.map((each: { label: string; reason: string }) => [
      each.label,
      each.reason,
    ]);
    assert.deepEqual(failures, [
      ["espn nfl 2025-01-04 2025-01-11", "unreadable"],
      ["espn nfl 2025-01-04 2025-01-11", "unread"],
      ["nhl-api nhl 2025-01-04 2025-01-11", "unreachable"],
    ]);
    assert.equal(outcomesOf(runs, "publish").at(-1), "01-11 10:00 done");
    assert.equal((await listed(database)).length, 2);
  });

  test("when every provider fails, the night publishes what is there, and the schedule is asked again every hour for a while", async () => {
    const span = { from: "2025-01-11T08:00:00Z", until: "2025-01-12T08:00:00Z", script: () => providerDown };
    const { runs } = await collect(databases, [gameRecord()], span);
    assert.deepEqual(outcomesOf(runs, "publish"), ["01-10 10:00 done", "01-11 10:00 done"]);
    assert.equal(runs.filter(({ job }) => job === "publish")[0]?.report.games, 1);
    const calendar = outcomesOf(runs, "calendar").map((text) => text.slice(6));
    assert.deepEqual(calendar, [
      "11:00 failed",
      "11:00 failed",
      "12:00 failed",
      "13:00 failed",
      "14:00 failed",
      "15:00 failed",
    ]);
  });

  test("a corrected score of the last seven days is taken and published the next night", async () => {
    const { database } = await databases.fresh();
    const corrected: Script = (label, nowMs) => {
      const reply = worldReply(label, nowMs);
      if (!Array.isArray(reply) || nowMs < Date.parse("2025-01-14T00:00:00Z")) return reply;
      return reply.map((record) =>
        record.type === "game" && record.game_id === "g1" && record.status === "final"
          ? { ...record, home_score: 111, line_score: { home: [31, 25, 28, 27], away: [24, 28, 26, 26] } }
          : record,
      );
    };
    await collectIn(database, { from: "2025-01-11T05:00:00Z", until: "2025-01-11T12:00:00Z", script: worldReply });
    assert.equal((await listed(database))[1]?.home, 110);
    await collectIn(database, { from: "2025-01-11T12:00:00Z", until: "2025-01-15T12:00:00Z", script: corrected });
    assert.equal((await listed(database))[1]?.home, 111);
  });

  test("details that a summary did not have yet are asked for again in the night, and a short answer takes none away", async () => {
    const { database } = await databases.fresh();
    const late: Script = (label, nowMs) => {
      const isEarly = nowMs < Date.parse("2025-01-11T09:00:00Z");
      return label.includes(" game ") && isEarly ? [] : worldReply(label, nowMs);
    };
    await collectIn(database, { from: "2025-01-10T20:00:00Z", until: "2025-01-11T12:00:00Z", script: late });
    const referees = (await listed(database)).map(({ referee }) => referee);
    assert.deepEqual(referees, ["B. Referee", "B. Referee"]);
    // Slates come again for a week, and have no referee.
    const { asked } = await collectIn(database, {
      from: "2025-01-11T12:00:00Z",
      until: "2025-01-14T12:00:00Z",
      script: worldReply,
    });
    assert.equal((await listed(database))[0]?.referee, "B. Referee");
    assert.deepEqual(timesOf({ asked }, "espn nba game g1"), []);
  });

  test("after days in which nobody collected, the missed publish comes at the start, and the finals since then before it", async () => {
    const { database } = await databases.fresh();
    await collectIn(database, { from: "2025-01-09T12:00:00Z", until: "2025-01-10T12:00:00Z", script: worldReply });
    assert.equal((await listed(database)).length, 0);
    const restart = "2025-01-20T13:00:00Z";
    const span = { from: restart, until: "2025-01-20T13:10:00Z", script: worldReply };
    const { runs, asked } = await collectIn(database, span);
    assert.deepEqual(outcomesOf(runs, "publish").at(-1), "01-20 10:00 done");
    assert.ok(asked.some(({ label }) => label === "espn nba 2025-01-09 2025-01-20"));
    assert.equal((await listed(database)).length, 3);
  });

  test("a game of which no end is told is left to the night after twelve hours", async () => {
    const game = scheduledGame({ start_time: "2025-01-10T18:00:00Z" });
    const span = { from: "2025-01-10T17:50:00Z", until: "2025-01-11T12:00:00Z" };
    const collected = await collect(databases, [game], span);
    const times = timesOf(collected, "espn nba 2025-01-10 2025-01-10");
    assert.deepEqual([times[0], times.at(-1), times.length], ["18:00:00", "06:00:00", 49]);
  });

  test("a clock that was ahead does not keep the collector waiting when it is right again", async () => {
    const { database } = await databases.fresh();
    await importItems(database, items(scheduledGame()), "2025-01-10T00:00:00Z");
    await collectIn(database, { from: "2025-01-10T22:00:00Z", until: "2025-01-10T23:00:00Z" });
    const { asked } = await collectIn(database, { from: "2025-01-10T20:00:00Z", until: "2025-01-10T21:30:00Z" });
    assert.deepEqual(timesOf({ asked }, "odds nba"), ["20:00:00", "21:00:00"]);
  });
});

/** The database as it is while it is away: whatever is begun fails, as it does when a server restarts. */
function withOutages(database: Database, isAway: () => boolean): Database {
  const away = (): never => {
    throw new DatabaseOutage(database.url, new Error("Connection terminated"));
  };
  const kysely = new Proxy(database.kysely, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...rest: unknown[]) => (isAway() ? away() : value.apply(target, rest));
    },
  });
  return { ...database, kysely };
}

onSqliteDaily((databases) => {
  test("what was received while the database was away is written when it is back", async () => {
    const { database } = await databases.fresh();
    await importItems(database, items(scheduledGame()), "2025-01-10T00:00:00Z");
    let isAway = false;
    const { runs } = await collectIn(
      withOutages(database, () => isAway),
      {
        from: "2025-01-11T00:20:00Z",
        until: "2025-01-11T00:31:00Z",
        script: (label, nowMs) => {
          if (label !== "odds nba") return [];
          isAway = true;
          setTimeout(() => {
            isAway = false;
          }, 1_500);
          return [quoteRecord({ captured_at: new Date(nowMs).toISOString() })];
        },
      },
    );
    const captures = runs.filter(({ job }) => job === "captures:nba");
    assert.deepEqual(
      captures.map(({ due, outcome, report }) => [due.slice(11, 19), outcome, report.imports[0]?.read]),
      [
        ["00:20:00", "done", 1],
        ["00:25:00", "done", 1],
        ["00:28:30", "done", 1],
      ],
    );
    assert.ok(
      runs.every(({ outcome }) => outcome === "done"),
      JSON.stringify(runs),
    );
  });
});
