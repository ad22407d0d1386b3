/**
 * Makes a published archive one that an earlier rule has published, with checksums that are right. So nothing is damaged,
 * and only what the revision says of its bounds can tell the next publish to build it again.
 */
import assert from "node:assert/strict";
import { type Game, gameCsv } from "../../src/contract/rows/game.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { Findings } from "../../src/database/findings.ts";
import { lastImportId } from "../../src/ledger/read.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import { wholeContents } from "../../src/publish/write/write-contents.ts";
import { checkArchive } from "../../src/release/check.ts";
import { detailChecksum, rowChecksum } from "../../src/release/checksums.ts";
import { revisionRow } from "../../src/release/contents.ts";
import type { ArchiveTables } from "../../src/release/tables.ts";

/** Puts another row in the place of a game's. Its odds rows and its detail stay. */
export async function replaceGame(database: Database, game: Game): Promise<void> {
  const archive = tablesOf<ArchiveTables>(database.kysely);
  const { game_id: gameId } = game;
  const ofGame = archive.selectFrom("archive_games").selectAll().where("game_id", "=", gameId);
  const found = await ofGame.executeTakeFirstOrThrow();
  const body = JSON.stringify(game);
  const row = {
    ...found,
    ...{ body, csv: gameCsv(game), detail_checksum: detailChecksum(gameId, body, found.detail) },
    // That archive is from before there were packed lines.
    ...{ lines: null, lines_checksum: null, path: null, path_checksum: null, ids: null },
    ...{ conditions: null, doubts: null },
  };
  await archive
    .updateTable("archive_games")
    .set({ ...row, checksum: rowChecksum(row) })
    .where("game_id", "=", gameId)
    .execute();
}

/**
 * Lets the newest revision be one that has seen every import, and has published the tables as they are.
 * @param report what that release wrote of its night.
 */
export async function setRevision(database: Database, report: object): Promise<void> {
  const archive = tablesOf<ArchiveTables>(database.kysely);
  const revisions = archive.selectFrom("archive_revisions").selectAll().orderBy("revision", "desc");
  const newest = await revisions.limit(1).executeTakeFirstOrThrow();
  const row = {
    ...newest,
    import_id: await lastImportId(tablesOf<LedgerTables>(database.kysely)),
    report: JSON.stringify(report),
  };
  await archive
    .updateTable("archive_revisions")
    .set(revisionRow(row, await wholeContents(archive)))
    .where("revision", "=", newest.revision)
    .execute();
  const findings = new Findings();
  await checkArchive(database, findings);
  assert.deepEqual(findings.problems, [], "nothing is damaged");
}
