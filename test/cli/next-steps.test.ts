/** What import and publish say to somebody who does not know yet what belongs to a night. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sports } from "../../src/domain/sports.ts";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";
import { runCommand } from "../support/run-command.ts";
import { longIf } from "../support/volume.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-next-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const lines = (name: string, ...records: readonly FeedRecord[]): string =>
  file(name, records.map((record) => `${writeCanonicalLine(record)}\n`).join(""));

function oddsFile(name: string, sportKey: string): string {
  const market = {
    key: "h2h",
    last_update: "2025-01-10T15:00:00Z",
    outcomes: [
      { name: "Boston Celtics", price: -150 },
      { name: "New York Knicks", price: 130 },
    ],
  };
  const event = {
    id: "e1",
    sport_key: sportKey,
    commence_time: "2025-01-11T00:30:00Z",
    home_team: "Boston Celtics",
    away_team: "New York Knicks",
    bookmakers: [{ key: "draftkings", title: "DraftKings", markets: [market] }],
  };
  return file(name, JSON.stringify([event]));
}

for (const name of engineNames) {
  describe(`on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    beforeAll(async () => {
      engine = await startEngine(name);
    });
    afterAll(() => engine.close());

    test("import says what is missing, then that publish comes next, and after it that nothing does", async () => {
      const settings = { DATABASE_URL: await engine.freshUrl() };
      const odds = lines("odds.ndjson", quoteRecord());
      const quotes = await runCommand(["import", "canonical", odds], settings);
      assert.match(
        quotes.output,
        /\n {2}missing: no final game of nba has been imported, so its odds wait \(gradeline import/,
      );
      assert.doesNotMatch(quotes.output, /next:/);
      const games = lines("games.ndjson", gameRecord());
      const results = await runCommand(["import", "canonical", games], settings);
      assert.match(results.output, /\n {2}next: gradeline publish\n$/);
      assert.doesNotMatch(results.output, /missing:/);
      await runCommand(["publish"], settings);
      const again = await runCommand(["import", "canonical", games], settings);
      assert.match(again.output, /\n {2}next: nothing, all of it is published\n$/);
    });

    test("publish names a season of which no game has a closing line, until odds of it are imported", async () => {
      const settings = { DATABASE_URL: await engine.freshUrl() };
      const imported = await runCommand(["import", "canonical", lines("only.ndjson", gameRecord())], settings);
      assert.match(imported.output, /\n {2}missing: no odds of nba have been imported, so games have no lines/);
      assert.match(imported.output, /\n {2}next: gradeline publish\n$/);
      const published = await runCommand(["publish"], settings);
      assert.match(published.output, /\n {2}no closing line: not one game of nba 2025 has one; import its odds\n/);
      const again = JSON.parse((await runCommand(["publish", "--json"], settings)).output);
      assert.deepEqual(again.seasons_without_closing_line, [{ sport: "nba", season: 2025 }]);
      await runCommand(["import", "the-odds-api", oddsFile("nba.json", "basketball_nba")], settings);
      const priced = await runCommand(["publish"], settings);
      assert.match(priced.output, /1 games changed\n$/);
    });

    test("the sport of a file of odds is read from it, and one that contradicts --sport is refused whole", async () => {
      const settings = { DATABASE_URL: await engine.freshUrl() };
      const nba = oddsFile("nba.json", "basketball_nba");
      const wrong = await runCommand(["import", "the-odds-api", "--sport", "nfl", nba], settings);
      assert.deepEqual([wrong.code, wrong.errors], [1, `gradeline: ${nba}: holds basketball_nba, not nfl\n`]);
      const other = oddsFile("other.json", "basketball_euroleague");
      const unknown = await runCommand(["import", "the-odds-api", nba, other], settings);
      const says = `gradeline: ${other}: holds basketball_euroleague, none of ${sports.join(", ")}\n`;
      assert.deepEqual([unknown.code, unknown.errors], [1, says]);
      for (const options of [[], ["--sport", "nba"]]) {
        const good = await runCommand(["import", "the-odds-api", ...options, nba], settings);
        assert.equal(good.code, 0, good.errors);
        assert.match(good.output, /^ {2}read +1$/m);
      }
    });
  });
}
