/**
 * Publishes the ledger: builds the games that changed, verifies them, and writes the whole night in one transaction
 * with a new revision. A reader sees all of a night or none of it.
 */
import { isDeepStrictEqual } from "node:util";
import type { Kysely, Transaction } from "kysely";
import type { Contents, RevisionRow } from "../archive/contents.ts";
import { ArchiveDamaged } from "../archive/damage.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import type { Sport } from "../domain/sports.ts";
import { readDoubtDecisions } from "../ledger/doubt-decisions.ts";
import { insertIdentities } from "../ledger/identities.ts";
import { moveClubs } from "../ledger/move-clubs.ts";
import { changedSeasonsAndFacts, lastImportId, readFacts, readIdentities } from "../ledger/read.ts";
import { markChanged, readResolutions } from "../ledger/resolutions.ts";
import { sealLedger } from "../ledger/seal.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { noteFailure } from "../reports/failure.ts";
import { writeReport } from "../reports/write.ts";
import { judgeGames } from "./alarms/night-games.ts";
import { writeAlarms } from "./alarms/state.ts";
import { ChangeLog } from "./change-log.ts";
import { GameIds } from "./game-ids.ts";
import { Night, type NightResult } from "./night.ts";
import { failedNightReport, type NightBegun, nightReport } from "./night-report.ts";
import {
  type GivenUpSeason,
  type HeldGame,
  type NightOutcome,
  NightRefused,
  type PublishReport,
} from "./publish-report.ts";
import { SeasonMap } from "./season-map.ts";
import { SoundLedger } from "./sound-ledger.ts";
import { oddsWithoutResult } from "./status/waiting.ts";
import { stepsAfter, stepsOfAll } from "./steps.ts";
import { tidyArchive } from "./tidy-archive.ts";
import { VenueFacts } from "./venues.ts";
import { countRows, dueSeasons, seasonsWithoutClosingLine, writeSeasons, writeTeams } from "./write-archive.ts";
import { lastSummarized, writeChangeLog } from "./write-change-log.ts";
import { amendContents, knownContents, refuseDamaged, wholeContents } from "./write-contents.ts";
import { hasOtherBoundsThan, writeRevision } from "./write-revision.ts";

export type PublishOptions = {
  /** Do every game again, not only the changed ones. */
  readonly all: boolean;
  /** Accept that games vanish, which otherwise refuses the night. */
  readonly acceptRemovals: boolean;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
  /** The command or the job that publishes, as reports name it. */
  readonly source?: string;
  /** Told now and then how far it is: a share from 0 to 1, and how many games it has been through. */
  readonly onProgress?: (share: number, games: number) => void;
  /** The last thing before the night is kept, in its transaction; an error undoes the night. */
  readonly beforeCommit?: (connection: Transaction<AnyTables>) => Promise<void>;
};

/**
 * The time that counts as now. A clock that was set back must not make last night's games ones that are still to come,
 * and take them out of the archive: every import and publish of before has happened.
 */
async function latestClock(ledger: Kysely<LedgerTables>, ...times: (string | undefined)[]): Promise<number> {
  const imported = await ledger
    .selectFrom("ledger_imports")
    .select(({ fn }) => fn.max<string | null>("imported_at").as("last"))
    .executeTakeFirst();
  return Math.max(...[imported?.last, ...times].map((time) => Date.parse(time ?? "")).filter(Number.isFinite));
}

/**
 * Games that cannot be published soundly are held back as they stood, and the rest of the night is published. Throws
 * NightRefused when published games would vanish; nothing is changed then. Where a night meets an archive that is not
 * as it was written, everything is published again, from the ledger.
 */
export async function publish(database: Database, options: PublishOptions): Promise<PublishReport> {
  const begun = { startedMs: performance.now(), at: options.publishedAt, source: options.source ?? "publish" };
  try {
    return await publishOrMend(database, options, begun);
  } catch (error) {
    await noteFailure(database, error, (message) => failedNightReport(begun, error, message));
    throw error;
  }
}

async function publishOrMend(database: Database, options: PublishOptions, begun: NightBegun): Promise<PublishReport> {
  try {
    return await publishNight(database, options, begun);
  } catch (error) {
    if (options.all || !(error instanceof ArchiveDamaged)) throw error;
    return publishNight(database, { ...options, all: true }, begun);
  }
}

