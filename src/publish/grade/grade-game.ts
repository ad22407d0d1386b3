/** Builds one game for publishing: the values that callers will see, made of the ledger's records and captures. Pure. */
import type { Consensus, Game } from "../../contract/lists/games.ts";
import { type ConsensusQuotes, favorite, grade } from "../../domain/consensus.ts";
import { periodScores, type SideScores } from "../../domain/period-scores.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { teamByAbbreviation } from "../../domain/teams/registry.ts";
import type { GameRecord } from "../../feed/records.ts";
import type { Decided } from "../../ledger/decisions.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import { gameLines } from "../../release/game-lines.ts";
import { linePath } from "../../release/line-path.ts";
import type { GameFacts, GameValues } from "../../release/values.ts";
import { judgeQuotes } from "../doubt/rules.ts";
import { doubtOfStart, doubtsOf } from "../doubt/sheet.ts";
import type { LedgerGame } from "../match/assemble.ts";
import type { Claim } from "../match/claims.ts";
import { captureSources, factStatements, quoteStatements } from "./evidence.ts";
import { firstKnown, outsideIds, startersOf, type VenueFacts } from "./facts.ts";
import { capturesOfGame, type FoldedLine, foldGame, lineSeries, mergedCaptures, publishedLines } from "./lines.ts";

/** The reason of a game that is held back because neither results nor odds say when it began. */
export const noStartReason = "nobody states a start time";

export type BuiltGame = {
  readonly values: GameValues;
  readonly startMs: number;
  /** As they were folded from the captures. */
  readonly lines: readonly FoldedLine[];
  /** Why the period scores are withheld, when they are [D-9]. */
  readonly withheld: string | null;
  /** A sentence for each venue that cannot be. */
  readonly leftOut: readonly string[];
};

type BuildOutcome =
  | { readonly ok: true; readonly built: BuiltGame }
  | { readonly ok: false; readonly reason: string; readonly isDispute: boolean };

/**
 * Builds a final game, or says why it cannot be published.
 * @param gameDate the slate date that its id states.
 */
export function buildGame(claim: Claim<PricedEvent>, gameDate: string, venues: VenueFacts): BuildOutcome {
  const { id, game, resolution, decided } = claim;
  const { records, startMs } = game;
  if (startMs === null) return { ok: false, reason: noStartReason, isDispute: false };
  const outcome = finalScore(records, resolution?.provider ?? null);
  if (!outcome.ok) return outcome;
  const score = { home: outcome.homeScore, away: outcome.awayScore };
  const { periods, innings, overtime, withheld } = scoresByPeriod(records, score, outcome.decider);
  const { folded, agreed, entries, path, doubts, statements } = linesOf(game, startMs, decided);
  const { records: possible, leftOut } = venues.possible(records);
  const [record] = records;
  const { sport } = record;
  const facts: GameFacts = {
    game_id: id,
    sport,
    season: record.season,
    season_type: record.season_type,
    week: sportFacts[sport].hasWeeks ? firstKnown(records, "week") : null,
    game_date: gameDate,
    start_time: new Date(startMs).toISOString(),
    status: "final",
    home: side(record, record.home, score.home),
    away: side(record, record.away, score.away),
    neutral_site: firstKnown(records, "neutral_site"),
    overtime,
    venue: venues.ofGame(possible),
    referee: firstKnown(records, "referee"),
    result: resultOf(sport, score, agreed),
    consensus: agreed === null ? null : consensusMarkets(agreed),
    period_scores: periods,
    weather: firstKnown(possible, "weather"),
  };
  const stated = factStatements({ game, decider: outcome.decider, possible, venues, facts });
  const values = {
    facts,
    ids: outsideIds(game),
    doubts,
    starters: startersOf(records),
    ...resumedOnOf(records, gameDate),
    ...(innings === null ? {} : { innings }),
    lines: gameLines(entries),
    path,
    statements: [...stated, ...statements],
  };
  return { ok: true, built: { values, startMs, lines: folded, withheld, leftOut } };
}

/** The first day after that of the game on which a record says that it went on. */
function resumedOnOf(records: readonly GameRecord[], gameDate: string): Pick<GameValues, "resumedOn"> {
  const stated = records.map(({ resumed_on: day = null }) => day).find((day) => day !== null && day > gameDate);
  return stated == null ? {} : { resumedOn: stated };
}

/**
 * The scores of the periods, or why they are withheld.
 * @param decider the record that was decided for. Its own periods count, since another provider's would add up to another
 *   score.
 */
