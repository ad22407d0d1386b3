/**
 * Publishes the ledger. For each sport, and in it for some pairs of teams at a time, a publish **matches** what the ledger has to games,
 * **doubts** their quotes, **folds** them to lines and **grades** each game, and then **writes** the seasons in which a value is another
 * one. All of it is one transaction with a new revision: a reader sees all of a publish or none of it.
 */
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { noteDeed } from "../audit/deeds.ts";
import { type Database, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { PairKey } from "../domain/game-ids.ts";
import { sampleProvider } from "../domain/providers.ts";
import { SeasonMap } from "../domain/seasons.ts";
import { followStatement } from "../ledger/decisions.ts";
import type { PricedEvent } from "../ledger/events.ts";
import { lastImportId } from "../ledger/read.ts";
import { noteFailure, writeReport } from "../ledger/reports.ts";
import { type PublishedGame, readPublished, replacePublished, seasonOfPublished } from "../release/published-games.ts";
import { asDamage, damageAdvice, ReleaseDamaged } from "../release/release-damaged.ts";
import { type Judged, judgeSeasons, writeAlarms } from "./alarms/judge.ts";
import { clockMinutesOf, type WrittenSeason } from "./alarms/season.ts";
import {
  Findings,
  failureReport,
  type HeldGame,
  heldIn,
  keptReport,
  type PublishBegun,
  type PublishOutcome,
  PublishRefused,
  type PublishReport,
} from "./findings.ts";
import { type BuiltFinding, compareGames, followedScore } from "./grade/compare.ts";
import type { LedgerGame } from "./match/assemble.ts";
import { claimsOf } from "./match/claims.ts";
import { readGames, readStart, readSteps } from "./start.ts";
import { readWaitingOdds } from "./waiting-odds.ts";
import { type ChangeOfGame, changesOf, writeChanges } from "./write/change-log.ts";
import {
  type Draft,
  type GameChange,
  type GradedSeason,
  gradeSeasons,
  Seasons,
  seasonsOf,
  speakersOf,
} from "./write/seasons.ts";
import { readFigures, writeLeagues, writeRelease } from "./write/write-release.ts";

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
    return await writeTransaction(database, async (connection) => {
      const night = await begin(connection, options);
      const stepsBySport = await readSteps(night, night.all);
      const pairCount = stepsBySport.flat(2).length;
      // A pair is half done when its games are built, and done when its season is written.
      let halvesDone = 0;
      const tell = (pairs: number): void => {
        halvesDone += pairs;
        options.onProgress?.(halvesDone / (2 * pairCount), night.finalsDone);
      };
      for (const steps of stepsBySport) {
        const drafts: Draft[] = [];
        for (const pairs of steps) {
          drafts.push(...(await grade(night, pairs, await readGames(night.ledger, pairs))));
          tell(pairs.length);
        }
        await write(night, drafts);
        tell(steps.flat().length);
      }
      return finish(database, night, options, begun);
    });
  } catch (thrown) {
    const damage = asDamage(thrown);
    const error =
      damage === null ? thrown : new ReleaseDamaged(`${damage.message}; ${damageAdvice}`, { cause: thrown });
    await noteFailure(database, error, (message) => failureReport(begun, error, message));
    throw error;
  }
}

/** Everything that a publish has read and found so far. */
type Night = Awaited<ReturnType<typeof begin>>;

async function begin(connection: Transaction<AnyTables>, { all, publishedAt }: PublishOptions) {
  const start = await readStart(connection, all, publishedAt);
  const seasons = new Seasons(connection, start.last);
  if (start.all) await seasons.findDamage();
  return {
    ...start,
    seasons,
    pairs: new Set<PairKey>(),
    /** How many games that are over it has been through, whether something of them is new or not. */
    finalsDone: 0,
    changedGames: 0,
    changes: [] as ChangeOfGame[],
    /** Games published before that are not to be published any more, with the reason. */
    removals: new Set<string>(),
    /** By game id: see `PricedGame.clockMinutes`. */
    clocks: new Map<string, number>(),
    held: new Map<string, HeldGame>(),
    judged: [] as Judged[],
    findings: new Findings(),
  };
}

