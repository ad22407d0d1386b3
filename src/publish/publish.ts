/**
 * Publishes the ledger: builds the games that changed, verifies them, and writes the whole night in one transaction with
 * a new revision. A reader sees all of a night or none of it.
 */
import type { Kysely, Transaction } from "kysely";
import type { ArchiveTables } from "../archive/tables.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { TeamRecord, VenueRecord } from "../feed/records.ts";
import { changedPairs, changedSeasonsAndFacts, lastImportId, readFacts, readIdentities } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { type VenueFacts, venueKey } from "./build-game.ts";
import { Night } from "./night.ts";
import { NightRefused, type PublishReport } from "./publish-report.ts";
import { SoundLedger } from "./sound-ledger.ts";
import { countRows, writeSeasons, writeTeams } from "./write-archive.ts";

export type PublishOptions = {
  /** Do every game again, not only the changed ones. */
  readonly all: boolean;
  /** Accept that games vanish, which otherwise refuses the night. */
  readonly acceptRemovals: boolean;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
  readonly onProgress?: (pairsDone: number, pairs: number) => void;
};

/**
 * A rising number when bounds become tighter: the archive may hold what they forbid, so the next publish does every game
 * again. Release 0.1.0 had none.
 */
const boundsVersion = 1;

function boundsOf(report: string | undefined): number | null {
  return report === undefined ? boundsVersion : ((JSON.parse(report) as { bounds?: number }).bounds ?? null);
}

/**
 * The time that counts as now. A clock that was set back must not make last night's games ones that are still to come,
 * and take them out of the archive: what was imported and published before has happened.
 */
async function latestClock(ledger: Kysely<LedgerTables>, ...times: (string | undefined)[]): Promise<number> {
  const imported = await ledger
    .selectFrom("ledger_imports")
    .select(({ fn }) => fn.max<string | null>("imported_at").as("last"))
    .executeTakeFirst();
  return Math.max(...[imported?.last, ...times].map((time) => Date.parse(time ?? "")).filter(Number.isFinite));
}

/** Pairs of teams that are read and built together: bounds the memory. */
const pairsPerStep = 150;

/** Throws NightRefused when the night fails its checks; nothing is changed then. */
export function publish(database: Database, options: PublishOptions): Promise<PublishReport> {
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
    const sound = new SoundLedger(await latestClock(ledger, last?.published_at, options.publishedAt));
    const changes = await changedSeasonsAndFacts(ledger, seen);
    // A venue's facts appear in games of any pair.
    const hasOtherBounds = boundsOf(last?.report) !== boundsVersion;
    const all = options.all || changes.hasVenues || hasOtherBounds;
    const pairs = all ? await allPairs(connection) : await pairsToDo(connection, seen);
    const night = new Night(await readIdentities(ledger), sound);
    const venues = await readVenues(ledger, sound);
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
    const seasonsChanged = await writeSeasons(connection, seasons, night.changedSeasons, revision, sound);
    const teams = sound.facts((await readFacts(ledger, "team")) as TeamRecord[]);
    const teamsChanged = await writeTeams(connection, teams);
    await night.writeIdentities(ledger);

    const hasChanged = night.changedGames > 0 || seasonsChanged || teamsChanged;
    const importId = await lastImportId(ledger);
    const report = await summary(archive, night, sound, hasChanged ? revision : (last?.revision ?? null));
    if (hasChanged || importId !== seen || hasOtherBounds) {
      const isSample = await holdsOnlySample(ledger);
      const row = {
        revision: hasChanged ? revision : (last?.revision ?? revision),
        published_at: options.publishedAt,
        import_id: importId,
        is_sample: isSample ? 1 : 0,
        report: JSON.stringify({
          refused: report.refused,
          withheld: report.withheld,
          left_out: report.leftOut,
          bounds: boundsVersion,
        }),
      };
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

async function allSeasons(connection: Transaction<AnyTables>): Promise<string[]> {
  const rows = await tablesOf<LedgerTables>(connection)
    .selectFrom("ledger_records")
    .select(["sport", "season"])
    .distinct()
    .where("kind", "in", ["game", "season"])
    .execute();
  return rows.map((row) => `${row.sport}:${row.season}`);
}

async function readVenues(ledger: Kysely<LedgerTables>, sound: SoundLedger): Promise<VenueFacts> {
  const facts = sound.facts((await readFacts(ledger, "venue")) as VenueRecord[]);
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

async function summary(
  archive: Kysely<ArchiveTables>,
  night: Night,
  { leftOut }: SoundLedger,
  revision: number | null,
): Promise<PublishReport> {
  return {
    revision,
    games: await countRows(archive, "archive_games"),
    oddsRows: await countRows(archive, "archive_odds"),
    changedGames: night.changedGames,
    refused: night.refused,
    withheld: night.withheld,
    leftOut,
  };
}