function publishNight(database: Database, options: PublishOptions, begun: NightBegun): Promise<PublishReport> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    await fileByClub(connection, options.publishedAt);
    const start = await startOf(connection, options);
    const { last, known, all, seen } = start;
    if (known === null) await sealLedger(ledger);
    if (all) await tidyArchive(database, connection);
    const steps = await (all ? stepsOfAll(connection) : stepsAfter(connection, seen));
    const sound = new SoundLedger(await latestClock(ledger, last?.published_at, options.publishedAt));
    const venues = sound.facts(await readFacts(ledger, "venue"));
    const ids = new GameIds(await readIdentities(ledger));
    const resolutions = await readResolutions(ledger);
    const decisions = await readDoubtDecisions(ledger);
    const { publishedAt } = options;
    const changes = new ChangeLog({ revision: start.revision, publishedAt, seen });
    const night = new Night({
      ...{ connection, ids, resolutions, decisions, ledger: sound, changes },
      venues: new VenueFacts(venues.sound),
    });
    const pairCount = steps.reduce((sum, pairs) => sum + pairs.length, 0);
    let pairsDone = 0;
    for (const pairs of steps) {
      await night.buildPairs(pairs);
      pairsDone += pairs.length;
      options.onProgress?.(pairsDone / pairCount, night.gamesDone);
    }
    const built = night.result;
    if (!options.acceptRemovals && built.removals.length > 0) throw new NightRefused(built.removals);

    const written = await writeFacts(connection, { start, built, ids, sound });
    const before = known === null ? [] : heldIn(last?.report);
    const held = [...before.filter(({ pair }) => !night.hasDone(pair)), ...built.held].sort(byId);
    const leftOut = [...venues.leftOut, ...built.leftOut, ...written.leftOut];
    const outcome = await reportOf(connection, { start, built, written, held, leftOut, changes, nowMs: sound.nowMs });
    await writeAlarms(connection, outcome.judged, publishedAt);
    const importId = await lastImportId(ledger);
    const isNews = written.hasChanged || importId !== seen || start.hasOtherBounds || !isDeepStrictEqual(held, before);
    if (isNews) await writeRevision(connection, { ...start, ...written, report: outcome, importId, publishedAt });
    const revision = isNews && (written.hasChanged || last === undefined) ? start.revision : null;
    const { oddsRows } = outcome;
    await writeChangeLog(connection, {
      ...{ last, revision, changes, oddsRows, publishedAt },
      ...written,
      mustCheck: all,
    });
    const reportId = await writeReport(connection, nightReport(begun, outcome, written.hasChanged));
    await options.beforeCommit?.(connection);
    return { reportId, ...outcome };
  });
}

/** A record that an older release filed under the club of today is news under the club that played. */
async function fileByClub(connection: Transaction<AnyTables>, at: string): Promise<void> {
  const ledger = tablesOf<LedgerTables>(connection);
  const moved = await moveClubs(connection, (await lastImportId(ledger)) + 1);
  if (moved > 0) await markChanged(ledger, [], { at, report: { filed_by_club: moved } });
}

/** The state that a publish finds when it begins. */
type NightStart = {
  /** The row of the last revision; undefined before the first publish. */
  readonly last: RevisionRow | undefined;
  /** Its table of contents; null when there is none, or it is damaged. */
  readonly known: Contents | null;
  /** The last import that was published. */
  readonly seen: number;
  /** Whether every game is to be done again. */
  readonly all: boolean;
  readonly hasOtherBounds: boolean;
  readonly changedSeasons: readonly SeasonKey[];
  /** The number of the revision that this publish makes, if it changes anything. */
  readonly revision: number;
};

async function startOf(connection: Transaction<AnyTables>, options: PublishOptions): Promise<NightStart> {
  const last = await tablesOf<ArchiveTables>(connection)
    .selectFrom("archive_revisions")
    .selectAll()
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
  const seen = last?.import_id ?? 0;
  const { seasons, hasVenues } = await changedSeasonsAndFacts(tablesOf<LedgerTables>(connection), seen);
  const known = knownContents(last);
  const hasOtherBounds = hasOtherBoundsThan(last);
  // A venue's facts appear in games of any pair. Without a table of contents nothing says which games are good.
  const all = options.all || hasVenues || hasOtherBounds || (last !== undefined && known === null);
  const taken = await lastSummarized(tablesOf<ArchiveTables>(connection));
  const revision = Math.max(last?.revision ?? 0, taken) + 1;
  return { last, known, seen, all, hasOtherBounds, changedSeasons: seasons, revision };
}

