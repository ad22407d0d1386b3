/** MLB as an operator imports it: a schedule of StatsAPI, gzipped or not, and a game log of Retrosheet, on every engine. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { readArchive } from "../support/real-data.ts";
import { runCommand } from "../support/run-command.ts";
import { longIf } from "../support/volume.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-baseball-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const first = {
  gamePk: 900001,
  gameType: "R",
  season: "2023",
  gameDate: "2023-05-13T17:15:00Z",
  officialDate: "2023-05-13",
  status: { abstractGameState: "Final", detailedState: "Final" },
  teams: { away: { team: { id: 121 }, score: 2 }, home: { team: { id: 138 }, score: 3 } },
  doubleHeader: "S",
  gameNumber: 1,
};
const second = { ...first, gamePk: 900002, gameDate: "2023-05-13T23:15:00Z", gameNumber: 2 };

const cells: Readonly<Record<number, string>> = {
  ...{ 1: "20230513", 2: "1", 4: "NYN", 6: "40", 7: "SLN", 9: "39", 10: "2", 11: "3", 17: "STL10" },
  ...{ 20: "001000100", 21: "10010010x", 79: "P. Late" },
};
const log = (number: string) =>
  Array.from({ length: 161 }, (_, index) => `"${index === 1 ? number : (cells[index + 1] ?? "")}"`).join(",");

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const schedule = put("schedule.json.gz", gzipSync(JSON.stringify({ dates: [{ games: [second, first] }] })));
const gameLog = put("gl2023.txt", `${log("1")}\r\n${log("2")}\r\n`);

for (const name of engineNames) {
  describe(`on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    beforeAll(async () => {
      engine = await startEngine(name);
    });
    afterAll(() => engine.close());

    test("a doubleheader of two providers is two games, and each tells what the other does not know", async () => {
      const settings = { DATABASE_URL: await engine.freshUrl() };
      for (const command of [
        ["retrosheet", gameLog],
        ["mlb-statsapi", schedule],
      ]) {
        const imported = await runCommand(["import", ...command], settings);
        assert.equal(imported.code, 0, imported.errors);
        assert.match(imported.output, /read +2\n {2}accepted +2\n {2}unchanged +0\n {2}refused +0\n/);
      }
      assert.equal((await runCommand(["publish"], settings)).code, 0);
      const database = await openDatabase(settings.DATABASE_URL);
      try {
        const { games } = await readArchive(database);
        const told = [...games.values()].map(({ id, game, extras }) => {
          return [id, game.start_time, game.referee, extras.period_scores.inn5];
        });
        const inn5 = { home: 2, away: 1 };
        assert.deepEqual(told, [
          ["MLB-20230513-NYM-STL", "2023-05-13T17:15:00.000Z", "P. Late", inn5],
          ["MLB-20230513-NYM-STL-2", "2023-05-13T23:15:00.000Z", "P. Late", inn5],
        ]);
      } finally {
        await database.close();
      }
    });
  });
}