/**
 * Doubts, folds and grades the final games among those of some pairs (`grade/grade-game.ts` is these three steps for one game), and
 * compares them with what is published.
 * @param pairs all that share a published game must be given together: see `linkedPairs`.
 * @returns what becomes of each game that is new, different, held back or gone.
 */
async function grade(
  night: Night,
  pairs: readonly PairKey[],
  games: readonly LedgerGame<PricedEvent>[],
): Promise<Draft[]> {
  const { ids, seasons, removals } = night;
  night.finalsDone += games.filter(({ records }) => records.some(({ status }) => status === "final")).length;
  const claims = claimsOf(games, ids, night);
  const published = await readPublished(night.tables, pairs);
  const drafts = new Map<string, Draft>();
  for (const finding of compareGames(games, claims, published, night)) {
    const { gameId } = finding;
    if (finding.kind === "built") {
      await noteBuilt(night, finding);
      const { row, before, isChanged, claim, built } = finding;
      if (!isChanged && !seasons.isDamaged(built.values.facts)) continue;
      const speakers = speakersOf(claim.game);
      drafts.set(gameId, { row, before, isChanged, built: built.values, heldBy: [], speakers });
      const minutes = isChanged ? clockMinutesOf(claim.game.events) : null;
      if (minutes !== null) night.clocks.set(gameId, minutes);
    } else if (finding.kind === "gone") {
      drafts.set(gameId, goneDraft(finding.before));
      removals.add(finding.sentence);
    } else {
      const { held, before: row, claim } = finding;
      // Where its values are lost, there is nothing as which a game could stand, and it is taken away with the operator's consent alone.
      const isLost = row !== null && seasons.isDamaged(seasonOfPublished(row));
      if (isLost) {
        drafts.set(gameId, goneDraft(row));
        removals.add(`${gameId}: published before, and lost with a file of its season: ${held.reason}`);
      } else if (row !== null) {
        const { heldBy, speakers } = drafts.get(gameId) ?? { heldBy: [], speakers: speakersOf(claim.game) };
        const draft = { row, before: row, isChanged: false, built: null, speakers };
        drafts.set(gameId, { ...draft, heldBy: [...heldBy, finding] });
      }
      // An id that several games claim has one entry.
      night.held.set(`${gameId} ${held.reason}`, isLost ? { ...held, isPublished: false } : held);
    }
  }
  for (const pair of pairs) night.pairs.add(pair);
  return [...drafts.values()];
}

function goneDraft(row: PublishedGame): Draft {
  return { row, before: row, isChanged: true, built: null, heldBy: [], speakers: null };
}

/** Keeps what is reported of a game that is published, whether its values change or not. */
async function noteBuilt({ ids, ledger, findings }: Night, { claim, built }: BuiltFinding): Promise<void> {
  findings.addBuilt(built);
  ids.remember(claim.game, claim.id);
  const followed = followedScore(claim);
  if (followed === null) return;
  findings.add("followed", followed.sentence);
  await followStatement(ledger, claim.id, followed.stated);
}

/** Writes the seasons of a sport that have changed, when all of its pairs are graded, and puts them before the rules of alarms. */
async function write(night: Night, drafts: readonly Draft[]): Promise<void> {
  const { seasons, tables, ledger, seen, revision, changes } = night;
  const graded = gradeSeasons(drafts, await seasons.read(seasonsOf(drafts)));
  const detailed = changes.filter(({ change }) => change === "changed").length;
  night.changes.push(...(await changesOf(ledger, graded.changes, seen, detailed)));
  night.changedGames += graded.changes.length;
  const fresh = [...graded.rows.values()].filter((row) => row !== null);
  await replacePublished(tables, [...graded.rows.keys()], fresh);
  const written = graded.seasons.entries().filter(([key, { isChanged }]) => isChanged || seasons.isDamaged(key));
  for (const [key, season] of written) await seasons.write(key, season, revision);
  await judge(night, graded.changes, new SeasonMap(written));
}

