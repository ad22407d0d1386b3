/** When lines are captured, by the calendar of games in the ledger. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { collect, scheduledGame, timesOf } from "./support/collecting.ts";

for (const name of engineNames) {
  describe(`captures on ${name}`, () => {
    let engine: TestEngine;
    before(async () => {
      engine = await startEngine(name);
    });
    after(() => engine.close());

    test("lines are captured every hour, then every five minutes, and last in the final two minutes", async () => {
      const span = { from: "2025-01-10T20:00:00Z", until: "2025-01-11T02:00:00Z" };
      const collected = await collect(engine, [scheduledGame()], span);
      const lastHour = "23:30 23:35 23:40 23:45 23:50 23:55 00:00 00:05 00:10 00:15 00:20 00:25";
      assert.deepEqual(timesOf(collected, "odds nba"), [
        ...["20:00:00", "21:00:00", "22:00:00", "23:00:00"],
        ...lastHour.split(" ").map((time) => `${time}:00`),
        "00:28:30",
      ]);
    });
  });
}
