// @module-tag volume
/**
 * Which statement of a line counts [D-43]: a capture before one without a time, and of several quotes of a book for one
 * moment the same one, whatever the order of files and imports.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { test } from "vitest";
import type { Game } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import type { Database } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { readReports } from "../../src/operate/reports.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { publishAt } from "../support/nights.ts";
import { dumpArchive, publishedGames, publishedOddsRows, toldOf } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { runCommand } from "../support/run-command.ts";
import { share } from "../support/volume.ts";
import { type CfbdEntry, cfbdLines, cfbdResult, collegeGameId, snapshot } from "./college-game.ts";

const at = "2026-01-01T00:00:00Z";

const captures: readonly FeedItem[] = [
  ...snapshot("2025-08-25T12:00:00Z", [
    { book: "draftkings", market: "spread", line: 14, prices: [-112, -108] },
    { book: "draftkings", market: "total", line: 50.5, prices: [-110, -110] },
    { book: "bovada", market: "spread", line: 13.5, prices: [-105, -115] },
  ]),
  ...snapshot("2025-08-30T19:20:00Z", [
    { book: "draftkings", market: "spread", line: 13.5, prices: [-110, -110] },
    { book: "draftkings", market: "total", line: 50.5, prices: [-115, -105] },
    { book: "bovada", market: "spread", line: 13.5, prices: [-110, -110] },
  ]),
  // In play: it is no capture before the start.
  ...snapshot("2025-08-30T20:30:00Z", [{ book: "espnbet", market: "spread", line: -6.5, prices: [-110, -110] }]),
];

const statements: readonly FeedItem[] = cfbdLines([
  { book: "draftkings", spread: 14, spreadOpen: 10.5, total: 51, home: 420, away: -575 },
  { book: "bovada", spread: 13, spreadOpen: 13.5, total: 50, totalOpen: 52 },
  { book: "espnbet", spread: 14.5, spreadOpen: 13.5, total: 50.5 },
]);

/** Two entries of DraftKings, three of Caesars, and a book that does not contradict itself. */
const contradicting: readonly CfbdEntry[] = [
  { book: "draftkings", spread: 14, total: 50.5, home: 420 },
  { book: "draftkings", spread: 13.5, total: 51, home: 450, away: -600 },
  { book: "caesars", spread: 13, total: 52 },
  { book: "caesars", spread: 14, total: 51.5 },
  { book: "caesars", spread: 12.5, total: 51 },
  { book: "bovada", spread: 14, total: 51 },
];

