/**
 * Evidence of a game: what each source states of its facts, and which quotes at its openings and closings do not count. What the
 * path of the lines has is not said again: see `query/evidence.ts`. Pure.
 */
import type { EvidenceRow } from "../../contract/lists/evidence.ts";
import { type EvidenceFact, type EvidenceRule, holdingRules } from "../../domain/evidence.ts";
import { type Quote, quoteAt } from "../../domain/fold.ts";
import { type LineScore, type PeriodScores, periodScores, type SideScores } from "../../domain/period-scores.ts";
import { seriesKey } from "../../domain/periods.ts";
import { providerRank } from "../../domain/providers.ts";
import type { GameRecord } from "../../feed/records.ts";
import type { Captures } from "../../ledger/captures.ts";
import { compareTexts } from "../../ledger/records.ts";
import { quoteRow, statementRow } from "../../release/evidence.ts";
import { lineKey, lineKeyParts } from "../../release/game-lines.ts";
import type { SourceOf } from "../../release/line-path.ts";
import type { GameFacts } from "../../release/values.ts";
import type { LedgerGame } from "../match/assemble.ts";
import { firstStating, type VenueFacts } from "./facts.ts";
import type { EventCaptures, FoldedLine } from "./lines.ts";

type Graded = {
  readonly game: Pick<LedgerGame, "records" | "starts">;
  /** The record whose score an operator decided for; null: all agree. */
  readonly decider: GameRecord | null;
  /** The records without venues that cannot be. */
  readonly possible: readonly GameRecord[];
  readonly venues: VenueFacts;
  readonly facts: GameFacts;
};

/** The statements about the facts of a game that has been graded, the used one of each fact first. */
export function factStatements({ game, decider, possible, venues, facts }: Graded): EvidenceRow[] {
  const { records } = game;
  const finals = finalsOf(records);
  const score = scoreText({ home: facts.home.score ?? 0, away: facts.away.score ?? 0 });
  const ofPeriods = decider ?? firstStating(records, "line_score");
  return [
    ...startStatements(game),
    ...stated("score", decider ?? finals[0], finals, (record) => {
      const value = scoreStated(record);
      return { value, rule: value === score ? null : "resolved" };
    }),
    ...stated("period_scores", ofPeriods, records, ({ line_score: line, ...record }) => {
      if (line === null) return null;
      const final = {
        home: record.home_score ?? facts.home.score ?? 0,
        away: record.away_score ?? facts.away.score ?? 0,
      };
      const outcome = periodScores(record.sport, line, final, record.overtime);
      if (!outcome.ok) return { value: rawText(line), rule: "withheld_periods" };
      const value = periodsText(outcome.scores);
      return value === "" ? null : { value, rule: null };
    }),
    ...stated("venue", firstStating(possible, "venue"), records, (record) => {
      const name = venues.nameOf(record);
      if (name === null) return null;
      return { value: name, rule: possible.includes(record) ? null : "impossible_venue" };
    }).map((row) => (row.used ? { ...row, value: facts.venue?.name ?? row.value } : row)),
    ...stated("official", firstStating(records, "referee"), records, ({ referee }) =>
      referee === null ? null : { value: referee, rule: null },
    ),
    ...stated("neutral_site", firstStating(records, "neutral_site"), records, ({ neutral_site: value }) =>
      value === null ? null : { value: String(value), rule: null },
    ),
  ];
}

/** A game that is held back, and by which rule; null where no source contradicts another. */
type Held = { readonly claim: { readonly game: Graded["game"] }; readonly rule: EvidenceRule | null };

/**
 * The statements about a game that is held back: those by which it stood, and the scores that its records state otherwise, and the starts
 * where they are no longer of one game. Where a doubt is about the game as a whole, each score is a row.
 * @param stood the statements that are published of it; none where it is not published.
 * @param findings of its id, which several games may claim.
 */
export function heldStatements(stood: readonly EvidenceRow[], findings: readonly Held[]): EvidenceRow[] {
  const rule = findings.map((finding) => finding.rule).find((each) => each !== null) ?? null;
  const games = findings.map(({ claim }) => claim.game);
  const settled = stood.filter((row) => !holdingRules.has(row.rule));
  const known = new Set(settled.map(wordsOf));
  const open = { used: false, rule: rule ?? "disputed" };
  const starts = games.length === 1 ? [] : games.flatMap(startStatements).map((row) => ({ ...row, ...open }));
  const scores = games
    .flatMap(({ records }) => finalsOf(records))
    .map((record) => ({ ...statementRow("score", record.provider, scoreStated(record), false, null), ...open }));
  const others = [...starts, ...scores].filter((row) => !known.has(wordsOf(row)));
  return [...settled, ...(others.length === 0 && rule !== null ? scores : others)];
}

function wordsOf({ fact, source, value }: EvidenceRow): string {
  return [fact, source, value].join(" ");
}

