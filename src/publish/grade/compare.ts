/** Compares the games that the ledger has of some pairs of teams with those that the archive has. Pure. */
import type { DoubtName, EvidenceRule } from "../../domain/evidence.ts";
import { pairOf, parseGameId } from "../../domain/game-ids.ts";
import { seasonOf } from "../../domain/seasons.ts";
import { statedScore } from "../../ledger/decisions.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import { areSamePublished, type PublishedGame, publishedGame } from "../../release/published-games.ts";
import { doubtResult } from "../doubt/rules.ts";
import type { HeldGame } from "../findings.ts";
import type { LedgerGame } from "../match/assemble.ts";
import { type Claim, type GameIds, isFinal } from "../match/claims.ts";
import type { VenueFacts } from "./facts.ts";
import { type BuiltGame, buildGame } from "./grade-game.ts";

/** Everything else that a comparison depends on. It asks the ids and does not change them. */
type GameSources = {
  readonly ids: Pick<GameIds, "ofRecord" | "idOf">;
  /** The clock of the publish. */
  readonly nowMs: number;
  readonly venues: VenueFacts;
};

/** `before` is the game's row in the archive; null: it was not published before. */
type OfClaim = { readonly gameId: string; readonly before: PublishedGame | null; readonly claim: Claim<PricedEvent> };

/** A game that is to be published. */
export type BuiltFinding = OfClaim & {
  readonly kind: "built";
  readonly built: BuiltGame;
  readonly row: PublishedGame;
  /** Whether it is new, or its values are others than before, as far as their digest says. */
  readonly isChanged: boolean;
};

/** A game that cannot be published, and is held back as it stood. The rule is null where no source contradicts another. */
export type HeldFinding = OfClaim & {
  readonly kind: "held";
  readonly held: HeldGame;
  readonly rule: EvidenceRule | null;
};

/** One result of a comparison; they come in the order in which they are reported. */
export type Finding =
  | BuiltFinding
  | HeldFinding
  /** A game that was published is not to be published any more: why, in a sentence. */
  | { readonly kind: "gone"; readonly gameId: string; readonly before: PublishedGame; readonly sentence: string };

/**
 * Compares two sides of some pairs of teams: all pairs that share a published game must be given together.
 * @param claims the final games among these, with the ids that they have or would get.
 * @param published the games in the archive, by game id.
 */
export function* compareGames(
  games: readonly LedgerGame<PricedEvent>[],
  claims: readonly Claim<PricedEvent>[],
  published: ReadonlyMap<string, PublishedGame>,
  sources: GameSources,
): Generator<Finding> {
  const ofPair = Map.groupBy(claims, ({ game }) => pairOf(game.records[0]));
  for (const claim of claims) {
    const rivals = ofPair.get(pairOf(claim.game.records[0])) ?? [];
    const others = rivals.flatMap(({ game }) => (game === claim.game ? [] : [game]));
    yield judgeClaim(claim, published.get(claim.id) ?? null, others, sources);
  }
  const claimed = new Set(claims.map(({ id }) => id));
  for (const [gameId, before] of published) {
    if (claimed.has(gameId)) continue;
    const why = whyGone(gameId, games, sources.ids);
    const sentence = `${gameId}: published before, and no longer to be published: ${why}`;
    yield { kind: "gone", gameId, before, sentence };
  }
}

/** The decision about a final game. @param others the other final games of its two teams. */
function judgeClaim(
  claim: Claim<PricedEvent>,
  before: PublishedGame | null,
  others: readonly LedgerGame<PricedEvent>[],
  { venues, nowMs }: GameSources,
): BuiltFinding | HeldFinding {
  const { id: gameId, game, doubt, resolution, decided } = claim;
  const about = { gameId, claim, before };
  const { season } = game.records[0];
  const pair = pairOf(game.records[0]);
  const hold = (reason: string, isDispute: boolean, doubted: DoubtName | null = null): HeldFinding => {
    const held = { gameId, pair, isPublished: before !== null, isDispute, reason };
    return { ...about, kind: "held", held, rule: doubted ?? (isDispute ? "disputed" : null) };
  };
  const identity = parseGameId(gameId);
  if (identity === null) return hold("it is one of more games than a day can have between two teams", false);
  if (doubt !== null) return hold(doubt, true);
  const { gameDate } = identity;
  const outcome = buildGame(claim, gameDate, venues);
  if (!outcome.ok) return hold(outcome.reason, outcome.isDispute);
  const [doubted] = doubtResult(game, others, nowMs).filter(({ rule }) => !decided.kept.has(rule));
  if (doubted !== undefined && resolution === null) {
    return hold(`${doubted.rule}: ${doubted.reason}`, false, doubted.rule);
  }
  // A record that moved into another season is still that of the game of before.
  if (season !== seasonOf(identity.sport, gameDate)) return hold(`${gameDate} is not in season ${season}`, false);
  const { built } = outcome;
  const row = publishedGame(built.values, pair);
  return { ...about, kind: "built", built, row, isChanged: before === null || !areSamePublished(before, row) };
}

/**
 * Whether the provider that was decided for says another score than before, which is followed: a decision is for a provider, not for a
 * score. Null where there is nothing to follow.
 */
export function followedScore({ id, game, resolution }: Claim): { stated: string; sentence: string } | null {
  const decider = game.records.find((record) => record.provider === resolution?.provider);
  if (resolution === null || decider === undefined) return null;
  const stated = statedScore(decider);
  const sentence = `${id}: ${decider.provider} said ${resolution.stated} and now says ${stated}`;
  return stated === resolution.stated ? null : { stated, sentence };
}

/** Why no final record is of a published game any more, by what the ledger's records say. */
function whyGone(gameId: string, games: readonly LedgerGame[], ids: GameSources["ids"]): string {
  const reasons = games.flatMap((game) => {
    const own = game.records.filter((record) => ids.ofRecord(record) === gameId);
    if (own.length > 0 && isFinal(game))
      return own.map(({ provider }) => `${provider} moved its record, which is ${ids.idOf(game)}`);
    return own.map(({ provider, status }) => `${provider} says that it is ${status}`);
  });
  return reasons.length === 0 ? "the ledger has no record of it" : reasons.join(", ");
}
