/** NCAAF as an operator imports it from College Football Data: games, lines, or both, on every engine. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { dumpArchive } from "../support/archive-dump.ts";
import { cfbdLinesAnswer, cfbdResultAnswer, collegeGameId } from "../support/college-game.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { publishedOddsRows } from "../support/published.ts";
import { runCommand } from "../support/run-command.ts";
import { longIf } from "../support/volume.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-college-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const games = put("games_2025.json", cfbdResultAnswer);
const lines = put(
  "lines_2025.json",
  cfbdLinesAnswer([
    { provider: "Bovada", spread: 13.5, spreadOpen: 14 },
    { provider: "Bet365", overUnder: 51.5 },
  ]),
);

for (const name of engineNames) {
  describe(`on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    let url: string;
    beforeAll(async () => {
      engine = await startEngine(name);
    });
    afterAll(() => engine.close());

    const importing = (...options: readonly string[]) =>
      runCommand(["import", "cfbd", ...options], { DATABASE_URL: url });
    async function imported(...imports: readonly (readonly string[])[]): Promise<string[]> {
      url = await engine.freshUrl();
      for (const options of imports) {
        const ended = await importing(...options);
        assert.deepEqual([ended.code, ended.errors], [0, ""]);
      }
      const published = await runCommand(["publish"], { DATABASE_URL: url });
      assert.equal(published.code, 0, published.errors);
      return dumpArchive(url, { revisions: false });
    }

    test("lines may be imported alone, before the games or after them, with the same archive", async () => {
      const together = await imported(["--games", games, "--lines", lines]);
      assert.ok(together.some((line) => line.startsWith("game ") && line.includes(collegeGameId)));
      const database = await openDatabase(url);
      const odds = await publishedOddsRows(database);
      await database.close();
      assert.ok(odds.some((row) => row.game_id === collegeGameId && row.book === "bet365"));
      assert.deepEqual(await imported(["--lines", lines], ["--games", games]), together);
      assert.deepEqual(await imported(["--games", games], ["--lines", lines]), together);
    });

    test("a file of lines given as games, or of games given as lines, is refused by name, and nothing is imported", async () => {
      url = await engine.freshUrl();
      for (const [options, message] of [
        [["--games", lines], `gradeline: ${lines}: is CFBD lines, not games: import it with --lines\n`],
        [
          ["--games", games, "--lines", games],
          `gradeline: ${games}: is CFBD games, not lines: import it with --games\n`,
        ],
        [[], "gradeline: give --games, --lines or both\n"],
      ] as const) {
        const { code, errors, output } = await importing(...options);
        assert.deepEqual([code, errors, output], [1, message, ""]);
      }
      const status = await runCommand(["publish", "--json"], { DATABASE_URL: url });
      assert.deepEqual((JSON.parse(status.output) as { games: number }).games, 0);
    });
  });
}
