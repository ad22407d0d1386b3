// @module-tag volume
/** Killing import or publish at any moment, and running it again, gives the archive of an undisturbed run. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, test } from "vitest";
import { teamsOf } from "../../src/domain/teams/registry.ts";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { onEachEngine } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { gradeline } from "../support/process.ts";
import { dumpArchive } from "../support/published.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";
import { long, slowShare } from "../support/volume.ts";
import { killedCommand } from "./database-files.ts";

const killsPerEngine = { sqlite: slowShare(10), postgres: slowShare(3) };
const games = 240;

/** Two nights: the second one brings more games, and corrects a score of the first. */
function nights(): FeedRecord[][] {
  const teams = teamsOf("nba").map((team) => team.abbreviation);
  const records = Array.from({ length: games }, (_, index): FeedRecord[] => {
    const home = teams[index % teams.length] as string;
    const away = teams[(index + 1 + Math.floor(index / teams.length)) % teams.length] as string;
    const date = Temporal.PlainDate.from("2025-01-01").add({ days: Math.floor(index / 12) });
    const start_time = `${date}T23:30:00Z`;
    const event = { home, away, event_id: `e${index}`, start_time };
    return [
      gameRecord({ game_id: `g${index}`, game_date: date.toString(), start_time, home, away }),
      ...["draftkings", "fanduel", "betmgm", "caesars"].flatMap((book) =>
        Array.from({ length: 12 }, (_, hour) =>
          quoteRecord({ ...event, book, line: -3 - (hour % 4), captured_at: `${date}T${10 + hour}:00:00Z` }),
        ),
      ),
    ];
  });
  const correction = gameRecord({
    ...(records[0]?.[0] as FeedRecord & { type: "game" }),
    home_score: 99,
    line_score: null,
  });
  return [records.slice(0, games / 2).flat(), [correction, ...records.slice(games / 2).flat()]];
}

/** Runs a command that must succeed; returns how long it took. */
async function run(DATABASE_URL: string, words: readonly string[]): Promise<number> {
  const begunMs = performance.now();
  const { code, errors } = await gradeline(words, { DATABASE_URL });
  assert.equal(code, 0, errors);
  return performance.now() - begunMs;
}

onEachEngine(({ name, freshUrl }) => {
  const folder = testFolder("kill");
  let steps: string[][];
  beforeAll(() => {
    const files = nights().map((records, index) => {
      const file = join(folder, `${index}.ndjson`);
      writeFileSync(file, records.map((record) => `${writeCanonicalLine(record)}\n`).join(""));
      return file;
    });
    steps = files.flatMap((file) => [["import", "canonical", file], ["publish"]]);
  });

  test(`${killsPerEngine[name]} kills leave the archive of an undisturbed run`, long, async (t) => {
    const undisturbedUrl = await freshUrl();
    const durationsMs: number[] = [];
    for (const step of steps) durationsMs.push(await run(undisturbedUrl, step));
    const expected = await dumpArchive(undisturbedUrl);
    assert.equal(expected.filter((line) => line.startsWith("game ")).length, games);

    const wanted = killsPerEngine[name];
    let killed = 0;
    let attempts = 0;
    // A process that was quicker than the clock that was to kill it proves nothing, so another one is tried.
    while (killed < wanted && attempts < wanted * 5) {
      const url = await freshUrl();
      for (const [index, step] of steps.entries()) {
        // A fixed walk over (0, 1), so that a failure can be run again. The first third of a run is Node starting.
        const moment = (++attempts * 0.618034) % 1;
        const { isKilled } = await killedCommand(
          url,
          step,
          () => true,
          (0.35 + 0.6 * moment) * (durationsMs[index] ?? 0),
        );
        if (isKilled) killed += 1;
        await run(url, step);
      }
      assert.deepEqual(await dumpArchive(url), expected);
    }
    t.annotate(`${killed} of ${attempts} processes were killed before they were done`);
    assert.ok(killed >= wanted, "the kills must come while the work is under way");
  });
});
