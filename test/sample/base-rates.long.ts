// @module-tag long
/** The sample against what has been counted in real seasons: the table of sample/base-rates.csv. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { test } from "vitest";
import type { Sport } from "../../src/domain/sports.ts";
import { sampledGames } from "../support/sample-games.ts";
import { figuresOf, type GameFigures, rateOf } from "../support/sample-rates.ts";
import { sampledSports } from "../support/sports.ts";

const table = readFileSync("sample/base-rates.csv", "utf8");

type Target = {
  readonly sport: Sport;
  readonly rate: string;
  readonly real: string;
  readonly within: string;
  readonly source: string;
};

const targets = Map.groupBy(parse<Target>(table, { columns: true }), ({ sport }) => sport);

function figuresBySport(seed: number, extent: "start" | "full"): ReadonlyMap<Sport, readonly GameFigures[]> {
  const bySport = new Map<Sport, GameFigures[]>(sampledSports.map((sport) => [sport, []]));
  for (const sampled of sampledGames({ seed, extent })) bySport.get(sampled.game.sport)?.push(figuresOf(sampled));
  return bySport;
}

test("every sport has real base rates, and the page says what their sources are", () => {
  assert.deepEqual([...targets.keys()].toSorted(), sampledSports.toSorted());
  const text = readFileSync("sample/README.md", "utf8");
  for (const { source } of [...targets.values()].flat())
    assert.ok(source === "" || text.includes(`**${source}**`), source);
});

for (const seed of [1, 5]) {
  test(`margins, totals, lines, moves and books of seed ${seed} are near the real ones in every sport`, () => {
    const figures = figuresBySport(seed, "full");
    const misses: string[] = [];
    for (const [sport, rows] of targets) {
      for (const { rate, real, within } of rows) {
        const value = rateOf(figures.get(sport) ?? [], rate);
        if (!(Math.abs(value - Number(real)) <= Number(within)))
          misses.push(`${sport}: ${rate}: ${value}, real ${real} ± ${within}`);
      }
    }
    assert.deepEqual(misses, []);
  });

  test(`in the start sample of seed ${seed} too, half of the favorites cover and half of the games go over`, () => {
    const figures = figuresBySport(seed, "start");
    const misses: string[] = [];
    for (const [sport, games] of figures) {
      // Run lines and puck lines are priced, not balanced.
      const rates = sport === "mlb" || sport === "nhl" ? ["games go over"] : ["favorites cover", "games go over"];
      for (const rate of rates) {
        const errors = (rateOf(games, rate) - 0.5) / (0.5 / Math.sqrt(games.length));
        if (Math.abs(errors) > 2.8) misses.push(`${sport}: ${rate}: ${errors} standard errors from a half`);
      }
    }
    assert.deepEqual(misses, []);
  });
}
