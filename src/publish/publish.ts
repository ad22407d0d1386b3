/**
 * Publishes the ledger: builds the games that changed, verifies them, and writes all of them in one transaction with a
 * new revision. A reader sees all of a publish or none of it.
 */
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { noteDeed } from "../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { readDoubtDecisions, readResolutions } from "../ledger/decisions.ts";
import { lastImportId, readFactRecords, readIdentities } from "../ledger/read.ts";
import { noteFailure, writeReport } from "../ledger/reports.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { asDamage, damageAdvice, ReleaseDamaged } from "../release/release-damaged.ts";
import type { ReleaseTables } from "../release/tables.ts";
import { writeAlarms } from "./alarms/state.ts";
import { VenueFacts } from "./grade/facts.ts";
import { GameIds } from "./match/claims.ts";
import { type HeldGame, heldIn, type PublishOutcome, PublishRefused, type PublishReport } from "./publish-report.ts";
import { PublishRun } from "./run.ts";
import { latestClock, readStart, readSteps } from "./start.ts";
import { oddsWithoutResult } from "./waiting-odds.ts";
import { ChangeLog } from "./write/change-log.ts";
import { failureReport, keptReport, type PublishBegun } from "./write/publish-findings.ts";
import { ReleaseBefore } from "./write/release-before.ts";
import { writeChangeLog } from "./write/write-change-log.ts";
import { writeFacts } from "./write/write-facts.ts";
import { countRows, seasonsWithoutClosingLine } from "./write/write-leagues.ts";
import { writeRelease } from "./write/write-release.ts";

export type PublishOptions = {
  /** Do every game again, not only the changed ones. */
  readonly all: boolean;
  /** Publish although published games would vanish, for which a publish is refused otherwise. */
  readonly acceptRemovals: boolean;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
  /** The command or the job that publishes, as reports name it. */
  readonly source?: string;
  /** Is called now and then with how far it is: a share from 0 to 1, and how many games that are over it has been through. */
  readonly onProgress?: (share: number, games: number) => void;
  /** The last thing before the publish is committed, in its transaction; an error undoes the publish. */
  readonly beforeCommit?: (connection: Transaction<AnyTables>) => Promise<void>;
};

/**
 * Games that cannot be published soundly are held back as they stood, and everything else is published. Throws
 * PublishRefused when published games would vanish, and ReleaseDamaged when it needs a file that is not what its name says, which a
 * publish of all games writes anew; nothing is changed then.
 */
export async function publish(database: Database, options: PublishOptions): Promise<PublishReport> {
  const begun = { startedMs: performance.now(), at: options.publishedAt, source: options.source ?? "publish" };
  try {
    return await publishOnce(database, options, begun);
  } catch (thrown) {
    const damage = asDamage(thrown);
    const error =
      damage === null ? thrown : new ReleaseDamaged(`${damage.message}; ${damageAdvice}`, { cause: thrown });
    await noteFailure(database, error, (message) => failureReport(begun, error, message));
    throw error;
  }
}

function publishOnce(database: Database, options: PublishOptions, begun: PublishBegun): Promise<PublishReport> {
  const { publishedAt } = options;
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const tables = tablesOf<ReleaseTables>(connection);
    const start = await readStart(connection, options.all);
    const { last, all, seen } = start;
    const before = new ReleaseBefore(connection, last);
    if (all) await before.findDamage();
    const steps = await readSteps(connection, start);
    const nowMs = await latestClock(ledger, last?.published_at, publishedAt);
    const ids = new GameIds(await readIdentities(ledger));
    const decisions = await readDoubtDecisions(ledger);
    const changes = new ChangeLog({ revision: start.revision, publishedAt, seen });
    const run = new PublishRun({
      connection,
      before,
      revision: start.revision,
      ids,
      resolutions: await readResolutions(ledger),
      decisions,
      nowMs,
      changes,
      venues: new VenueFacts(await readFactRecords(ledger, "venue")),
    });
    const pairCount = steps.flat(2).length;
    // A pair is half done when its games are built, and done when its season is written.
    let halvesDone = 0;
    const tell = (pairs: number): void => {
      halvesDone += pairs;
      options.onProgress?.(halvesDone / (2 * pairCount), run.finalsDone);
    };
    for (const ofSport of steps) {
      for (const pairs of ofSport) {
        await run.buildPairs(pairs);
        tell(pairs.length);
      }
      await run.writeSeasons();
      tell(ofSport.flat().length);
    }
    const { changedGames, seasons: changed, removals, ...findings } = run.result;
    if (!options.acceptRemovals && removals.length > 0) throw new PublishRefused(removals);

    const written = await writeFacts(connection, { start, before, changed, ids, nowMs });
    // A game that an earlier publish held back is told of until there is news of its teams.
    const heldBefore = heldIn(last);
    const held = [...heldBefore.filter(({ pair }) => !run.hasDone(pair)), ...findings.held].sort(byId);
    const withoutClosingLine = await seasonsWithoutClosingLine(tables);
    const outcome: PublishOutcome = {
      ...findings,
      mended: [...before.mended, ...findings.mended],
      ...(await countRows(tables)),
      revision: written.hasChanged ? start.revision : (last?.revision ?? null),
      changedGames,
      correctedGames: changes.corrected,
      waiting: await oddsWithoutResult(connection, nowMs),
      held,
      refused: held.filter(({ isPublished }) => !isPublished).map(({ gameId, reason }) => `${gameId}: ${reason}`),
      givenUp: written.givenUp,
      withoutClosingLine,
    };
    await writeAlarms(connection, outcome.judged, publishedAt);
    const importId = await lastImportId(ledger);
    const isNews = written.hasChanged || importId !== seen || !isDeepStrictEqual(held, heldBefore);
    if (isNews) await writeRelease(connection, { ...start, ...written, held, importId, publishedAt });
    const revision = isNews && (written.hasChanged || last === null) ? start.revision : null;
    const { oddsRows } = outcome;
    if (revision !== null) {
      await writeChangeLog(connection, { last, revision, changes, oddsRows, publishedAt, written: written.written });
    }
    const reportId = await writeReport(connection, keptReport(begun, outcome, written.hasChanged));
    const about = { report: reportId, revision: outcome.revision, accepts_removals: options.acceptRemovals };
    if (isNews) await noteDeed(database, connection, "publish", about);
    await options.beforeCommit?.(connection);
    return { reportId, ...outcome };
  });
}

function byId(one: HeldGame, other: HeldGame): number {
  return one.gameId < other.gameId ? -1 : 1;
}