type NightSoFar = {
  readonly start: NightStart;
  readonly built: NightResult;
  readonly ids: GameIds;
  readonly sound: SoundLedger;
};

/** The result of writing everything of a night but the rows of games. */
type WrittenFacts = {
  readonly contents: Contents;
  /** The seasons whose rows are new, different or gone. */
  readonly written: readonly SeasonKey[];
  /** Whether the archive is another one now. */
  readonly hasChanged: boolean;
  readonly givenUp: readonly GivenUpSeason[];
  readonly leftOut: readonly string[];
};

/** Writes seasons, teams and identities. */
async function writeFacts(
  connection: Transaction<AnyTables>,
  { start, built, ids, sound }: NightSoFar,
): Promise<WrittenFacts> {
  const ledger = tablesOf<LedgerTables>(connection);
  const archive = tablesOf<ArchiveTables>(connection);
  const { last, known, all, revision } = start;
  const { setChanges, changedGames } = built;
  const statements = sound.facts(await readFacts(ledger, "season"));
  const touched = [
    ...start.changedSeasons,
    ...setChanges.keys(),
    ...(all ? await allSeasons(connection) : await dueSeasons(archive, statements.sound, sound.nowMs)),
  ];
  const seasons = new SeasonMap(touched.map((season) => [season, { hasOtherGames: setChanges.has(season) }]));
  if (known !== null && !all) await refuseDamaged(connection, seasons.keys(), known, setChanges);
  const { written, givenUp } = await writeSeasons(connection, {
    seasons,
    ids,
    revision,
    known,
    sound,
    statements: statements.sound,
  });
  const teams = sound.facts(await readFacts(ledger, "team"));
  const haveTeamsChanged = await writeTeams(connection, teams.sound);
  await insertIdentities(ledger, ids.fresh);
  const contents =
    known === null || all ? await wholeContents(archive) : await amendContents(archive, known, written, setChanges);
  const isSameContents = JSON.stringify(contents) === JSON.stringify(known);
  const hasChanged =
    changedGames > 0 || written.length > 0 || haveTeamsChanged || (last !== undefined && !isSameContents);
  return { contents, written, hasChanged, givenUp, leftOut: [...statements.leftOut, ...teams.leftOut] };
}

type NightEnd = {
  readonly start: NightStart;
  readonly built: NightResult;
  readonly written: WrittenFacts;
  readonly held: readonly HeldGame[];
  readonly leftOut: readonly string[];
  readonly changes: ChangeLog;
  readonly nowMs: number;
};

async function reportOf(
  connection: Transaction<AnyTables>,
  { start, built, written, held, leftOut, changes, nowMs }: NightEnd,
): Promise<NightOutcome> {
  const archive = tablesOf<ArchiveTables>(connection);
  const withoutClosingLine = await seasonsWithoutClosingLine(archive);
  return {
    revision: written.hasChanged ? start.revision : (start.last?.revision ?? null),
    ...(await countRows(archive)),
    changedGames: built.changedGames,
    correctedGames: changes.corrected,
    waiting: await oddsWithoutResult(connection, nowMs),
    mended: built.mended,
    held,
    refused: held.filter(({ isPublished }) => !isPublished).map(({ gameId, reason }) => `${gameId}: ${reason}`),
    followed: built.followed,
    withheld: built.withheld,
    leftOut,
    givenUp: written.givenUp,
    contested: built.contested,
    staleCloses: built.staleCloses,
    convertedOdds: built.convertedOdds,
    doubted: built.doubted,
    withoutClosingLine,
    judged: await judgeGames(connection, built.figures, { withoutClosingLine, nowMs }),
  };
}

/** The games that an earlier night has held back: they are told of until there is news of their teams. */
function heldIn(lastReport: string | undefined): readonly HeldGame[] {
  return (JSON.parse(lastReport ?? "{}") as { readonly held?: readonly HeldGame[] }).held ?? [];
}

function byId(a: HeldGame, b: HeldGame): number {
  return a.gameId < b.gameId ? -1 : 1;
}

/** Seasons of the ledger, and of the archive: a row there of a season that nobody knows does not stay. */
async function allSeasons(connection: Transaction<AnyTables>): Promise<SeasonKey[]> {
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
  return [...rows, ...published].map(({ sport, season }) => ({ sport: sport as Sport, season: season as number }));
}
