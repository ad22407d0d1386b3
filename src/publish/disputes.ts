/** Games whose providers disagree, and an operator's decisions about them. */

import type { Kysely } from "kysely";
import type { ArchiveTables } from "../archive/tables.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { pairOf } from "../domain/pairs.ts";
import { isWitness } from "../domain/providers.ts";
import type { GameRecord } from "../feed/records.ts";
import { insertIdentities, removeIdentities } from "../ledger/identities.ts";
import { readAllGameRecords, readIdentities } from "../ledger/read.ts";
import {
  markChanged,
  type Resolution,
  readResolutions,
  removeResolution,
  statedScore,
  writeResolution,
} from "../ledger/resolutions.ts";
import { gameRecordKey, type LedgerTables } from "../ledger/tables.ts";
import { assembleGames } from "./assemble.ts";
import { type Claim, claimsOf } from "./claims.ts";
import { finalScore } from "./final-score.ts";
import { GameIds } from "./game-ids.ts";
import { SoundLedger } from "./sound-ledger.ts";

/** The statement of one provider about a game. */
type Statement = {
  readonly provider: string;
  readonly status: GameRecord["status"];
  readonly away: string;
  readonly home: string;
  /** As the provider states it; null: it does not. */
  readonly gameDate: string | null;
  readonly awayScore: number | null;
  readonly homeScore: number | null;
};

export type DisputedGame = {
  readonly gameId: string;
  readonly isPublished: boolean;
  /** Why it is held back; null when no dispute is open, because it was decided or all providers agree. */
  readonly reason: string | null;
  readonly statements: readonly Statement[];
  readonly resolution: Resolution | null;
};

/** Games with an open dispute and games that were decided, by id. */
export async function listDisputes(database: Database): Promise<DisputedGame[]> {
  const games = await everyGame(database.kysely);
  return games.filter(({ reason, resolution }) => reason !== null || resolution !== null).map(withoutClaims);
}

export type ResolveOutcome =
  | { readonly outcome: "decided" | "unchanged"; readonly game: DisputedGame; readonly stated: string }
  /** No provider says that a game of this id is final. `open` are the ids of open disputes. */
  | { readonly outcome: "unknown_game"; readonly open: readonly string[] }
  | { readonly outcome: "unknown_provider" | "not_final"; readonly game: DisputedGame };

/** From now on the game takes its final score and line score from this provider; the next publish does it. */
export function resolveDispute(
  database: Database,
  gameId: string,
  provider: string,
  decidedAt: string,
): Promise<ResolveOutcome> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const games = await everyGame(connection);
    const found = games.find((each) => each.gameId === gameId);
    if (found === undefined) {
      return {
        outcome: "unknown_game",
        open: games.filter(({ reason }) => reason !== null).map((each) => each.gameId),
      };
    }
    const game = withoutClaims(found);
    const own = recordsOf(found).filter((record) => record.provider === provider);
    if (own.length === 0) return { outcome: "unknown_provider", game };
    const record = own.find(({ status }) => status === "final");
    if (record === undefined) return { outcome: "not_final", game };
    const recordKey = gameRecordKey(record);
    const stated = statedScore(record);
    const { resolution } = game;
    if (resolution?.provider === provider && resolution.recordKey === recordKey) {
      return { outcome: "unchanged", game, stated };
    }
    // The operator was told this id and must find the game by it, so the game gets it now.
    for (const claim of found.claims) found.ids.remember(claim.game, gameId);
    const fresh = found.ids.fresh.filter((identity) => identity.game_id === gameId);
    await insertIdentities(ledger, fresh);
    const gaveId = resolution?.gaveId ?? fresh.length === recordsOf(found).filter((each) => !isWitness(each)).length;
    await writeResolution(ledger, { gameId, provider, recordKey, stated, gaveId, decidedAt });
    const report = { decision: { game_id: gameId, provider, stated } };
    await markChanged(ledger, keysOf(found), { at: decidedAt, report });
    return { outcome: "decided", game, stated };
  });
}

/** Withdraws a decision, so that the next publish follows all providers again. False when there was none. */
export function unresolveDispute(database: Database, gameId: string, undoneAt: string): Promise<boolean> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const resolution = (await readResolutions(ledger)).get(gameId);
    if (resolution === undefined) return false;
    const game = (await everyGame(connection)).find((each) => each.gameId === gameId);
    await removeResolution(ledger, gameId);
    // An id that only the decision has given, and that was never published, is free again.
    if (resolution.gaveId && game?.isPublished !== true) await removeIdentities(ledger, gameId);
    const records = game === undefined ? [] : keysOf(game);
    await markChanged(ledger, records, { at: undoneAt, report: { decision_undone: { game_id: gameId } } });
    return true;
  });
}

/** `claims` are all that mean its id, also those that a decision leaves out. */
type Found = DisputedGame & { readonly claims: readonly Claim[]; readonly ids: GameIds };

/** Quotes are not looked at here. */
const noDoubtDecisions = new Map<string, never>();

/** Every game that somebody says is final, by id. */
async function everyGame(connection: Kysely<AnyTables>): Promise<Found[]> {
  const ledger = tablesOf<LedgerTables>(connection);
  const ids = new GameIds(await readIdentities(ledger));
  const resolutions = await readResolutions(ledger);
  const published = await tablesOf<ArchiveTables>(connection).selectFrom("archive_games").select("game_id").execute();
  const isPublished = new Set(published.map((row) => row.game_id));
  // This list has no clock; the publish has one, and leaves out records of the future.
  const records = new SoundLedger(Number.POSITIVE_INFINITY).games(await readAllGameRecords(ledger)).sound;
  const byPair = Map.groupBy(records, pairOf);
  const pairs = [...byPair].sort(([one], [other]) => (one < other ? -1 : 1));
  const games = pairs.flatMap(([, ofPair]) => assembleGames(ofPair, []));
  const decided = Map.groupBy(claimsOf(games, ids, { resolutions, decisions: noDoubtDecisions }), ({ id }) => id);
  const claims = Map.groupBy(
    claimsOf(games, ids, { resolutions: new Map(), decisions: noDoubtDecisions }),
    ({ id }) => id,
  );
  return [...claims]
    .map(([gameId, claimants]) => ({
      gameId,
      isPublished: isPublished.has(gameId),
      reason:
        decided
          .get(gameId)
          ?.map(openReason)
          .find((reason) => reason !== null) ?? null,
      statements: claimants.flatMap(({ game }) => game.records.map(statementOf)),
      resolution: resolutions.get(gameId) ?? null,
      claims: claimants,
      ids,
    }))
    .sort((one, other) => (one.gameId < other.gameId ? -1 : 1));
}

function openReason({ doubt, game, resolution }: Claim): string | null {
  if (doubt !== null) return doubt;
  const score = finalScore(game.records, resolution?.provider ?? null);
  return !score.ok && score.isDispute ? score.reason : null;
}

function statementOf(record: GameRecord): Statement {
  const { provider, status, away, home } = record;
  const { game_date: gameDate, away_score: awayScore, home_score: homeScore } = record;
  return { provider, status, away, home, gameDate, awayScore, homeScore };
}

function recordsOf({ claims }: Found): GameRecord[] {
  return claims.flatMap(({ game }) => game.records);
}

function keysOf(game: Found) {
  return recordsOf(game).map((record) => ({
    provider: record.provider,
    recordKey: gameRecordKey(record),
  }));
}

function withoutClaims({ claims: _, ids: __, ...game }: Found): DisputedGame {
  return game;
}
