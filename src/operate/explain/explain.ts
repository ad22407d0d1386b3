/**
 * Explains one game: it reads what the ledger has of its two teams, and does with it what a publish would do, by the same
 * functions. It writes nothing.
 */
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { gameId, parseGameId } from "../../domain/game-ids.ts";
import { type PairKey, pairOf } from "../../domain/pairs.ts";
import { readDoubtDecisions, readResolutions } from "../../ledger/decisions.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import {
  readFactRecords,
  readGameRecords,
  readIdentities,
  readPricedEvents,
  recordsWithIds,
} from "../../ledger/read.ts";
import { compareTexts } from "../../ledger/records.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { judgeClaim, otherFinalsOf } from "../../publish/grade/compare.ts";
import { VenueFacts } from "../../publish/grade/facts.ts";
import { assemblePair, type LedgerGame } from "../../publish/match/assemble.ts";
import { type Claim, claimsOf, GameIds, isFinal } from "../../publish/match/claims.ts";
import { isGameCalledOff } from "../../publish/match/group-records.ts";
import { type PublishedGame, readPublished } from "../../release/published-games.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import { type Explanation, explanationOf } from "./explanation.ts";

export type ExplainOutcome =
  | { readonly outcome: "explained"; readonly explanation: Explanation }
  /** Nothing is known of such a game. `nearest` are ids of games that may be meant, the likeliest first. */
  | { readonly outcome: "unknown_game"; readonly nearest: readonly string[] }
  /** The archive has the game, and the ledger has no record of it any more. */
  | { readonly outcome: "no_record" };

/** @param nowMs what is later than this is not believed, as in a publish. */
export async function explainGame(database: Database, id: string, nowMs: number): Promise<ExplainOutcome> {
  const connection = database.kysely;
  const ledger = tablesOf<LedgerTables>(connection);
  const pairs = await pairsOf(connection, id);
  const recordsOf = Map.groupBy(await readGameRecords(ledger, pairs), pairOf);
  const eventsOf = Map.groupBy(await readPricedEvents(ledger, pairs), (event) => event.pair);
  const assembled = pairs.map((pair) => assemblePair(recordsOf.get(pair) ?? [], eventsOf.get(pair) ?? []));
  const ids = new GameIds(await readIdentities(ledger));
  const games = assembled.flatMap((each) => each.games);
  const resolutions = await readResolutions(ledger);
  const claims = claimsOf(games, ids, { resolutions, decisions: await readDoubtDecisions(ledger) });
  const published =
    pairs.length === 0
      ? new Map<string, PublishedGame>()
      : await readPublished(tablesOf<ReleaseTables>(connection), pairs);
  const found = findGame(id, games, claims, ids);
  if (found === null) {
    if (published.has(id)) return { outcome: "no_record" };
    return { outcome: "unknown_game", nearest: nearestIds(id, games, claims, ids) };
  }
  const before = published.get(id) ?? null;
  const facts = { ids, nowMs, venues: new VenueFacts(await readFactRecords(ledger, "venue")) };
  const judged =
    found.claim === null ? null : judgeClaim(found.claim, before !== null, facts, otherFinalsOf(found.claim, claims));
  return {
    outcome: "explained",
    explanation: explanationOf({
      id,
      game: found.game,
      judged,
      before,
      possible: facts.venues.possible(found.game.records).records,
      decidedBy: found.claim?.resolution?.provider ?? null,
      matches: assembled.flatMap(({ matches }) => matches),
    }),
  };
}

/** The pairs of teams that may speak of a game: those of its id, of the records it was published for, and of its row. */
async function pairsOf(connection: Kysely<AnyTables>, id: string): Promise<PairKey[]> {
  const parsed = parseGameId(id);
  const tables = tablesOf<ReleaseTables & LedgerTables>(connection);
  const records = await recordsWithIds(tables).select("record.pair").where("identity.game_id", "=", id).execute();
  const rows = await tables.selectFrom("published_games").select("pair").where("game_id", "=", id).execute();
  const pairs = [...records, ...rows].flatMap(({ pair }) => (pair === null ? [] : [pair]));
  return [...new Set([...pairs, ...(parsed === null ? [] : [pairOf(parsed)])])].sort();
}

type Found = {
  readonly game: LedgerGame<PricedEvent>;
  /** Null when nobody says that the game is final. */
  readonly claim: Claim<PricedEvent> | null;
};

function findGame(
  id: string,
  games: readonly LedgerGame<PricedEvent>[],
  claims: readonly Claim<PricedEvent>[],
  ids: GameIds,
): Found | null {
  const claim = claims.find((each) => each.id === id);
  if (claim !== undefined) return { game: claim.game, claim };
  const waiting = games.filter((game) => !isFinal(game) && pendingId(game, ids) === id);
  // A game that was called off may have the id under which another one is still to be played that day.
  const [game] = waiting.sort((a, b) => Number(isGameCalledOff(a)) - Number(isGameCalledOff(b)));
  return game === undefined ? null : { game, claim: null };
}

/** The id that a game has, or would get if it were final. */
function pendingId(game: LedgerGame, ids: GameIds): string {
  const [{ sport, away, home }] = game.records;
  return ids.ofPublished(game) ?? gameId({ sport, gameDate: game.gameDate, away, home, gameNumber: game.gameNumber });
}

const mostNearest = 5;

/** Games of the same two teams, whoever was at home, by how near their dates are. */
function nearestIds(
  id: string,
  games: readonly LedgerGame[],
  claims: readonly Claim[],
  ids: GameIds,
): readonly string[] {
  const wanted = Date.parse(parseGameId(id)?.gameDate ?? "");
  const known = [
    ...claims.map((claim) => ({ id: claim.id, date: claim.game.gameDate })),
    ...games.filter((game) => !isFinal(game)).map((game) => ({ id: pendingId(game, ids), date: game.gameDate })),
  ];
  const distance = ({ date }: { readonly date: string }): number => Math.abs(Date.parse(date) - wanted);
  known.sort((a, b) => distance(a) - distance(b) || compareTexts(a.id, b.id));
  return [...new Set(known.map((each) => each.id))].slice(0, mostNearest);
}
