/** A database that goes away while something is collected. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { DatabaseOutage } from "../../src/database/database-error.ts";
import type { Database } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { items, quoteRecord } from "../support/records.ts";
import { collectIn, scheduledGame } from "./support/collecting.ts";

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