function startStatements({ starts }: Pick<LedgerGame, "starts">): EvidenceRow[] {
  return starts.map(({ source, startMs, statedMs, isUsed, rule }) => ({
    ...statementRow("start", source, new Date(startMs).toISOString(), isUsed, rule),
    stated_at: statedMs === null ? null : new Date(statedMs).toISOString(),
  }));
}

function finalsOf(records: readonly GameRecord[]): GameRecord[] {
  return records.filter(({ status, home_score, away_score }) => {
    return status === "final" && home_score !== null && away_score !== null;
  });
}

function scoreStated({ home_score: home, away_score: away }: GameRecord): string {
  return scoreText({ home: home as number, away: away as number });
}

type Stated = { readonly value: string; readonly rule: EvidenceRule | null };

/** One row of each record that states something. @param used the record whose word counts, if no rule is against it. */
function stated(
  fact: EvidenceFact,
  used: GameRecord | undefined,
  records: readonly GameRecord[],
  read: (record: GameRecord) => Stated | null,
): EvidenceRow[] {
  const inOrder = records.toSorted((one, other) => Number(other === used) - Number(one === used));
  return inOrder.flatMap((record) => {
    const own = read(record);
    return own === null
      ? []
      : [statementRow(fact, record.provider, own.value, record === used && own.rule === null, own.rule)];
  });
}

/** Away first, as in the id of a game. */
function scoreText({ home, away }: SideScores): string {
  return `${away}-${home}`;
}

function periodsText(scores: PeriodScores): string {
  return Object.entries(scores)
    .map(([period, score]) => `${period} ${scoreText(score)}`)
    .join(", ");
}

/** As it is stated, period by period; a period that a side did not play is empty. */
function rawText({ home, away }: LineScore): string {
  const periods = Math.max(home.length, away.length);
  return Array.from({ length: periods }, (_, at) => `${away[at] ?? ""}-${home[at] ?? ""}`).join(", ");
}

/** Finds the source of a capture; of several that have it, the one that is believed first. */
export function captureSources(priced: readonly EventCaptures[]): SourceOf {
  const inOrder = priced.toSorted(({ event: { provider: one } }, { event: { provider: other } }) => {
    return providerRank(one) - providerRank(other) || compareTexts(one, other);
  });
  const [first] = inOrder;
  if (inOrder.every(({ event }) => event.provider === first?.event.provider)) return () => first?.event.provider ?? "";
  return (key, timeMs, quote) => {
    const { period, market, bookId } = lineKeyParts(key);
    const series = seriesKey({ bookId }, period, market);
    const found = inOrder.find(({ captures }) => hasCapture(captures, series, timeMs, quote));
    if (found === undefined) throw new RangeError("every quote of a path is a capture of an event");
    return found.event.provider;
  };
}

function hasCapture(captures: Captures, key: number, timeMs: number, { line, first, second }: Quote): boolean {
  let at = firstAt(captures, key, timeMs);
  for (; captures.series[at] === key && captures.times[at] === timeMs; at++) {
    const own = captures.lines[at] as number;
    const isSame = (Number.isNaN(own) ? null : own + 0) === line;
    const [ownFirst, ownSecond] = [captures.firstPrices[at] || null, captures.secondPrices[at] || null];
    if (isSame && ownFirst === first && ownSecond === second) return true;
  }
  return false;
}

/** The place of the first capture of a series that is not before a time. */
function firstAt({ series, times }: Captures, key: number, timeMs: number): number {
  let [from, to] = [0, series.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const own = series[middle] as number;
    if (own < key || (own === key && (times[middle] as number) < timeMs)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * The quotes of books at the moments of their openings and closings that others of the same moment count before, and what is stated
 * without a time beside captures [D-43].
 * @param captures that no rule doubts, of which the lines are folded.
 */
export function quoteStatements(
  captures: Captures,
  folded: readonly FoldedLine[],
  startMs: number,
  sourceOf: SourceOf,
): EvidenceRow[] {
  return folded.flatMap((line) => {
    const key = lineKey(line.period, line.market, line.bookId);
    const rows: EvidenceRow[] = [];
    const add = (fact: "open" | "close", timeMs: number | null, quote: Quote, rule: EvidenceRule): void => {
      const unknown = fact === "open" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      const source = sourceOf(key, timeMs ?? unknown, quote);
      rows.push(quoteRow({ fact, key, source, quote, timeMs, startMs, captures: 1, rule }));
    };
    for (const fact of ["open", "close"] as const) {
      const end = line[fact];
      for (const quote of end?.others ?? []) add(fact, end?.timeMs ?? null, quote, "same_moment");
    }
    if ((line.open?.timeMs ?? null) === null) return rows;
    for (let at = line.from; at < line.to; at++) {
      const time = captures.times[at] as number;
      if (!Number.isFinite(time)) add(time < 0 ? "open" : "close", null, quoteAt(captures, at), "untimed");
    }
    return rows;
  });
}
