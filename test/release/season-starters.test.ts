/** Who started each game of a season, as its table has it. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { GameStarters, Starter } from "../../src/domain/starters.ts";
import { valuesOf } from "../support/archive.ts";
import { seasonOf } from "../support/season-shelf.ts";

test("a table has each person once, and of each game the places of two, from 1, or 0", () => {
  const lou: Starter = { id: "11", name: "Lou Left", hand: "L" };
  const sam: Starter = { id: "21", name: "Sam Switch", hand: "S" };
  // The same person as another answer spells the name.
  const louis: Starter = { id: "11", name: "Louis Left", hand: null };
  const started: readonly GameStarters[] = [
    { home: lou, away: sam },
    { home: null, away: { ...lou } },
    { home: louis, away: null },
  ];
  const games = started.map((starters, day) => {
    const start = `2025-07-0${day + 1}T23:00:00.000Z`;
    return { ...valuesOf({ sport: "mlb", season: 2025, start, home: "BOS", away: "NYY" }), starters };
  });
  const { starters } = seasonOf({ sport: "mlb", season: 2025, games });
  assert.deepEqual(starters.people, [lou, sam, louis]);
  assert.deepEqual([...starters.homes], [1, 0, 3]);
  assert.deepEqual([...starters.aways], [2, 1, 0]);
});
