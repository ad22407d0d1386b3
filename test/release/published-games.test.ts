/** The table of published games counts what callers see: the rows of the odds list, and the closes in them. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import { openDatabase, tablesOf } from "../../src/database/engine.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { publishedOddsRows } from "../support/published.ts";
import { publishSmallSample } from "../support/sample.ts";

const database = await openDatabase(":memory:");
afterAll(() => database.close());

function hasClose({ moneyline, spread, total, team_total }: OddsRow): boolean {
  const members = [moneyline, spread, total, team_total].flatMap((market) => Object.entries(market));
  return members.some(([name, value]) => name.endsWith("close") && value !== null);
}

test("a game has as many odds rows as the list, and a closing line where one of them has", async () => {
  await publishSmallSample(database, 12);
  const rowsOf = Map.groupBy(await publishedOddsRows(database), ({ game_id }) => game_id);
  const games = await tablesOf<ReleaseTables>(database.kysely).selectFrom("published_games").selectAll().execute();
  for (const { game_id: id, odds_rows, has_closing_line } of games) {
    const rows = rowsOf.get(id) ?? [];
    assert.deepEqual([odds_rows, has_closing_line], [rows.length, Number(rows.some(hasClose))], id);
  }
  assert.ok(games.some(({ odds_rows }) => odds_rows > 0));
});
