/** Ids outlive the database: a rebuild from the same input keeps every published one, with what was exported [D-1, D-47]. */
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import type { Database } from "../../src/database/engine.ts";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { acceptKeptIds, IdentityConflict, keptLines, readKept, readKeptIds } from "../../src/ledger/identities.ts";
import { importItems } from "../../src/ledger/import.ts";
import { resolveDispute } from "../../src/operate/decisions.ts";
import { type FreshDatabase, onEachEngine } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { publishAt } from "../support/nights.ts";
import { dumpArchive, publishedGames } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { refused, run, runCommand } from "../support/run-command.ts";

const at = "2026-01-01T00:00:00Z";
const mlb = (changes: Partial<GameRecord>): GameRecord =>
  gameRecord({ sport: "mlb", home: "NYY", away: "BOS", line_score: null, overtime: null, venue: null, ...changes });

/** A start that moves to the next day after the game was published. */
const moving = mlb({ game_id: "rain", game_date: "2025-06-07", start_time: "2025-06-07T23:15:00Z" });
const moved = { ...moving, game_date: "2025-06-08", start_time: "2025-06-08T17:35:00Z", referee: "A. Umpire" };
/** A doubleheader of which the second game is final first. */
const secondGame = mlb({ game_id: "b", game_date: "2025-07-04", start_time: "2025-07-04T23:05:00Z" });
const firstGame = mlb({ game_id: "a", game_date: "2025-07-04", start_time: "2025-07-04T17:05:00Z", home_score: 3 });
const quote = quoteRecord({ sport: "mlb", home: "NYY", away: "BOS", start_time: secondGame.start_time, line: -1.5 });
const disputed = gameRecord({ provider: "espn", game_id: "x", home_score: 111, line_score: null });

/** The files of the input, in the order they came. After each one there was a publish. */
const nights = [[moving, secondGame], [gameRecord(), disputed], [moved], [firstGame, { ...quote, captured_at: at }]];
const published = ["MLB-20250607-BOS-NYY", "MLB-20250704-BOS-NYY", "MLB-20250704-BOS-NYY-2", "NBA-20250110-NYK-BOS"];

