/**
 * Publishes the ledger: builds the games that changed, verifies them, and writes the whole night in one transaction with
 * a new revision. A reader sees all of a night or none of it.
 */
import type { Kysely, Transaction } from "kysely";
import { revisionRow } from "../archive/contents.ts";
import { ArchiveDamaged } from "../archive/damage.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { TeamRecord, VenueRecord } from "../feed/records.ts";
import { changedPairs, changedSeasonsAndFacts, lastImportId, readFacts, readIdentities } from "../ledger/read.ts";
import { sealLedger } from "../ledger/seal.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { type VenueFacts, venueKey } from "./build-game.ts";
import { Night } from "./night.ts";
import { NightRefused, type PublishReport } from "./publish-report.ts";
import { tidyArchive } from "./tidy-archive.ts";
import { countRows, writeSeasons, writeTeams } from "./write-archive.ts";
import { amendContents, knownContents, refuseDamaged, takeContents } from "./write-contents.ts";

export type PublishOptions = {
  /** Do every game again, not only the changed ones. */
  readonly all: boolean;
  /** Accept that games vanish, which otherwise refuses the night. */
  readonly acceptRemovals: boolean;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
  readonly onProgress?: (pairsDone: number, pairs: number) => void;
};

/** Pairs of teams that are read and built together: bounds the memory. */
const pairsPerStep = 150;

/**
 * Throws NightRefused when the night fails its checks; nothing is changed then. Where a night meets an archive that is not
 * as it was written, everything is published again, from the ledger.
 */
export async function publish(database: Database, options: PublishOptions): Promise<PublishReport> {
  try {
    return await publishNight(database, options);
  } catch (error) {
    if (options.all || !(error instanceof ArchiveDamaged)) throw error;
    return publishNight(database, { ...options, all: true });
  }
}

function publishNight(database: Database, options: PublishOptions): Promise<PublishReport> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const archive = tablesOf<ArchiveTables>(connection);
    const last = await archive
      .selectFrom("archive_revisions")
      .selectAll()
      .orderBy("revision", "desc")
      .limit(1)
      .executeTakeFirst();
    const seen = last?.import_id ?? 0;
    const changes = await changedSeasonsAndFacts(ledger, seen);
    const known = knownContents(last);
    if (known === null) await sealLedger(ledger);
    // A venue's facts appear in games of any pair. Without a table of contents nothing says which games are good.
    const all = options.all || changes.hasVenues || (last !== undefined && known === null);
    if (all) await tidyArchive(database, connection);
    const pairs = all ? await allPairs(connection) : await pairsToDo(connection, seen);
    const night = new Night(await readIdentities(ledger));
    const venues = await readVenues(ledger);
    for (let from = 0; from < pairs.length; from += pairsPerStep) {
      await night.buildPairs({ connection, venues }, pairs.slice(from, from + pairsPerStep));
      options.onProgress?.(Math.min(from + pairsPerStep, pairs.length), pairs.length);
    }
    if (!options.acceptRemovals) {
      night.problems.push(...night.removed().map((id) => `${id}: published before, and no longer to be published`));
    }
    if (night.problems.length > 0) throw new NightRefused(night.problems);

    const revision = (last?.revision ?? 0) + 1;
    const seasons = new Set([...changes.seasons, ...night.changedSeasons]);
    if (all) for (const season of await allSeasons(connection)) seasons.add(season);
    if (known !== null && !all) await refuseDamaged(connection, seasons, known, night.setChanges);
    const written = await writeSeasons(connection, seasons, night.changedSeasons, revision, known);
    const teamsChanged = await writeTeams(connection, (await readFacts(ledger, "team")) as TeamRecord[]);
    await night.writeIdentities(ledger);

    const contents =
      known === null || all
        ? await takeContents(archive)
        : await amendContents(archive, known, written, night.setChanges);
    const isSameContents = JSON.stringify(contents) === JSON.stringify(known);
    const hasChanged =
      night.changedGames > 0 || written.size > 0 || teamsChanged || (last !== undefined && !isSameContents);
    const importId = await lastImportId(ledger);
    const report = await summary(archive, night, hasChanged ? revision : (last?.revision ?? null));
    if (hasChanged || importId !== seen) {
      const isSample = await holdsOnlySample(ledger);
      const row = revisionRow(
        {
          revision: hasChanged ? revision : (last?.revision ?? revision),
          published_at: options.publishedAt,
          import_id: importId,
          is_sample: isSample ? 1 : 0,
          report: JSON.stringify({ refused: report.refused, withheld: report.withheld }),
        },
        contents,
      );
      if (hasChanged || last === undefined) await archive.insertInto("archive_revisions").values(row).execute();
      else await archive.updateTable("archive_revisions").set(row).where("revision", "=", last.revision).execute();
    }
    return report;
  });
}

