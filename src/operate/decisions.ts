/**
 * Games whose providers disagree, what rules doubt, and an operator's decisions about them. A decision is followed by the next publish, and
 * callers see it as a correction.
 */
import type { Kysely } from "kysely";
import { noteDeed } from "../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { bookByProviderKey } from "../domain/books.ts";
import { doubtNames } from "../domain/evidence.ts";
import { pairOf, parseGameId } from "../domain/game-ids.ts";
import { isWitness } from "../domain/providers.ts";
import type { GameRecord } from "../feed/records.ts";
import {
  doubtDecisionRows,
  droppedBook,
  insertDoubtDecisions,
  keptRule,
  markChanged,
  readResolutions,
  removeDoubtDecisions,
  removeResolution,
  statedScore,
  writeResolution,
} from "../ledger/decisions.ts";
import { insertIdentities, removeIdentities } from "../ledger/identities.ts";
import { readAllGameRecords, readIdentities } from "../ledger/read.ts";
import { type DoubtDecision, gameRecordKey, type LedgerTables } from "../ledger/tables.ts";
import { type AlarmName, alarmRules } from "../publish/alarms/rules.ts";
import { heldIn } from "../publish/findings.ts";
import { finalScore } from "../publish/grade/grade-game.ts";
import { assembleGames } from "../publish/match/assemble.ts";
import { type Claim, claimsOf, GameIds } from "../publish/match/claims.ts";
import { readNewestRelease } from "../release/manifest.ts";
import type { ReleaseTables } from "../release/tables.ts";
import type { Doubt } from "../release/values.ts";

/** Nothing was decided; the message says why not, and what there is. */
export class NotDecided extends Error {
  override readonly name = "NotDecided";
}

export type OpenGame = Awaited<ReturnType<typeof listOpenGames>>[number];

/** Games that are disputed, in doubt or decided about, by id, with the members of the JSON of `gradeline doubts`. */
export async function listOpenGames(database: Database) {
  const { kysely } = database;
  const disputes = new Map((await listDisputes(database)).map((game) => [game.game_id, game]));
  const archive = tablesOf<ReleaseTables>(kysely);
  const rows = await archive.selectFrom("published_games").select(["game_id", "doubts"]).execute();
  const published = new Map(rows.map(({ game_id, doubts }) => [game_id, doubts]));
  const isInDoubt = (gameId: string) => (published.get(gameId) ?? null) !== null;
  // `twice_a_day: ...`
  const isOfRule = ({ reason }: { readonly reason: string }) =>
    doubtNames.some((name) => reason.startsWith(`${name}: `));
  const ofRules = heldIn(await readNewestRelease(kysely)).filter(isOfRule);
  const held = new Map(ofRules.map(({ gameId, reason }) => [gameId, reason]));
  const decided = Map.groupBy(await doubtDecisionRows(tablesOf<LedgerTables>(kysely)), ({ game_id }) => game_id);
  const ids = [...disputes.keys(), ...held.keys(), ...decided.keys(), ...[...published.keys()].filter(isInDoubt)];
  return [...new Set(ids)].sort().map((gameId) => {
    const { reason = null, statements = [], decision = null } = disputes.get(gameId) ?? {};
    const ofDispute = decision && {
      provider: decision.provider,
      stated: decision.stated,
      keep: null,
      drop: null,
      decided_at: decision.decided_at,
    };
    return {
      game_id: gameId,
      published: published.has(gameId),
      /** Why it is held back; null: it is not. */
      held: reason ?? held.get(gameId) ?? null,
      statements,
      /** Of a published game: quotes that were left out. */
      doubts: JSON.parse(published.get(gameId) ?? "[]") as Doubt[],
      decisions: [
        ...(ofDispute === null ? [] : [ofDispute]),
        ...(decided.get(gameId) ?? []).map(({ rule, book, decided_at }) => ({
          provider: null,
          stated: null,
          keep: book === "" ? rule : null,
          drop: book === "" ? null : book,
          decided_at,
        })),
      ],
    };
  });
}

/** The statement of one provider about a game, with the sides as it has them. */
type Statement = Pick<GameRecord, "provider" | "status" | "away" | "home" | "game_date" | "away_score" | "home_score">;

/** A game of which providers say different things, or of which somebody decided. */
export type DisputedGame = Found["game"];

