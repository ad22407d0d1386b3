/**
 * Publishes the ledger. For each sport, and in it for some pairs of teams at a time, a publish **matches** what the ledger has to games,
 * **doubts** their quotes, **folds** them to lines and **grades** each game, and then **writes** the seasons in which a value is another
 * one. All of it is one transaction with a new revision: a reader sees all of a publish or none of it.
 */
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { noteDeed } from "../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import { sampleProvider } from "../domain/providers.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import { followStatement, readDoubtDecisions, readResolutions } from "../ledger/decisions.ts";
import type { PricedEvent } from "../ledger/events.ts";
import { lastImportId, readFactRecords, readGameRecords, readIdentities, readPricedEvents } from "../ledger/read.ts";
import { noteFailure, writeReport } from "../ledger/reports.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import {
  areSamePublished,
  type PublishedGame,
  publishedGame,
  readPublished,
  replacePublished,
  seasonOfPublished,
} from "../release/published-games.ts";
import { asDamage, damageAdvice, ReleaseDamaged } from "../release/release-damaged.ts";
import type { ReleaseTables } from "../release/tables.ts";
import type { GameValues } from "../release/values.ts";
import { judgeSeasons } from "./alarms/judge.ts";
import { clockMinutesOf, type WrittenSeason } from "./alarms/season.ts";
import { type Judged, writeAlarms } from "./alarms/state.ts";
import { Findings } from "./findings.ts";
import { compareGames, type Finding, followedScore, statementsOfHeld } from "./grade/compare.ts";
import { VenueFacts } from "./grade/facts.ts";
import { assembleGames, type LedgerGame } from "./match/assemble.ts";
import { claimsOf, GameIds } from "./match/claims.ts";
import {
  failureReport,
  type HeldGame,
  heldIn,
  keptReport,
  type PublishBegun,
  type PublishOutcome,
  PublishRefused,
  type PublishReport,
} from "./publish-report.ts";
import type { SeasonMap } from "./season-map.ts";
import { latestClock, readStart, readSteps } from "./start.ts";
import { readWaitingOdds } from "./waiting-odds.ts";
import { ChangeLog } from "./write/change-log.ts";
import { type GameSpeakers, type GoneGame, Seasons, speakersOf } from "./write/changed-seasons.ts";
import { publishedFigures, writeLeagues } from "./write/write-leagues.ts";
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
    return await writeTransaction(database, async (connection) => {
      const night = await begin(connection, options);
      const steps = await readSteps(connection, night.start);
      const pairCount = steps.flat(2).length;
      // A pair is half done when its games are built, and done when its season is written.
      let halvesDone = 0;
      const tell = (pairs: number): void => {
        halvesDone += pairs;
        options.onProgress?.(halvesDone / (2 * pairCount), night.finalsDone);
      };
      for (const ofSport of steps) {
        for (const pairs of ofSport) {
          await grade(night, pairs, await match(night, pairs));
          tell(pairs.length);
        }
        await write(night);
        tell(ofSport.flat().length);
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
  const ledger = tablesOf<LedgerTables>(connection);
  const start = await readStart(connection, all);
  const seasons = new Seasons(connection, start.last);
  if (start.all) await seasons.findDamage();
  return {
    ...{ connection, ledger, tables: tablesOf<ReleaseTables>(connection), start, seasons },
    nowMs: await latestClock(ledger, start.last?.published_at, publishedAt),
    ids: new GameIds(await readIdentities(ledger)),
    resolutions: await readResolutions(ledger),
    decisions: await readDoubtDecisions(ledger),
    venues: new VenueFacts(await readFactRecords(ledger, "venue")),
    changes: new ChangeLog(connection, start, publishedAt),
    pairs: new Set<PairKey>(),
    /** How many games that are over it has been through, whether something of them is new or not. */
    finalsDone: 0,
    changedGames: 0,
    /** Games published before that are not to be published any more, with the reason. */
    removals: [] as string[],
    /** By game id: see `PricedGame.clockMinutes`. */
    clocks: new Map<string, number>(),
    held: [] as HeldGame[],
    judged: [] as Judged[],
    findings: new Findings(),
  };
}

/** A published game that is held back: its values stay, and what its sources dispute comes to its evidence. */
type StandingGame = {
  readonly before: PublishedGame;
  readonly stood: GameValues;
  /** Of each game that claims its id. */
  readonly findings: readonly [HeldFinding, ...HeldFinding[]];
};
type HeldFinding = Extract<Finding, { kind: "held" }>;

/** Makes games of what the ledger has of some pairs of teams: the records of one game together, and each event with its game. */
export async function match(
  { ledger }: Pick<Night, "ledger">,
  pairs: readonly PairKey[],
): Promise<LedgerGame<PricedEvent>[]> {
  const recordsOf = Map.groupBy(await readGameRecords(ledger, pairs), pairOf);
  const eventsOf = Map.groupBy(await readPricedEvents(ledger, pairs), (event) => event.pair);
  return pairs.flatMap((pair) => assembleGames(recordsOf.get(pair) ?? [], eventsOf.get(pair) ?? []));
}

/**
 * Doubts, folds and grades the final games among those of some pairs (`grade/grade-game.ts` is these three steps for one game), and
 * compares them with what is published.
 * @param pairs all that share a published game must be given together: see `linkedPairs`.
 */
async function grade(
  night: Night,
  pairs: readonly PairKey[],
  games: readonly LedgerGame<PricedEvent>[],
): Promise<void> {
  const { ids, seasons, tables, removals } = night;
  night.finalsDone += games.filter(({ records }) => records.some(({ status }) => status === "final")).length;
  const claims = claimsOf(games, ids, night);
  const published = await readPublished(tables, pairs);
  /** By game id: several games may claim one. */
  const gone = new Map<string, GoneGame>();
  const fresh: PublishedGame[] = [];
  const standing = new Map<string, StandingGame>();
  for (const finding of compareGames({ games, claims, published }, night)) {
    if (finding.kind === "built") {
      await noteBuilt(night, finding);
      const { claim, row, before, built, isChanged } = finding;
      if (isChanged || seasons.isDamaged(built.values.facts)) {
        const speakers = speakersOf(claim.game);
        seasons.add({ gameId: claim.id, isChanged, row, before, values: built.values, speakers });
      }
      if (!isChanged) continue;
      fresh.push(row);
      const minutes = clockMinutesOf(claim.game.events);
      if (minutes !== null) night.clocks.set(claim.id, minutes);
    } else if (finding.kind === "gone") {
      gone.set(finding.gameId, finding);
      removals.push(finding.sentence);
    } else {
      const { held, before } = finding;
      const { gameId, reason } = held;
      const stood = before === null ? null : await seasons.game(seasonOfPublished(before), gameId);
      if (before !== null && stood !== null) {
        const known = standing.get(gameId)?.findings;
        standing.set(gameId, { before, stood, findings: known === undefined ? [finding] : [...known, finding] });
      }
      // Where its values are lost, there is nothing as which a game could stand, and it is taken away with the operator's consent alone.
      const isLost = before !== null && stood === null;
      if (isLost) {
        gone.set(gameId, { gameId, before });
        if (seasons.isDamaged(seasonOfPublished(before)))
          removals.push(`${gameId}: published before, and lost with a file of its season: ${reason}`);
      }
      // An id that several games claim has one entry.
      if (!night.held.some((each) => each.gameId === gameId && each.reason === reason))
        night.held.push(isLost ? { ...held, isPublished: false } : held);
    }
  }
  for (const { before, stood, findings } of standing.values()) {
    const [{ claim }] = findings;
    const values = { ...stood, statements: statementsOfHeld(stood.statements, findings) };
    const row = publishedGame(values, before.pair);
    if (areSamePublished(before, row)) continue;
    seasons.add({ gameId: claim.id, isChanged: true, row, before, values, speakers: speakersOf(claim.game) });
    fresh.push(row);
  }
  for (const game of gone.values()) seasons.add(game);
  await replacePublished(tables, [...fresh.map(({ game_id: id }) => id), ...gone.keys()], fresh);
  for (const pair of pairs) night.pairs.add(pair);
}

/** Keeps what is to be reported of a game that is published, whether its values change or not. */
async function noteBuilt(
  { ids, ledger, findings }: Night,
  { claim, built }: Extract<Finding, { kind: "built" }>,
): Promise<void> {
  findings.addBuilt(built);
  ids.remember(claim.game, claim.id);
  const followed = followedScore(claim);
  if (followed === null) return;
  findings.add("followed", followed.sentence);
  await followStatement(ledger, claim.id, followed.stated);
}

/** Writes the seasons of a sport that have changed, when all of its pairs are graded, and puts them before the rules of alarms. */
async function write(night: Night): Promise<void> {
  const { seasons, changes, start, judged, ...known } = night;
  const changed = await seasons.changes();
  night.changedGames += changed.length;
  await changes.add(changed);
  const written = await seasons.write(start.revision, changed);
  const isOfSample = ({ records }: GameSpeakers): boolean =>
    records.every(({ provider }) => provider === sampleProvider);
  // An alarm is for the operator who can mend a source, and invented games have none.
  if (!changed.every(({ game }) => "speakers" in game && isOfSample(game.speakers))) {
    const ids = new Set(changed.map(({ game }) => game.gameId));
    judged.push(...judgeSeasons(await withSeasonBefore(seasons, written), { ...known, written: ids }));
  }
  seasons.forget();
}

async function withSeasonBefore(seasons: Seasons, written: SeasonMap<readonly GameValues[]>): Promise<WrittenSeason[]> {
  const found: WrittenSeason[] = [];
  for (const [{ sport, season }, games] of written.entries()) {
    const last = { sport, season: season - 1 };
    const factsBefore = written.get(last)?.map(({ facts }) => facts) ?? (await seasons.facts(last));
    found.push({ sport, season, games, factsBefore });
  }
  return found;
}

/** Writes everything but the games, in the order in which a reader may meet it, and the report. */
async function finish(
  database: Database,
  night: Night,
  { acceptRemovals, publishedAt, beforeCommit }: PublishOptions,
  begun: PublishBegun,
): Promise<PublishReport> {
  const { connection, ledger, tables, start, changes, judged, removals } = night;
  const { last, seen } = start;
  if (!acceptRemovals && removals.length > 0) throw new PublishRefused(removals);
  const written = await writeLeagues(night);
  // A game that an earlier publish held back is told of until there is news of its teams.
  const heldBefore = heldIn(last);
  const held = [...heldBefore.filter(({ pair }) => !night.pairs.has(pair)), ...night.held].sort(byId);
  const { withoutClosingLine, ...figures } = await publishedFigures(tables);
  await noteArchive(night, held, withoutClosingLine);
  const outcome: PublishOutcome = {
    ...figures,
    revision: written.hasChanged ? start.revision : (last?.revision ?? null),
    ...{ changedGames: night.changedGames, correctedGames: changes.corrected, held, judged },
    findings: night.findings.all(),
  };
  await writeAlarms(connection, judged, publishedAt);
  const importId = await lastImportId(ledger);
  const isNews = written.hasChanged || importId !== seen || !isDeepStrictEqual(held, heldBefore);
  if (isNews) await writeRelease(connection, { ...start, ...written, held, importId, publishedAt });
  if (isNews && (written.hasChanged || last === null)) await changes.write(written.written, outcome.oddsRows);
  const reportId = await writeReport(connection, keptReport(begun, outcome, written.hasChanged));
  const about = { report: reportId, revision: outcome.revision, accepts_removals: acceptRemovals };
  if (isNews) await noteDeed(database, connection, "publish", about);
  await beforeCommit?.(connection);
  return { reportId, ...outcome };
}

/** Finds what is to be told of the archive as it is now, and of everything that waits. */
async function noteArchive(
  { connection, nowMs, seasons, judged, findings }: Night,
  held: readonly HeldGame[],
  withoutClosingLine: readonly SeasonKey[],
): Promise<void> {
  for (const { rule, sport, fault, isOfNow } of judged) {
    const about = `${rule}, ${sport}`;
    for (const each of fault?.all ?? []) findings.add(isOfNow ? "alarm" : "suspect", `${about}: ${each}`, about);
  }
  for (const file of seasons.mended) findings.add("mended", `${file} was damaged`);
  for (const { gameId, isPublished, reason } of held)
    findings.add(isPublished ? "held" : "held-unpublished", `${gameId}: ${reason}`, reason);
  // Nobody has imported odds of these seasons, or they match no game.
  for (const { sport, season } of withoutClosingLine)
    findings.add("no-closing-line", `not one game of ${sport} ${season} has one; import its odds`);
  for (const [{ sport, season }, { waiting }] of (await readWaitingOdds(connection, nowMs)).entries()) {
    const { events, quotes } = waiting;
    if (events > 0) findings.add("no-result", `${sport} ${season}: ${quotes} quotes of ${events} events`, "", events);
  }
}

function byId(one: HeldGame, other: HeldGame): number {
  return one.gameId < other.gameId ? -1 : 1;
}