async function allPairs(connection: Transaction<AnyTables>): Promise<string[]> {
  const published = await tablesOf<ArchiveTables>(connection)
    .selectFrom("archive_games")
    .select("pair")
    .distinct()
    .execute();
  const known = await changedPairs(tablesOf<LedgerTables>(connection), 0);
  return [...new Set([...known, ...published.map((row) => row.pair)])].sort();
}

/** Pairs with news, and the pairs under which a changed record's game was published before (a renamed team). */
async function pairsToDo(connection: Transaction<AnyTables>, afterImportId: number): Promise<string[]> {
  const pairs = await changedPairs(tablesOf<LedgerTables>(connection), afterImportId);
  const moved = await tablesOf<ArchiveTables & LedgerTables>(connection)
    .selectFrom("ledger_records as record")
    .innerJoin("ledger_identities as identity", (join) =>
      join.onRef("identity.provider", "=", "record.provider").onRef("identity.record_key", "=", "record.record_key"),
    )
    .innerJoin("archive_games as game", "game.game_id", "identity.game_id")
    .select("game.pair")
    .distinct()
    .where("record.kind", "=", "game")
    .where("record.changed_in", ">", afterImportId)
    .execute();
  return [...new Set([...pairs, ...moved.map((row) => row.pair)])].sort();
}

/** Seasons of the ledger, and of the archive: a row there of a season that nobody knows does not stay. */
async function allSeasons(connection: Transaction<AnyTables>): Promise<string[]> {
  const rows = await tablesOf<LedgerTables>(connection)
    .selectFrom("ledger_records")
    .select(["sport", "season"])
    .distinct()
    .where("kind", "in", ["game", "season"])
    .execute();
  const published = await tablesOf<ArchiveTables>(connection)
    .selectFrom("archive_seasons")
    .select(["sport", "season"])
    .execute();
  return [...rows, ...published].map((row) => `${row.sport}:${row.season}`);
}

async function readVenues(ledger: Kysely<LedgerTables>): Promise<VenueFacts> {
  const facts = (await readFacts(ledger, "venue")) as VenueRecord[];
  return new Map(facts.map((venue) => [venueKey(venue.provider, venue.venue_id), venue]));
}

/** Whether every game in the ledger is the sample's: then answers say so. */
async function holdsOnlySample(ledger: Kysely<LedgerTables>): Promise<boolean> {
  const providers = await ledger
    .selectFrom("ledger_records")
    .select("provider")
    .distinct()
    .where("kind", "=", "game")
    .execute();
  return providers.length > 0 && providers.every((row) => row.provider === "sample");
}

async function summary(archive: Kysely<ArchiveTables>, night: Night, revision: number | null): Promise<PublishReport> {
  return {
    revision,
    games: await countRows(archive, "archive_games"),
    oddsRows: await countRows(archive, "archive_odds"),
    changedGames: night.changedGames,
    mended: night.mended,
    refused: night.refused,
    withheld: night.withheld,
  };
}
