/** When lines are captured, by the calendar of games in the ledger. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { oddsApiClient } from "../../src/collect/clients/the-odds-api.ts";
import { openCollector } from "../../src/collect/collector.ts";
import { importItems } from "../../src/ledger/import.ts";
import { oddsEvent } from "../feed/odds-api.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { publishAt } from "../support/nights.ts";
import { publishedOddsRows } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { collect, collectIn, scheduledGame, silentLog, timesOf } from "./support/collecting.ts";
import { allClients, oddsClient, type Script, scriptedAsker } from "./support/scripted.ts";

onSqliteDaily((databases) => {
  test("lines are captured every hour, then every five minutes, and last in the final two minutes", async () => {
    const span = { from: "2025-01-10T20:00:00Z", until: "2025-01-11T02:00:00Z" };
    const collected = await collect(databases, [scheduledGame()], span);
    const lastHour = "23:30 23:35 23:40 23:45 23:50 23:55 00:00 00:05 00:10 00:15 00:20 00:25";
    assert.deepEqual(timesOf(collected, "odds nba"), [
      ...["20:00:00", "21:00:00", "22:00:00", "23:00:00"],
      ...lastHour.split(" ").map((time) => `${time}:00`),
      "00:28:30",
    ]);
  });

  test("one request serves every game of a sport, and each sport is asked for its own games only", async () => {
    const games = [
      scheduledGame(),
      scheduledGame({ game_id: "g2", home: "LAL", away: "DEN", start_time: "2025-01-11T00:30:00Z" }),
      scheduledGame({ game_id: "g3", home: "MIA", away: "CHI", start_time: "2025-01-11T00:31:00Z" }),
    ];
    const span = { from: "2025-01-10T23:58:00Z", until: "2025-01-11T00:40:00Z" };
    const collected = await collect(databases, games, span);
    const wanted = "23:58:00 00:03:00 00:08:00 00:13:00 00:18:00 00:23:00 00:28:00 00:29:30";
    assert.deepEqual(timesOf(collected, "odds"), wanted.split(" "));
    assert.deepEqual(timesOf(collected, "odds"), timesOf(collected, "odds nba"));
  });

  test("nothing is asked of the odds when nothing is on within the look-ahead, and nothing when all is over", async () => {
    const later = scheduledGame({ start_time: "2025-01-25T00:30:00Z", game_date: "2025-01-24" });
    const over = gameRecord({ provider: "espn", game_id: "g2", home: "LAL", away: "DEN" });
    const postponed = scheduledGame({ game_id: "g3", home: "MIA", away: "CHI", status: "postponed" });
    const span = { from: "2025-01-10T20:00:00Z", until: "2025-01-11T06:00:00Z" };
    const collected = await collect(databases, [later, over, postponed], span);
    assert.deepEqual(timesOf(collected, "odds"), []);
    const finals = collected.asked.filter(({ at, label }) => at.slice(14, 19) === "15:00" && label.startsWith("espn"));
    assert.deepEqual(finals, []);
  });

  test("a start that moves by a later schedule moves the captures with it", async () => {
    const { database } = await databases.fresh();
    await importItems(database, items(scheduledGame()), "2025-01-10T00:00:00Z");
    const moved = scheduledGame({ start_time: "2025-01-11T02:00:00Z" });
    const script: Script = async (label, nowMs) => {
      // Somebody else imports the new start while the collector sleeps between two captures.
      if (label === "odds nba" && nowMs === Date.parse("2025-01-11T00:20:00Z")) {
        await importItems(database, items(moved), "2025-01-11T00:20:00Z");
      }
      return [];
    };
    const collected = await collectIn(database, {
      from: "2025-01-10T23:50:00Z",
      until: "2025-01-11T03:00:00Z",
      script,
    });
    const times = timesOf(collected, "odds nba");
    assert.deepEqual(times.slice(0, 9), [
      ...["23:50:00", "23:55:00", "00:00:00", "00:05:00", "00:10:00", "00:15:00", "00:20:00"],
      ...["01:00:00", "01:05:00"],
    ]);
    assert.equal(times.at(-1), "01:58:30");
  });

  test("a game that is delayed by the odds' own word goes on being captured, after the start of the schedule", async () => {
    const delayed = quoteRecord({ start_time: "2025-01-11T01:30:00Z", captured_at: "2025-01-11T00:20:00Z" });
    const span = { from: "2025-01-11T00:21:00Z", until: "2025-01-11T03:00:00Z" };
    const collected = await collect(databases, [scheduledGame(), delayed], span);
    const times = timesOf(collected, "odds nba");
    assert.equal(times.at(-1), "01:28:30");
    assert.ok(times.includes("01:03:30"), times.join(" "));
  });

  test("a start that the odds state a minute after the schedule is the same start: its close is bought once", async () => {
    const span = { from: "2025-01-11T00:10:00Z", until: "2025-01-11T00:50:00Z" };
    for (const [start_time, close, event] of [
      ["2025-01-11T00:31:00Z", "00:28:30", "00:22:00"],
      ["2025-01-11T00:29:00Z", "00:27:30", "00:21:00"],
    ] as const) {
      const quote = quoteRecord({ start_time, captured_at: "2025-01-10T20:00:00Z" });
      const collected = await collect(databases, [scheduledGame(), quote], span);
      assert.equal(timesOf(collected, "odds nba").at(-1), close);
      assert.deepEqual(timesOf(collected, "odds nba event"), [event]);
    }
  });

  test("without a schedule in the ledger, the odds' own starts are gone by", async () => {
    const span = { from: "2025-01-11T00:21:00Z", until: "2025-01-11T03:00:00Z" };
    const alone = await collect(databases, [quoteRecord()], span);
    assert.equal(timesOf(alone, "odds nba").at(-1), "00:28:30");
  });

  test("a postponed game is captured before its new start, which only its new event tells, and not before the old one", async () => {
    const postponed = scheduledGame({ status: "postponed" });
    const oldEvent = quoteRecord();
    const newEvent = quoteRecord({ event_id: "e2", start_time: "2025-01-13T01:00:00Z" });
    const until = "2025-01-13T02:00:00Z";
    const before = await collect(databases, [postponed, oldEvent], {
      from: "2025-01-10T23:40:00Z",
      until: "2025-01-11T01:00:00Z",
    });
    assert.deepEqual(timesOf(before, "odds nba"), []);
    const again = await collect(databases, [postponed, oldEvent, newEvent], { from: "2025-01-13T00:40:00Z", until });
    assert.equal(timesOf(again, "odds nba").at(-1), "00:58:30");
    assert.deepEqual(timesOf(again, "odds nba event e2"), ["00:52:00"]);
  });

  test("what an event's own address has is captured once, shortly before the start", async () => {
    const quote = quoteRecord({ captured_at: "2025-01-11T00:00:00Z" });
    const script: Script = (label, nowMs) => {
      const at = new Date(nowMs).toISOString();
      return label === "odds nba event e1" ? [{ ...quote, period: "1h", captured_at: at }] : [];
    };
    const span = { from: "2025-01-10T23:59:00Z", until: "2025-01-11T01:00:00Z", script };
    const collected = await collect(databases, [scheduledGame(), quote], span);
    assert.deepEqual(timesOf(collected, "odds nba event"), ["00:22:00"]);
    const run = collected.runs.find(({ job }) => job === "event-captures:nba");
    assert.equal(run?.outcome, "done");
    assert.equal(run?.report.imports[0]?.accepted, 1);
  });

  test("an event that the odds list no more is no failure", async () => {
    const quote = quoteRecord({ captured_at: "2025-01-11T00:00:00Z" });
    const gone = { kind: "failed", reason: "status", detail: "status 404", notBeforeMs: null, status: 404 } as const;
    const script: Script = (label) => (label.includes("event") ? gone : []);
    const span = { from: "2025-01-11T00:20:00Z", until: "2025-01-11T00:40:00Z", script };
    const { runs } = await collect(databases, [scheduledGame(), quote], span);
    assert.equal(runs.find(({ job }) => job === "event-captures:nba")?.outcome, "done");
  });

  test("a price that a capture after the start shows, and that was updated before it, is the close", async () => {
    const eventOf = (books: readonly string[], at: string, price: number) =>
      oddsEvent({ start: "2025-01-11T00:30:00Z", at, books, prices: [price, 130] });
    const client = oddsApiClient({ base: "http://odds.test", apiKey: "k", regions: ["us"] });
    const script: Script = (label, nowMs) => {
      if (!label.includes("/v4/sports/basketball_nba/odds")) return [];
      const before = eventOf(["draftkings", "fanduel"], new Date(nowMs).toISOString(), -150);
      if (nowMs < Date.parse("2025-01-11T00:30:00Z")) return [before] as unknown as readonly [];
      const updatedBefore = eventOf(["draftkings"], "2025-01-11T00:29:40Z", -190);
      const updatedAfter = eventOf(["fanduel"], "2025-01-11T00:30:10Z", -400);
      const bookmakers = [...updatedBefore.bookmakers, ...updatedAfter.bookmakers];
      return [{ ...updatedBefore, bookmakers }] as unknown as readonly [];
    };
    const later = scheduledGame({ game_id: "g2", home: "LAL", away: "DEN", start_time: "2025-01-11T01:00:00Z" });
    const { database } = await databases.fresh();
    await importItems(database, items(scheduledGame(), later), "2025-01-10T00:00:00Z");
    const span = { from: "2025-01-11T00:20:00Z", until: "2025-01-11T00:34:00Z", script, oddsClient: client };
    const { asked } = await collectIn(database, span);
    // The capture after the start is made because of the other game, and is not paid for apart.
    const times = asked.filter(({ label }) => label.includes("basketball_nba/odds?")).map(({ at }) => at.slice(11, 19));
    assert.deepEqual(times, ["00:20:00", "00:25:00", "00:28:30", "00:33:30"]);
    await importItems(database, items(gameRecord({ provider: "espn" })), "2025-01-11T04:00:00Z");
    await publishAt(database, "2025-01-11T10:00:00.000Z");
    const rows = await publishedOddsRows(database);
    const closes = rows.map(({ book, moneyline }) => [book, moneyline.home_close]);
    assert.deepEqual(
      new Map(closes as [string, number][]),
      new Map([
        ["draftkings", -190],
        ["fanduel", -150],
      ]),
    );
  });

  test("a provider of results that does not answer does not make the last capture late", async () => {
    const stuck = Promise.withResolvers<readonly []>();
    const { database } = await databases.fresh();
    await importItems(database, items(scheduledGame()), "2025-01-10T00:00:00Z");
    const moments = ["00:15:00", "00:20:00", "00:25:00", "00:28:30", "00:30:00"];
    const momentOf = (index: number) => Date.parse(`2025-01-11T${moments[index]}Z`);
    let index = 0;
    const stopping = new AbortController();
    const clock = {
      nowMs: () => momentOf(index),
      sleep: async () => {},
    };
    const asker = scriptedAsker(clock, (label) => {
      if (!label.startsWith("odds nba")) return stuck.promise;
      // The clock goes on while a provider of results is still asked.
      index += 1;
      if (index === moments.length - 1) stopping.abort();
      return [];
    });
    const options = {
      database,
      clock,
      asker,
      resultsClients: allClients,
      oddsClient: oddsClient(),
      log: silentLog,
    };
    const running = openCollector(options).run(stopping.signal);
    const limit = setTimeout(() => stopping.abort(), 20_000);
    stopping.signal.addEventListener("abort", () => stuck.resolve([]));
    await running;
    clearTimeout(limit);
    assert.deepEqual(timesOf(asker, "odds nba"), moments.slice(0, -1));
  });

  test("with few credits the hourly captures are left out, and the last one before each start is made", async () => {
    const games = [
      scheduledGame({ start_time: "2025-01-10T20:30:00Z" }),
      scheduledGame({ game_id: "g2", home: "LAL", away: "DEN", start_time: "2025-01-10T23:00:00Z" }),
    ];
    let left = 6 * 4;
    const creditsLeft = async () => left;
    const script: Script = (label) => {
      if (label.startsWith("odds")) left -= 6;
      return [];
    };
    const span = { from: "2025-01-10T16:00:00Z", until: "2025-01-10T23:59:00Z", script, creditsLeft };
    const collected = await collect(databases, games, span);
    assert.deepEqual(timesOf(collected, "odds nba"), ["19:30:00", "19:35:00", "20:28:30", "22:58:30"]);
    const skipped = collected.runs.filter(({ outcome }) => outcome === "skipped");
    assert.ok(skipped.length > 10, `${skipped.length}`);
    const [first] = skipped;
    assert.deepEqual([first?.report.urgency, first?.report.left, first?.report.cost], ["ahead", 24, 6]);
  });
});