function scoresByPeriod(records: LedgerGame["records"], score: SideScores, decider: GameRecord | null) {
  const lineScore = decider === null ? firstKnown(records, "line_score") : decider.line_score;
  const stated = decider?.overtime ?? (lineScore === null || decider === null ? firstKnown(records, "overtime") : null);
  const unknown = { periods: {}, innings: null, overtime: stated };
  if (lineScore === null) return { ...unknown, withheld: null };
  const outcome = periodScores(records[0].sport, lineScore, score, stated);
  if (!outcome.ok) return { ...unknown, withheld: outcome.reason };
  const { scores, innings } = outcome;
  return { periods: scores, innings, overtime: stated ?? scores.ot !== undefined, withheld: null };
}

/** Doubts and folds the captures of a game: its lines, with their path, and what is reported of the quotes that do not count. */
function linesOf(game: LedgerGame<PricedEvent>, startMs: number, decided: Decided) {
  const priced = capturesOfGame(game);
  const sheet = judgeQuotes({
    captures: mergedCaptures(priced.map(({ captures }) => captures)),
    sport: game.records[0].sport,
    startMs,
    closesAtMs: game.closesAtMs,
    dispute: game.dispute,
    decided,
  });
  const sound = sheet.soundCaptures();
  const folded = foldGame(sound, sheet);
  const sourceOf = captureSources(priced);
  const path = linePath(startMs, lineSeries(sound, folded, sheet), sourceOf);
  const doubts = [...(game.dispute === null ? [] : [doubtOfStart(game.dispute)]), ...doubtsOf(sheet)];
  const statements = quoteStatements(sound, folded, startMs, sourceOf);
  return { folded, ...publishedLines(folded), path, doubts, statements };
}

function resultOf(sport: Sport, score: SideScores, agreed: ConsensusQuotes | null): Game["result"] {
  const { homeCovered, wentOver } = grade(score, agreed?.spread.close.line ?? null, agreed?.total.close.line ?? null);
  return {
    margin_home: score.home - score.away,
    home_covered: homeCovered,
    went_over: wentOver,
    favorite: agreed === null ? null : favorite(sport, agreed.spread.close.line, agreed.moneyline.close),
  };
}

function consensusMarkets({ moneyline, spread, total }: ConsensusQuotes): Consensus {
  return {
    moneyline: {
      home_open: moneyline.open.first,
      home_close: moneyline.close.first,
      away_open: moneyline.open.second,
      away_close: moneyline.close.second,
    },
    spread: {
      open: spread.open.line,
      close: spread.close.line,
      home_juice_open: spread.open.first,
      home_juice_close: spread.close.first,
      away_juice_open: spread.open.second,
      away_juice_close: spread.close.second,
    },
    total: {
      open: total.open.line,
      close: total.close.line,
      over_juice_close: total.close.first,
      under_juice_close: total.close.second,
    },
  };
}

function side({ sport, season }: GameRecord, abbreviation: string, points: number): Game["home"] {
  const team = teamByAbbreviation(sport, abbreviation);
  const isFcs = team?.fbsFrom != null && season < team.fbsFrom;
  return {
    team_id: isFcs ? null : (team?.teamId ?? null),
    abbreviation,
    name: team?.name ?? null,
    score: points,
  };
}

// The final score of a game that several providers speak of.

type FinalScore =
  | {
      readonly ok: true;
      readonly homeScore: number;
      readonly awayScore: number;
      /** The record that was decided for; null when all providers agree by themselves. */
      readonly decider: GameRecord | null;
    }
  | { readonly ok: false; readonly reason: string; readonly isDispute: boolean };

/**
 * The score that all final records agree on, or that of the provider that was decided for.
 * @param records of one game, all with the same home side.
 */
export function finalScore(records: readonly GameRecord[], decidedBy: string | null): FinalScore {
  const finals = records.filter((each) => each.status === "final");
  const decider = decidedBy === null ? null : (finals.find((each) => each.provider === decidedBy) ?? null);
  if (decidedBy !== null && decider === null) {
    const reason = `it was decided to believe ${decidedBy}, which has no final score of it any more`;
    return { ok: false, reason, isDispute: true };
  }
  const [{ home_score: homeScore = null, away_score: awayScore = null } = {}] = decider === null ? finals : [decider];
  if (homeScore === null || awayScore === null) {
    return { ok: false, reason: "a final game without a score", isDispute: false };
  }
  const contradicts = (each: GameRecord): boolean => each.home_score !== homeScore || each.away_score !== awayScore;
  if (decider === null && finals.some(contradicts)) {
    const [first, ...others] = finals.map((each) => `${each.away_score}-${each.home_score}`);
    const texts = others.map((score, index) => `${finals[index + 1]?.provider} ${score}`);
    return { ok: false, reason: [`${finals[0]?.provider} says ${first}`, ...texts].join(", "), isDispute: true };
  }
  return { ok: true, homeScore, awayScore, decider };
}
