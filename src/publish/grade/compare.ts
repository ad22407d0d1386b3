/** Compares the games that the ledger has of some pairs of teams with those that the archive has. Pure. */
import type { EvidenceRow } from "../../contract/lists/evidence.ts";
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
import { heldStatements } from "./evidence.ts";
import type { VenueFacts } from "./facts.ts";
import { type BuiltGame, buildGame } from "./grade-game.ts";

type PricedGame = LedgerGame<PricedEvent>;

/** Two sides of some pairs of teams: all pairs that share a published game must be given together. */
type Comparison = {
  readonly games: readonly PricedGame[];
  /** The final games among them, with the ids that they have or would get. */
  readonly claims: readonly Claim<PricedEvent>[];
  /** The published games, by game id. */
  readonly published: ReadonlyMap<string, PublishedGame>;
};

/** Everything else that a comparison depends on. It asks the ids and does not change them. */
type GameSources = {
  readonly ids: Pick<GameIds, "ofRecord" | "idOf">;
  /** The clock of the publish. */
  readonly nowMs: number;
  readonly venues: VenueFacts;
};

type Judgement =
  /** A game that is to be published. */
  | { readonly kind: "built"; readonly built: BuiltGame }
  /** A game that cannot be published, and is held back as it stood. The rule is null where no source contradicts another. */
  | { readonly kind: "held"; readonly held: HeldGame; readonly rule: EvidenceRule | null };

/** `before` is null for a game that was not published before. */
type OfClaim = { readonly claim: Claim<PricedEvent>; readonly before: PublishedGame | null };

export type BuiltFinding = Extract<Judgement, { kind: "built" }> &
  OfClaim & {
    readonly row: PublishedGame;
    /** Whether it is new, or its values are others than before, as far as their digest says. */
    readonly isChanged: boolean;
  };
export type HeldFinding = Extract<Judgement, { kind: "held" }> & OfClaim;

/** One result of a comparison; they come in the order in which they are reported. */
export type Finding =
  | BuiltFinding
  | HeldFinding
  /** A game that was published is not to be published any more: why, in a sentence. */
  | { readonly kind: "gone"; readonly gameId: string; readonly before: PublishedGame; readonly sentence: string };

export function* compareGames({ games, claims, published }: Comparison, facts: GameSources): Generator<Finding> {
  const ofPair = Map.groupBy(claims, ({ game }) => pairOf(game.records[0]));
  for (const claim of claims) {
    const before = published.get(claim.id) ?? null;
    const pair = pairOf(claim.game.records[0]);
    const others = (ofPair.get(pair) ?? []).flatMap(({ game }) => (game === claim.game ? [] : [game]));
    const judged = judgeClaim(claim, before !== null, facts, others);
    if (judged.kind === "held") yield { ...judged, claim, before };
    else {
      const row = publishedGame(judged.built.values, pair);
      yield { ...judged, claim, row, before, isChanged: before === null || !areSamePublished(before, row) };
    }
  }
  const claimed = new Set(claims.map(({ id }) => id));
  for (const [gameId, before] of published) {
    if (claimed.has(gameId)) continue;
    const why = whyGone(gameId, games, facts.ids);
    const sentence = `${gameId}: published before, and no longer to be published: ${why}`;
    yield { kind: "gone", gameId, before, sentence };
  }
}

/** The statements about a held game: see `heldStatements`. @param findings of its id, which several games may claim. */
export function statementsOfHeld(stood: readonly EvidenceRow[], findings: readonly HeldFinding[]): EvidenceRow[] {
  const rule = findings.map((finding) => finding.rule).find((each) => each !== null);
  const games = findings.map(({ claim }) => claim.game);
  return heldStatements(stood, games, rule ?? null);
}

/** The decision about a final game. @param others the other final games of its two teams. */
function judgeClaim(
  { id, game, doubt, resolution, decided }: Claim<PricedEvent>,
  isPublished: boolean,
  { venues, nowMs }: GameSources,
  others: readonly PricedGame[],
): Judgement {
  const hold = (reason: string, isDispute: boolean, doubted: DoubtName | null = null): Judgement => {
    const held = { gameId: id, pair: pairOf(game.records[0]), isPublished, isDispute, reason };
    return { kind: "held", held, rule: doubted ?? (isDispute ? "disputed" : null) };
  };
  const identity = parseGameId(id);
  if (identity === null) return hold("it is one of more games than a day can have between two teams", false);
  if (doubt !== null) return hold(doubt, true);
  const { gameDate } = identity;
  const decidedBy = resolution?.provider ?? null;
  const outcome = buildGame(game, { gameId: id, gameDate, venues, decidedBy, decided });
  if (!outcome.ok) return hold(outcome.reason, outcome.isDispute);
  const [doubted] = doubtResult(game, others, nowMs).filter(({ rule }) => !decided.kept.has(rule));
  if (doubted !== undefined && resolution === null) {
    return hold(`${doubted.rule}: ${doubted.reason}`, false, doubted.rule);
  }
  // A record that moved into another season is still that of the game of before.
  const { season } = game.records[0];
  if (season !== seasonOf(identity.sport, gameDate)) return hold(`${gameDate} is not in season ${season}`, false);
  return { kind: "built", built: outcome.built };
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