/** Games with an open dispute and games that were decided, by id. */
export async function listDisputes(database: Database): Promise<DisputedGame[]> {
  const { found } = await everyGame(database.kysely);
  return found.map(({ game }) => game).filter(({ open, decision }) => open || decision !== null);
}

/**
 * From now on the game takes its final score and line score from this provider; the next publish does it.
 * @returns the score that it states, and whether that was not decided before.
 * @throws NotDecided
 */
export function resolveDispute(
  database: Database,
  gameId: string,
  provider: string,
  decidedAt: string,
): Promise<{ readonly stated: string; readonly isNew: boolean }> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const { found: all, ids } = await everyGame(connection);
    const found = all.find(({ game }) => game.game_id === gameId);
    if (found === undefined) throw new NotDecided(`nobody says that a game ${gameId} is final; ${openText(all)}`);
    const own = recordsOf(found).filter((record) => record.provider === provider);
    const record = own.find(({ status }) => status === "final");
    if (record === undefined) {
      const lacks = own.length === 0 ? "says nothing" : "has no final score";
      throw new NotDecided(`${provider} ${lacks} of ${gameId}; known: ${found.game.statements.map(textOf).join(", ")}`);
    }
    const key = gameRecordKey(record);
    const stated = statedScore(record);
    const { resolution } = found;
    if (resolution?.provider === provider && resolution.record_key === key) {
      return { stated, isNew: false };
    }
    // The operator was shown this id and must find the game by it, so the game gets it now.
    for (const claim of found.claims) ids.remember(claim.game, gameId);
    const fresh = ids.fresh.filter((identity) => identity.game_id === gameId);
    await insertIdentities(ledger, fresh);
    const isNew = fresh.length === recordsOf(found).filter((each) => !isWitness(each)).length;
    await writeResolution(ledger, {
      game_id: gameId,
      provider,
      record_key: key,
      stated,
      gave_id: resolution?.gave_id ?? Number(isNew),
      decided_at: decidedAt,
    });
    await markChanged(ledger, recordsOf(found).map(recordKeyOf), decidedAt);
    await noteDeed(database, connection, "resolve", { game: gameId, provider, stated });
    return { stated, isNew: true };
  });
}

/** The most game ids in one message. */
const mostNamed = 10;

function openText(found: readonly Found[]): string {
  const open = found.filter(({ game }) => game.open).map(({ game }) => game.game_id);
  const more = open.length > mostNamed ? ` and ${open.length - mostNamed} more` : "";
  return open.length === 0 ? "nothing is disputed" : `disputed: ${open.slice(0, mostNamed).join(", ")}${more}`;
}

function textOf({ provider, status, away_score: away, home_score: home }: Statement): string {
  return status === "final" ? `${provider} ${away}-${home}` : `${provider} (${status})`;
}

/** Withdraws a decision, so that the next publish follows all providers again. False when there was none. */
export function unresolveDispute(database: Database, gameId: string, undoneAt: string): Promise<boolean> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const resolution = (await readResolutions(ledger)).get(gameId);
    if (resolution === undefined) return false;
    const found = (await everyGame(connection)).found.find(({ game }) => game.game_id === gameId);
    await removeResolution(ledger, gameId);
    // An id that only the decision has given, and that was never published, is free again.
    if (resolution.gave_id === 1 && found?.game.published !== true) await removeIdentities(ledger, gameId);
    await markChanged(ledger, found === undefined ? [] : recordsOf(found).map(recordKeyOf), undoneAt);
    const { provider, stated } = resolution;
    await noteDeed(database, connection, "resolve undo", { game: gameId, provider, stated });
    return true;
  });
}

type Found = Awaited<ReturnType<typeof everyGame>>["found"][number];

/** Quotes are not looked at here. */
const noDoubtDecisions = new Map<string, never>();

