/**
 * Publishes the ledger: builds the games that changed, verifies them, and writes the whole night in one transaction with
 * a new revision. A reader sees all of a night or none of it.
 */

import { isDeepStrictEqual } from "node:util";
import type { Kysely, Transaction } from "kysely";
import { revisionRow } from "../archive/contents.ts";
import { ArchiveDamaged } from "../archive/damage.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { sampleProvider } from "../domain/providers.ts";
import type { TeamRecord, VenueRecord } from "../feed/records.ts";
import { insertIdentities } from "../ledger/identities.ts";
import { changedPairs, changedSeasonsAndFacts, lastImportId, readFacts, readIdentities } from "../ledger/read.ts";
import { readResolutions } from "../ledger/resolutions.ts";
import { sealLedger } from "../ledger/seal.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { type VenueFacts, venueKey } from "./build-game.ts";
import { GameIds } from "./game-ids.ts";
import { Night } from "./night.ts";
import { type HeldGame, NightRefused, type PublishReport } from "./publish-report.ts";
import { SoundLedger } from "./sound-ledger.ts";
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

/**
 * Games that cannot be published soundly are held back as they stood, and the rest of the night is published. Throws
 * NightRefused when published games would vanish; nothing is changed then. Where a night meets an archive that is not as
 * it was written, everything is published again, from the ledger.
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
    const sound = new SoundLedger(await latestClock(ledger, last?.published_at, options.publishedAt));
    const changes = await changedSeasonsAndFacts(ledger, seen);
    const known = knownContents(last);
    if (known === null) await sealLedger(ledger);
    // A venue's facts appear in games of any pair. Without a table of contents nothing says which games are good.
    const hasOtherBounds = boundsOf(last?.report) !== boundsVersion;
    const all = options.all || changes.hasVenues || hasOtherBounds || (last !== undefined && known === null);
    if (all) await tidyArchive(database, connection);
    const linked = await linkedPairs(connection);
    const steps = stepsOf(all ? await allPairs(connection) : await changedPairs(ledger, seen), linked);
    const night = new Night(new GameIds(await readIdentities(ledger)), await readResolutions(ledger), sound);
    const venues = await readVenues(ledger, sound);
    const pairCount = steps.reduce((sum, pairs) => sum + pairs.length, 0);
    let pairsDone = 0;
    for (const pairs of steps) {
      await night.buildPairs({ connection, venues }, pairs);
      pairsDone += pairs.length;
      options.onProgress?.(pairsDone, pairCount);
    }
    if (!options.acceptRemovals && night.removals.length > 0) throw new NightRefused(night.removals);

    const revision = (last?.revision ?? 0) + 1;
    const seasons = new Set([...changes.seasons, ...night.changedSeasons]);
    if (all) for (const season of await allSeasons(connection)) seasons.add(season);
    if (known !== null && !all) await refuseDamaged(connection, seasons, known, night.setChanges);
    const { changedSeasons, ids } = night;
    const written = await writeSeasons(connection, seasons, { changedSeasons, ids, revision, known, sound });
    const teams = sound.facts((await readFacts(ledger, "team")) as TeamRecord[]);
    const teamsChanged = await writeTeams(connection, teams);
    await insertIdentities(ledger, night.ids.fresh);

    const contents =
      known === null || all
        ? await takeContents(archive)
        : await amendContents(archive, known, written, night.setChanges);
    const isSameContents = JSON.stringify(contents) === JSON.stringify(known);
    const hasChanged =
      night.changedGames > 0 || written.size > 0 || teamsChanged || (last !== undefined && !isSameContents);
    const importId = await lastImportId(ledger);
    const before = known === null ? [] : heldIn(last?.report);
    const held = [...before.filter(({ pair }) => !night.hasDone(pair)), ...night.held].sort(byId);
    const report: PublishReport = {
      revision: hasChanged ? revision : (last?.revision ?? null),
      games: await countRows(archive, "archive_games"),
      oddsRows: await countRows(archive, "archive_odds"),
      changedGames: night.changedGames,
      mended: night.mended,
      held,
      refused: held.filter(({ isPublished }) => !isPublished).map(({ gameId, reason }) => `${gameId}: ${reason}`),
      followed: night.followed,
      withheld: night.withheld,
      leftOut: sound.leftOut,
    };
    if (hasChanged || importId !== seen || hasOtherBounds || !isDeepStrictEqual(held, before)) {
      const isSample = await holdsOnlySample(ledger);
      const { refused, followed, withheld, leftOut } = report;
      const row = revisionRow(
        {
          revision: hasChanged ? revision : (last?.revision ?? revision),
          published_at: options.publishedAt,
          import_id: importId,
          is_sample: isSample ? 1 : 0,
          report: JSON.stringify({ held, refused, followed, withheld, left_out: leftOut, bounds: boundsVersion }),
        },
        contents,
      );
      if (hasChanged || last === undefined) await archive.insertInto("archive_revisions").values(row).execute();
      else await archive.updateTable("archive_revisions").set(row).where("revision", "=", last.revision).execute();
    }
    return report;
  });
}

/** The games that an earlier night has held back: they are told of until there is news of their teams. */
function heldIn(lastReport: string | undefined): readonly HeldGame[] {
  return (JSON.parse(lastReport ?? "{}") as { readonly held?: readonly HeldGame[] }).held ?? [];
}

function byId(a: HeldGame, b: HeldGame): number {
  return a.gameId < b.gameId ? -1 : 1;
}

/** The pairs in the order of their steps. Those that share a game are in the same step, or there is none of them to do. */
function stepsOf(pairs: readonly string[], linked: ReadonlySet<string>): string[][] {
  const apart = pairs.filter((pair) => !linked.has(pair)).sort();
  const steps = apart.length === pairs.length ? [] : [[...linked].sort()];
  for (let from = 0; from < apart.length; from += pairsPerStep) steps.push(apart.slice(from, from + pairsPerStep));
  return steps;
}

/**
 * Pairs that share a game: a record of a published game has other teams now (a team was renamed or corrected), or the
 * records of one game have different ones. There are hardly ever any.
 */
async function linkedPairs(connection: Transaction<AnyTables>): Promise<Set<string>> {
  const spoken = tablesOf<ArchiveTables & LedgerTables>(connection)
    .selectFrom("ledger_identities as identity")
    .innerJoin("ledger_records as record", (join) =>
      join
        .onRef("record.provider", "=", "identity.provider")
        .onRef("record.record_key", "=", "identity.record_key")
        .on("record.kind", "=", "game"),
    )
    .select(["identity.game_id", "record.pair"])
    .unionAll(tablesOf<ArchiveTables>(connection).selectFrom("archive_games").select(["game_id", "pair"]))
    .as("spoken");
  const all = tablesOf<AnyTables>(connection).selectFrom(spoken);
  const shared = await all
    .select("spoken.game_id")
    .groupBy("spoken.game_id")
    .having((row) => row(row.fn.min("spoken.pair"), "<>", row.fn.max("spoken.pair")))
    .execute();
  if (shared.length === 0) return new Set();
  const ids = shared.map((row) => row.game_id);
  const rows = await all.select("spoken.pair").distinct().where("spoken.game_id", "in", ids).execute();
  return new Set(rows.map(({ pair }) => pair as string));
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
  return providers.length > 0 && providers.every((row) => row.provider === sampleProvider);
}