onEachEngine(({ name, fresh, freshUrl }) => {
  const folder = testFolder("rebuild");

  /** Ids with the hour and the day on which each game began. */
  async function ids(database: Database): Promise<string[]> {
    const games = await publishedGames(database);
    return games.map((game) => `${game.game_id} ${game.start_time.slice(8, 13)}`);
  }
  async function grown(): Promise<FreshDatabase> {
    const made = await fresh();
    for (const night of nights) {
      await importItems(made.database, items(...night), at);
      await publishAt(made.database, at);
    }
    await resolveDispute(made.database, "NBA-20250110-NYK-BOS", "espn", at);
    await publishAt(made.database, at);
    return made;
  }

  test("where a provider numbers a doubleheader, the same input gives the same ids in any order and without them", async () => {
    const numbered = [
      { ...secondGame, game_number: 2 },
      { ...firstGame, game_number: 1 },
    ];
    const wanted = ["MLB-20250704-BOS-NYY 04T17", "MLB-20250704-BOS-NYY-2 04T23"];
    for (const order of [numbered, numbered.toReversed()]) {
      const { database } = await fresh();
      for (const game of order) {
        await importItems(database, items(game), at);
        await publishAt(database, at);
      }
      assert.deepEqual(await ids(database), wanted);
      const rebuilt = await fresh();
      await importItems(rebuilt.database, items(...order), at);
      await publishAt(rebuilt.database, at);
      assert.deepEqual(await ids(rebuilt.database), wanted);
    }
    // What was called off has no number: the only game of the day keeps the bare id.
    const { database } = await fresh();
    const calledOff = { status: "postponed", game_number: 1, home_score: null, away_score: null } as const;
    await importItems(database, items({ ...firstGame, ...calledOff }, { ...secondGame, game_number: 2 }), at);
    await publishAt(database, at);
    assert.deepEqual(await ids(database), ["MLB-20250704-BOS-NYY 04T23"]);
  });

  test("identities that contradict those that are here are refused by name, and nothing is taken", async () => {
    const old = await grown();
    const kept = await readKeptIds(old.database);
    const rebuilt = await fresh();
    await importItems(rebuilt.database, items(moved, firstGame, gameRecord(), disputed), at);
    await resolveDispute(rebuilt.database, "NBA-20250110-NYK-BOS", "canonical", at);
    await publishAt(rebuilt.database, at);
    const before = keptLines(await readKeptIds(rebuilt.database));
    await assert.rejects(acceptKeptIds(rebuilt.database, kept, at), (error) => {
      assert.ok(error instanceof IdentityConflict);
      assert.deepEqual(
        error.conflicts.toSorted(),
        [
          "NBA-20250110-NYK-BOS is decided for canonical here, and for espn in the file",
          "canonical's mlb:a is MLB-20250704-BOS-NYY here, and MLB-20250704-BOS-NYY-2 in the file",
          "canonical's mlb:rain is MLB-20250608-BOS-NYY here, and MLB-20250607-BOS-NYY in the file",
          "MLB-20250704-BOS-NYY is canonical's mlb:a here, and mlb:b in the file",
        ].toSorted(),
      );
      return true;
    });
    assert.deepEqual(keptLines(await readKeptIds(rebuilt.database)), before);
  });

  test("exported and imported on the command line, a rebuild keeps every id, date and row", async () => {
    const old = await grown();
    const files = nights.map((night, index) => {
      const file = join(folder, `${name}-${index}.ndjson`);
      writeFileSync(file, night.map((record) => `${writeCanonicalLine(record)}\n`).join(""));
      return file;
    });
    const ids = join(folder, `${name}-ids.ndjson`);
    assert.match(await run(old.url, "identities", "export", ids), /: 5 identities and 1 decisions\n$/);
    assert.equal(statSync(ids).mode & 0o777, 0o600);
    await refused(old.url, ["identities", "export", ids], /ids\.ndjson is there already: name a new file$/m);
    const rebuilt = await freshUrl();
    await run(rebuilt, "identities", "import", ids);
    assert.match(await run(rebuilt, "identities", "import", ids), /: 0 identities and 0 decisions taken, 6 known\n$/);
    await run(rebuilt, "import", "canonical", ...files);
    await run(rebuilt, "publish");
    assert.deepEqual(
      await dumpArchive(rebuilt, { revisions: false }),
      await dumpArchive(old.url, { revisions: false }),
    );
    const conflicting = readFileSync(ids, "utf8").replaceAll("MLB-20250607", "MLB-20250606");
    writeFileSync(`${ids}.other`, conflicting);
    const conflict = await runCommand(["identities", "import", `${ids}.other`], { DATABASE_URL: rebuilt });
    assert.equal(conflict.code, 1);
    assert.match(
      conflict.errors,
      /^gradeline: nothing was taken, 1 identities contradict .*\n {2}canonical's mlb:rain is MLB-/,
    );
  });
});

const head = (identities: number, decisions = 0) =>
  JSON.stringify({ type: "gradeline-identities", format: 1, identities, decisions });
const identity = (changes: object = {}) =>
  JSON.stringify({
    type: "identity",
    game_id: published[0],
    provider: "canonical",
    record_key: "mlb:rain",
    ...changes,
  });

for (const [what, lines, says] of [
  ["no head", [identity()], /ids\.ndjson: line 1: is not the head of a file of identities/],
  ["another file", ["<html>"], /line 1: is not the head/],
  ["nothing at all", [], /is empty/],
  ["a cut-off end", [head(2), identity()], /was cut off or edited: its first line says 2 .* it has 1 and 0/],
  ["half a line", [head(1), identity().slice(0, 40)], /line 2: field type/],
  ["a malformed id", [head(1), identity({ game_id: "MLB-2025" })], /line 2: field game_id: "MLB-2025" is not the id/],
  ["a day that does not exist", [head(1), identity({ game_id: "MLB-20250231-BOS-NYY" })], /field game_id/],
  [
    "a record of another sport",
    [head(1), identity({ record_key: "nfl:rain" })],
    /line 2: field record_key: "nfl:rain" is/,
  ],
  ["a NUL in a name", [head(1), identity({ provider: "a\u0000b" })], /line 2: field provider/],
  ["a field that is missing", [head(1), identity({ provider: undefined })], /line 2: field/],
  ["a later format", [head(1).replace('"format":1', '"format":2'), identity()], /line 1: is not the head/],
] as const) {
  test(`a file of identities with ${what} is refused by its line and field`, () => {
    assert.throws(() => readKept(lines, "ids.ndjson"), says);
  });
}
