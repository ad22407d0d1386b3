/** A ledger that is not as it was written: nothing is built upon it, and what is wrong is named. On every engine. */
import assert from "node:assert/strict";
import { type RawBuilder, sql } from "kysely";
import { beforeEach, test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { LedgerDamaged } from "../../src/ledger/checksums.ts";
import { importItems } from "../../src/ledger/import.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import { publish } from "../../src/publish/publish.ts";
import { dumpArchive } from "../support/archive-dump.ts";
import { onEachEngine } from "../support/fresh-databases.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const at = "2026-01-01T00:00:00Z";
const everything = { all: true, acceptRemovals: false, publishedAt: at };

onEachEngine(({ name, fresh }) => {
  let database: Database;
  let url: string;

  beforeEach(async () => {
    ({ url, database } = await fresh());
    await importItems(database, items(gameRecord(), quoteRecord()), at);
    await publish(database, { ...everything, all: false });
  });

  const ledger = () => tablesOf<LedgerTables>(database.kysely);

  async function refused(work: Promise<unknown>, says: RegExp): Promise<void> {
    await assert.rejects(work, (error) => {
      assert.ok(error instanceof LedgerDamaged, String(error));
      assert.match(error.message, says);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
  }

  const event =
    /^the ledger is damaged: the nba event \S+ \(NYK at BOS\) of the-odds-api does not match its checksum; /;
  const record = /^the ledger is damaged: the game record nba:\S+ of \S+ does not match its checksum; restore a backup/;

  const changes: Readonly<Record<string, () => RawBuilder<unknown>>> = {
    "a bit of its captures": () =>
      name === "sqlite"
        ? sql`update ledger_events set captures = cast(substr(captures, 1, 20) || x'07' || substr(captures, 22) as blob)`
        : sql`update ledger_events set captures = set_byte(captures, 20, 7)`,
    "its start": () => sql`update ledger_events set start_ms = start_ms + 60000`,
    "its date": () => sql`update ledger_events set game_date = '2025-01-09'`,
    "when it was seen": () => sql`update ledger_events set seen_ms = 5`,
    "its id": () => sql`update ledger_events set event_id = 'another'`,
  };
  for (const [what, change] of Object.entries(changes)) {
    test(`an event that is changed in ${what} is named, and the archive stays as it is`, async () => {
      const published = await dumpArchive(url);
      await change().execute(database.kysely);
      await refused(publish(database, everything), event);
      assert.deepEqual(await dumpArchive(url), published);
    });
  }

  test("captures that come to a damaged event are not taken in, and the import fails with its name", async () => {
    await changes["a bit of its captures"]?.().execute(database.kysely);
    const before = await ledger().selectFrom("ledger_events").selectAll().execute();
    await refused(importItems(database, items(quoteRecord({ captured_at: "2025-01-10T12:00:00.000Z" })), at), event);
    assert.deepEqual(await ledger().selectFrom("ledger_events").selectAll().execute(), before);
    assert.equal((await ledger().selectFrom("ledger_imports").selectAll().execute()).length, 1);
  });

  test("a record of another score is named; imported again it is good again", async () => {
    await sql`update ledger_records set body = replace(body, '"home_score":', '"home_score":1')`.execute(
      database.kysely,
    );
    await refused(publish(database, everything), record);
    const report = await importItems(database, items(gameRecord()), at);
    assert.equal(report.accepted, 1);
    assert.equal((await publish(database, everything)).changedGames, 0);
  });

  for (const column of ["season", "pair", "sport"] as const) {
    test(`a record that is changed in its ${column} is named`, async () => {
      const value = column === "season" ? 2024 : "nba:BOS-XXX";
      await ledger()
        .updateTable("ledger_records")
        .set({ [column]: value })
        .execute();
      await refused(publish(database, everything), record);
    });
  }

  test("a text that is no JSON and captures of no layout are named where there is no checksum yet", async () => {
    await sql`update ledger_events set checksum = null, captures = ${Buffer.from("no captures at all")}`.execute(
      database.kysely,
    );
    await refused(publish(database, everything), /NYK at BOS\) of the-odds-api .*captures of layout/);
    await sql`update ledger_records set checksum = null, body = substr(body, 1, 30)`.execute(database.kysely);
    await refused(publish(database, everything), /the game record nba:\S+ of \S+ is no JSON; /);
  });
});