onSqliteDaily((databases) => {
  const folder = testFolder("statements");
  let url: string;
  let database: Database;

  async function fresh(): Promise<void> {
    ({ url, database } = await databases.fresh());
  }
  const take = (taken: readonly FeedItem[]) => importItems(database, taken, at);
  const publishNight = () => publishAt(database, at);
  /** The odds rows of the college game, by book. */
  async function rows(): Promise<Record<string, OddsRow>> {
    return Object.fromEntries((await publishedOddsRows(database)).map((row) => [row.book, row] as const));
  }
  async function consensus(): Promise<Game["consensus"] | undefined> {
    const [game] = await publishedGames(database);
    return game?.consensus;
  }

  test("lines without a time, imported after captures, change no market that was captured, and fill the others [D-43]", async () => {
    await fresh();
    await take([...cfbdResult(), ...captures]);
    await publishNight();
    const before = await rows();
    assert.deepEqual(Object.keys(before).sort(), ["bovada", "draftkings"]);
    assert.deepEqual(before.draftkings?.spread, {
      ...{ open: 14, home_juice_open: -112, away_juice_open: -108 },
      ...{ close: 13.5, home_juice_close: -110, away_juice_close: -110 },
    });
    await take(statements);
    const report = await publishNight();
    const { draftkings, bovada, espnbet } = await rows();
    assert.deepEqual([draftkings?.spread, draftkings?.total], [before.draftkings?.spread, before.draftkings?.total]);
    assert.deepEqual(draftkings?.result, before.draftkings?.result);
    assert.deepEqual(bovada?.spread, before.bovada?.spread);
    // No capture has these, so the statements fill them, each market whole.
    const none = { home_open: null, away_open: null };
    assert.deepEqual(draftkings?.moneyline, { ...none, home_close: 420, away_close: -575 });
    assert.deepEqual([bovada?.total.open, bovada?.total.close, bovada?.total.over_juice_close], [52, 50, null]);
    assert.deepEqual([espnbet?.spread.open, espnbet?.spread.close], [13.5, 14.5]);
    assert.equal((await consensus())?.spread.close, 13.5);
    assert.deepEqual(toldOf(report, "contested"), []);
  });

  test("of several entries of one book one counts, and the others are told [D-43]", async () => {
    await fresh();
    await take([...cfbdResult(), ...cfbdLines(contradicting)]);
    const told = toldOf(await publishNight(), "contested");
    const { draftkings, caesars } = await rows();
    // 14 is what Bovada says; both of DraftKings' moneylines are one, and the whole one counts.
    assert.deepEqual([draftkings?.spread.close, caesars?.spread.close], [14, 14]);
    assert.deepEqual([draftkings?.total.close, caesars?.total.close], [51, 51]);
    assert.deepEqual([draftkings?.moneyline.home_close, draftkings?.moneyline.away_close], [450, -600]);
    assert.deepEqual(told, [
      `${collegeGameId}: draftkings moneyline close: +450 / -600 counts, not +420 / -`,
      `${collegeGameId}: draftkings spread close: 14 counts, not 13.5`,
      `${collegeGameId}: draftkings total close: 51 counts, not 50.5`,
      `${collegeGameId}: caesars spread close: 14 counts, not 12.5, 13`,
      `${collegeGameId}: caesars total close: 51 counts, not 51.5, 52`,
    ]);
  });

  test("any statements in any order and any number of imports give the same archive and the same report [D-43]", async () => {
    const line = fc.constantFrom(13, 13.5, 14);
    const entry: fc.Arbitrary<CfbdEntry> = fc.record(
      {
        book: fc.constantFrom("draftkings", "bovada", "espnbet", "caesars"),
        spread: line,
        spreadOpen: line,
        home: fc.constantFrom(400, 420),
        away: fc.constantFrom(-550, -575),
      },
      { requiredKeys: ["book"] },
    );
    const input = fc.record({
      entries: fc.array(entry, { minLength: 2, maxLength: 7 }),
      captures: fc.subarray([...captures]),
      cuts: fc.array(fc.nat({ max: 40 }), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(input, fc.infiniteStream(fc.nat()), async ({ entries, captures: some, cuts }, random) => {
        const all = [...cfbdResult(), ...some, ...cfbdLines(entries)];
        const answers: unknown[] = [];
        for (const isShuffled of [false, true]) {
          await fresh();
          const order = isShuffled ? shuffled(all, random) : all;
          const places = [0, ...cuts.filter((cut) => cut < order.length).sort((a, b) => a - b), order.length];
          for (const [index, from] of (isShuffled ? places.slice(0, -1) : [0]).entries()) {
            await take(order.slice(from, isShuffled ? places[index + 1] : order.length));
          }
          const { findings } = await publishNight();
          answers.push({ dump: await dumpArchive(url, { revisions: false }), findings });
          await database.close();
        }
        assert.deepEqual(answers[1], answers[0]);
      }),
      { numRuns: share(databases.name === "sqlite" ? 40 : 8) },
    );
  });

  test("publish names contested lines and stale closes, for people and as JSON, and keeps them with the revision", async () => {
    await fresh();
    const old = quoteRecord({ captured_at: "2025-01-05T00:00:00Z", book: "betrivers" });
    const records = [
      gameRecord(),
      old,
      { ...old, market: "moneyline" as const, line: null, captured_at: "2025-01-10T22:30:00Z" },
      quoteRecord({ captured_at: null, stated: "close", line: -5.5, home_odds: null, away_odds: null }),
      quoteRecord({ captured_at: null, stated: "close", line: -6.5, home_odds: null, away_odds: null }),
    ];
    const file = join(folder, "night.ndjson");
    writeFileSync(file, records.map((record) => JSON.stringify(record)).join("\n"));
    const settings = { DATABASE_URL: url };
    assert.equal((await runCommand(["import", "canonical", file], settings)).code, 0);
    const { output } = await runCommand(["publish"], settings);
    const contested = "contested: NBA-20250110-NYK-BOS: draftkings spread close: -5.5 counts, not -6.5";
    const stale =
      "stale closes: 1 of 2 closes of betrivers in nba 2025 are older than a day, the oldest 144 hours before the start: " +
      "spread of NBA-20250110-NYK-BOS";
    assert.ok(output.includes(contested), output);
    assert.ok(output.includes(stale), output);
    const again = await runCommand(["publish", "--all", "--json"], settings);
    const { findings } = JSON.parse(again.output) as { findings: { kind: string; sentence: string }[] };
    assert.deepEqual(
      findings.map(({ kind, sentence }) => `${kind === "stale" ? "stale closes" : kind}: ${sentence}`),
      [contested, stale],
    );
    const [report] = await readReports(database.kysely, { kind: "publish" });
    const counts = new Map(report?.findings.map(({ name, count }) => [name, count]));
    assert.deepEqual([counts.get("contested"), counts.get("stale")], [1, 1]);
  });

  test("a close of exactly a day before the start is not stale, and one a moment older is", async () => {
    await fresh();
    await take(
      items(
        gameRecord(),
        quoteRecord({ captured_at: "2025-01-10T00:30:00Z" }),
        quoteRecord({ book: "fanduel", captured_at: "2025-01-10T00:29:59Z" }),
        // Without a time nobody can say how old it is.
        quoteRecord({ book: "betmgm", captured_at: null, stated: "close" }),
      ),
    );
    assert.deepEqual(
      toldOf(await publishNight(), "stale").map((sentence) => sentence.split(" in ")[0]),
      ["1 of 1 closes of fanduel"],
    );
  });
});

function shuffled<T>(values: readonly T[], random: Iterator<number>): T[] {
  return values
    .map((value) => ({ value, at: random.next().value as number }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
