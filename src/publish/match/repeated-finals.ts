/**
 * Finals that a provider states a second time, under the same or the next date and another id. Nothing but what the two teams'
 * own records and events say tells them from a second game, so that the order of imports cannot matter. Pure.
 */
import { isWithinADay } from "../../domain/bounds-in-time.ts";
import type { GameRecord } from "../../feed/records.ts";
import { dateOfEvent } from "../../ledger/event-start.ts";
import type { LedgerEvent } from "../../ledger/events.ts";
import { compareTexts, dateOfGame } from "../../ledger/game-records.ts";
import { sameStartMs } from "./match-events.ts";

export type RepeatedFinal = {
  /** Why, in words that end a sentence about the second final: `its line score is that of the game of 2026-07-21`. */
  readonly reason: string;
  /** Whether an event of its own prices it. Else it takes no event, and is the last to take a number of its day. */
  readonly hasEvent: boolean;
};

/**
 * The finals that repeat another one of their provider: those with its line score, but for a second game of the same day that has
 * a number and an event or second source, and those with its score that have no number,
 * no event of their own and no second source, where the day has another final or odds price the first one.
 * @param records of the same two teams, a suspended game's on the date of its first pitch.
 */
export function repeatedFinals(
  records: readonly GameRecord[],
  events: readonly LedgerEvent[],
): Map<GameRecord, RepeatedFinal> {
  const finals = records.filter(({ status }) => status === "final").sort(inOrder);
  const found = new Map<GameRecord, RepeatedFinal>();
  for (const [index, again] of finals.entries()) {
    const date = dateOfGame(again);
    if (date === null) continue;
    const ofDay = finals.filter((each) => dateOfGame(each) === date);
    const hasEvent = hasOwnEvent(again, ofDay, events);
    // Two games of a day may be alike in every inning, where a number and somebody else say that there were two.
    const isConfirmed = again.game_number !== null && (hasEvent || hasSecondSource(again, ofDay));
    const before = finals.slice(0, index).filter((each) => isFollowedBy(each, again, date) && !found.has(each));
    for (const first of before) {
      const firstDate = dateOfGame(first) as string;
      const lines = [lineScoreText(first), lineScoreText(again)];
      const isSameLine = lines[0] !== null && lines[0] === lines[1] && !(isConfirmed && firstDate === date);
      const isOther = first.line_score !== null && again.line_score !== null && !isSameLine;
      const isAlone = !hasEvent && again.game_number === null && !hasSecondSource(again, ofDay);
      const isOfMany = ofDay.some((each) => each !== again && each.provider === again.provider);
      const isPriced = events.some((event) => dateOfEvent(event) === firstDate);
      const isSameScore = scoreText(first) === scoreText(again) && !isOther && isAlone && (isOfMany || isPriced);
      if (!isSameLine && !isSameScore) continue;
      const what = isSameLine ? "line score" : "score";
      found.set(again, { reason: `its ${what} is that of the game of ${firstDate}`, hasEvent });
      break;
    }
  }
  return found;
}

function inOrder(a: GameRecord, b: GameRecord): number {
  const startOf = ({ start_time: time, actual_start_time: actual }: GameRecord) => time ?? actual ?? "";
  return (
    compareTexts(dateOfGame(a) ?? "", dateOfGame(b) ?? "") ||
    (a.game_number ?? 0) - (b.game_number ?? 0) ||
    compareTexts(startOf(a), startOf(b)) ||
    compareTexts(a.game_id, b.game_id)
  );
}

function isFollowedBy(first: GameRecord, again: GameRecord, date: string): boolean {
  const firstDate = dateOfGame(first);
  return first.provider === again.provider && firstDate !== null && isWithinADay(firstDate, date);
}

/** The odds have as many starts that day as the provider has finals, and one of them is the final's. */
function hasOwnEvent(again: GameRecord, ofDay: readonly GameRecord[], events: readonly LedgerEvent[]): boolean {
  const starts = events
    .filter((event) => dateOfEvent(event) === dateOfGame(again))
    .map(({ startMs }) => startMs)
    .sort((a, b) => (a ?? 0) - (b ?? 0));
  const distinct = starts.filter(
    (start, index) => index === 0 || (start ?? 0) - (starts[index - 1] ?? 0) > sameStartMs,
  );
  if (distinct.length < ofDay.filter(({ provider }) => provider === again.provider).length) return false;
  const time = again.start_time ?? again.actual_start_time;
  return time === null || starts.some((start) => start === null || Math.abs(start - Date.parse(time)) <= sameStartMs);
}

/** Another provider has as many finals that day. */
function hasSecondSource(again: GameRecord, ofDay: readonly GameRecord[]): boolean {
  const counts = [...Map.groupBy(ofDay, ({ provider }) => provider)];
  const own = counts.find(([provider]) => provider === again.provider)?.[1].length ?? 0;
  return counts.some(([provider, finals]) => provider !== again.provider && finals.length >= own);
}

/** By team, so that home and away do not matter; null for a line score that two games could share by chance. */
function lineScoreText({ home, away, line_score: line }: GameRecord): string | null {
  if (line === null) return null;
  const scored = [...line.home, ...line.away].filter((points) => points !== null && points > 0).length;
  if (scored < leastScored) return null;
  return [`${home} ${line.home.join(" ")}`, `${away} ${line.away.join(" ")}`].sort().join(", ");
}

function scoreText({ home, away, home_score, away_score }: GameRecord): string {
  return [`${home} ${home_score}`, `${away} ${away_score}`].sort().join(", ");
}

/** Periods in which somebody scored: the two of a game that ended 2-1. */
const leastScored = 2;