/** Every game that somebody says is final, by id. */
async function everyGame(connection: Kysely<AnyTables>) {
  const ledger = tablesOf<LedgerTables>(connection);
  const ids = new GameIds(await readIdentities(ledger));
  const resolutions = await readResolutions(ledger);
  const published = await tablesOf<ReleaseTables>(connection).selectFrom("published_games").select("game_id").execute();
  const isPublished = new Set(published.map((row) => row.game_id));
  const { games } = assembleGames(await readAllGameRecords(ledger), []);
  const decided = Map.groupBy(claimsOf(games, ids, { resolutions, decisions: noDoubtDecisions }), ({ id }) => id);
  const claims = Map.groupBy(
    claimsOf(games, ids, { resolutions: new Map(), decisions: noDoubtDecisions }),
    ({ id }) => id,
  );
  const found = [...claims].map(([gameId, claimants]) => {
    const reasons = (decided.get(gameId) ?? []).map(openReason);
    const reason = reasons.find((each) => each !== null) ?? null;
    const resolution = resolutions.get(gameId) ?? null;
    return {
      game: {
        game_id: gameId,
        published: isPublished.has(gameId),
        /** Whether a dispute is open, and why it is held back then; it is not when it was decided, or all providers agree. */
        open: reason !== null,
        reason,
        statements: claimants.flatMap(({ game }) => game.records.map(statementOf)),
        decision: resolution && {
          provider: resolution.provider,
          stated: resolution.stated,
          decided_at: resolution.decided_at,
        },
      },
      /** All that mean its id, also those that a decision leaves out. */
      claims: claimants,
      resolution,
    };
  });
  return { found: found.sort((one, other) => (one.game.game_id < other.game.game_id ? -1 : 1)), ids };
}

function openReason({ doubt, game, resolution }: Claim): string | null {
  if (doubt !== null) return doubt;
  const score = finalScore(game.records, resolution?.provider ?? null);
  return !score.ok && score.isDispute ? score.reason : null;
}

function statementOf({ provider, status, away, home, game_date, away_score, home_score }: GameRecord): Statement {
  return { provider, status, away, home, game_date, away_score, home_score };
}

function recordsOf({ claims }: Found): GameRecord[] {
  return claims.flatMap(({ game }) => game.records);
}

function recordKeyOf(record: GameRecord) {
  return { provider: record.provider, record_key: gameRecordKey(record) };
}

/** The rules that a game may be kept in spite of: those of doubt, and alarms that were looked at. */
export const rulesToKeep = [
  ...doubtNames.filter((name) => name !== "dropped"),
  ...(Object.keys(alarmRules) as AlarmName[]),
];
type RuleToKeep = (typeof rulesToKeep)[number];

/** From the next publish on, a rule does not count for a game. @returns whether that is new. @throws NotDecided */
export function keepDoubted(database: Database, gameId: string, rule: RuleToKeep, at: string): Promise<boolean> {
  return decide(database, keptRule(gameId, rule, at));
}

/** From the next publish on, nothing of a book is believed about a game. @returns whether that is new. @throws NotDecided */
export async function dropBook(database: Database, gameId: string, slug: string, at: string): Promise<boolean> {
  const book = bookByProviderKey(slug);
  if (book === null) throw new NotDecided(`${slug} is the slug of no book`);
  return decide(database, droppedBook(gameId, book.slug, at));
}

function decide(database: Database, decision: DoubtDecision): Promise<boolean> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const { game_id: game, rule, book, decided_at: at } = decision;
    const records = await recordsOfTeams(ledger, game);
    if (records.length === 0) throw new NotDecided(`nobody has stated a game of the teams of ${game}`);
    if ((await insertDoubtDecisions(ledger, [decision])) === 0) return false;
    await markChanged(ledger, records, at);
    await noteDeed(database, connection, book === "" ? "doubt keep" : "doubt drop", { game, rule, book });
    return true;
  });
}

/** Takes back every decision about doubts of a game. Returns how many there were. */
export function undoDoubtDecisions(database: Database, gameId: string, at: string): Promise<number> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const removed = await removeDoubtDecisions(ledger, gameId);
    if (removed > 0) {
      await markChanged(ledger, await recordsOfTeams(ledger, gameId), at);
      await noteDeed(database, connection, "doubts undo", { game: gameId, decisions: removed });
    }
    return removed;
  });
}

/** The game records of its two teams, so that the next publish does their games again. */
async function recordsOfTeams(ledger: Kysely<LedgerTables>, gameId: string) {
  const parsed = parseGameId(gameId);
  if (parsed === null) return [];
  const records = ledger.selectFrom("ledger_records").select(["provider", "record_key"]);
  return records.where("kind", "=", "game").where("pair", "=", pairOf(parsed)).execute();
}