/** Puts the seasons of a sport that have changed before the rules of alarms. */
async function judge(night: Night, changes: readonly GameChange[], written: SeasonMap<GradedSeason>): Promise<void> {
  const isOfSample = ({ draft }: GameChange): boolean =>
    draft.speakers?.records.every(({ provider }) => provider === sampleProvider) ?? false;
  // An alarm is for the operator who can mend a source, and invented games have none.
  if (changes.every(isOfSample)) return;
  const found: WrittenSeason[] = [];
  for (const [{ sport, season }, { games }] of written.entries()) {
    const last = { sport, season: season - 1 };
    const factsBefore = written.get(last)?.games.map(({ facts }) => facts) ?? (await night.seasons.facts(last));
    found.push({ sport, season, games, factsBefore });
  }
  const { judged, clocks, nowMs, decisions } = night;
  judged.push(
    ...judgeSeasons(found, {
      written: new Set(changes.map(({ draft }) => draft.row.game_id)),
      clocks,
      nowMs,
      decisions,
    }),
  );
}

/** Writes everything but the games, in the order in which a reader may meet it, and the report. */
async function finish(
  database: Database,
  night: Night,
  { acceptRemovals, publishedAt, beforeCommit }: PublishOptions,
  begun: PublishBegun,
): Promise<PublishReport> {
  const { connection, ledger, tables, last, seen, changes, judged, removals } = night;
  if (!acceptRemovals && removals.size > 0) throw new PublishRefused([...removals]);
  const ofSeasons = await readFigures(tables);
  const written = await writeLeagues(night, ofSeasons);
  // A game that an earlier publish held back is reported until there is news of its teams.
  const heldBefore = heldIn(last);
  const held = [...heldBefore.filter(({ pair }) => !night.pairs.has(pair)), ...night.held.values()].sort(byId);
  const all = ofSeasons.entries();
  const withoutClosingLine = all.flatMap(([key, { withClosingLine }]) => (withClosingLine === 0 ? [key] : []));
  const figures = {
    games: all.reduce((sum, [, { games }]) => sum + games, 0),
    oddsRows: all.reduce((sum, [, { oddsRows }]) => sum + oddsRows, 0),
  };
  const waiting = await readWaitingOdds(connection, night.nowMs);
  night.findings.addArchive({ judged, mended: night.seasons.mended, held, withoutClosingLine, waiting });
  const outcome: PublishOutcome = {
    ...figures,
    revision: written.hasChanged ? night.revision : (last?.revision ?? null),
    changedGames: night.changedGames,
    correctedGames: changes.filter(({ corrected }) => corrected > 0).length,
    held,
    judged,
    findings: night.findings.all(),
  };
  await writeAlarms(connection, judged, publishedAt);
  const importId = await lastImportId(ledger);
  const isNews = written.hasChanged || importId !== seen || !isDeepStrictEqual(held, heldBefore);
  if (isNews) await writeRelease(night, { ...written, held, importId, publishedAt });
  if (written.hasChanged) await writeChanges(night, { publishedAt, ...written, ...figures });
  const reportId = await writeReport(connection, keptReport(begun, outcome, written.hasChanged));
  const about = { report: reportId, revision: outcome.revision, accepts_removals: acceptRemovals };
  if (isNews) await noteDeed(database, connection, "publish", about);
  await beforeCommit?.(connection);
  return { reportId, ...outcome };
}

function byId(one: HeldGame, other: HeldGame): number {
  return one.gameId < other.gameId ? -1 : 1;
}
