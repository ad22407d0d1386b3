/** A small season that all nodes serve. Each publish of it writes another mark into every game, so that a mixed answer shows. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Cluster } from "./rig/cluster.ts";
import type { NodeMachine } from "./rig/node-machine.ts";

const pairs = ["KC BUF", "PHI DAL", "SF SEA", "GB CHI", "NYG WAS", "NE MIA", "BAL PIT", "DEN LV"].map((pair) =>
  pair.split(" "),
);
const weeks = 6;
const firstMs = Date.UTC(2025, 8, 7, 17);

/** The mark of a publish, as callers see it in every row. */
export function markOf(publish: number): string {
  return `Mark ${publish}`;
}

/** Writes the season's results as a provider states them at this publish, and returns the file. */
export function writeResults({ folder }: Cluster, publish: number): string {
  const lines = Array.from({ length: weeks }, (_, week) =>
    pairs.map(([home, away], number) => {
      const start = new Date(firstMs + week * 7 * 86_400_000).toISOString();
      return JSON.stringify({
        ...{ type: "game", provider: "cluster", game_id: `${week}-${number}`, sport: "nfl", season: 2025 },
        ...{ season_type: "regular", week: week + 1, game_date: start.slice(0, 10), game_number: null },
        ...{ start_time: start, actual_start_time: null, status: "final", home, away, neutral_site: false },
        ...{ overtime: false, home_score: 24, away_score: 20, line_score: null, venue: null },
        ...{ referee: markOf(publish), weather: null, other_ids: null },
      });
    }),
  ).flat();
  const file = join(folder, `results-${publish}.ndjson`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

/** Imports and publishes from a node's machine, as an operator does. @throws Error with what the commands said. */
export async function publish(cluster: Cluster, node: NodeMachine, number: number): Promise<void> {
  for (const words of [["import", "canonical", writeResults(cluster, number)], ["publish"]]) {
    const { code, screen } = await node.command(words, 120_000);
    if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${screen}`);
  }
}
