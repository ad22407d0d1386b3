/**
 * When the lines of a sport are captured: the more often, the nearer a start is. One request serves every game of a
 * sport, so a capture that is due for one game counts for all of them.
 */
import { dayMs, hourMs, minuteMs } from "../../domain/times.ts";

/** How much a capture matters when credits are short; the first is worth most. `event` is of an event's own lines. */
const urgencies = ["close", "last-hour", "ahead", "event"] as const;
export type Urgency = (typeof urgencies)[number];

type Row = {
  readonly urgency: Urgency;
  /** The row holds for games that start within this time. */
  readonly withinMs: number;
  readonly everyMs: number;
  /** The pause after a capture that failed. */
  readonly againMs: number;
};

/** Change the schedule here, and nowhere else. */
export const captureTable = {
  rows: [
    { urgency: "last-hour", withinMs: hourMs, everyMs: 5 * minuteMs, againMs: minuteMs },
    // A game that starts later than this is no reason to ask.
    { urgency: "ahead", withinMs: 7 * dayMs, everyMs: hourMs, againMs: 10 * minuteMs },
  ] satisfies readonly Row[],
  /** The last capture of a game falls into this time before its start, and is meant for this moment. */
  close: { withinMs: 2 * minuteMs, beforeMs: 90_000 },
  /** A sport is asked no more often than this. It is shorter than `beforeMs`, so that no close falls between two requests. */
  apartMs: minuteMs,
  /** Lines that only an event's own address has are captured once a game, in this time before its start. */
  events: { fromMs: 12 * minuteMs, beforeMs: 8 * minuteMs, untilMs: 2 * minuteMs },
};

/** How far ahead games are a reason to ask. */
export const lookAheadMs = Math.max(...captureTable.rows.map((row) => row.withinMs));

export type CaptureState = {
  /** The last moment that counts as captured, or was left out on purpose; null before the first one. */
  readonly lastMs: number | null;
  /** The last moment at which a capture was tried; null when that one counts, or there is none. */
  readonly failedMs: number | null;
  /** The moment before which the provider refuses to be asked again; null when it has named none. */
  readonly notBeforeMs: number | null;
};

export type DueCapture = { readonly atMs: number; readonly urgency: Urgency };

/** The first moment from `fromMs` on at which a capture is due; null when no game is near enough. */
export function nextCapture(startsMs: Iterable<number>, state: CaptureState, fromMs: number): DueCapture | null {
  let atMs = Number.POSITIVE_INFINITY;
  for (const startMs of startsMs) if (startMs > fromMs) atMs = Math.min(atMs, nextOfGame(startMs, state, fromMs));
  if (atMs === Number.POSITIVE_INFINITY) return null;
  return { atMs, urgency: urgencyAt(startsMs, atMs) };
}

/** Positive infinity when the game starts before another capture is due. */
function nextOfGame(startMs: number, { lastMs, failedMs, notBeforeMs }: CaptureState, fromMs: number): number {
  const { rows, close, apartMs } = captureTable;
  const last = lastMs ?? Number.NEGATIVE_INFINITY;
  const failed = failedMs ?? Number.NEGATIVE_INFINITY;
  const earliestMs = Math.max(fromMs, last + apartMs, failed + apartMs, notBeforeMs ?? 0);
  const times = rows.map((row) =>
    Math.max(earliestMs, startMs - row.withinMs, last + row.everyMs, failed + row.againMs),
  );
  if (last < startMs - close.withinMs) times.push(Math.max(earliestMs, startMs - close.beforeMs));
  return Math.min(...times.map((timeMs) => (timeMs < startMs ? timeMs : Number.POSITIVE_INFINITY)));
}

/** Returns how urgent a capture at this moment is: its most urgent game decides. */
export function urgencyAt(startsMs: Iterable<number>, atMs: number): Urgency {
  let nearestMs = Number.POSITIVE_INFINITY;
  for (const startMs of startsMs) if (startMs > atMs) nearestMs = Math.min(nearestMs, startMs - atMs);
  if (nearestMs <= captureTable.close.withinMs) return "close";
  return captureTable.rows.find((row) => nearestMs <= row.withinMs)?.urgency ?? "ahead";
}

/** The captures of a span of time, when all of them succeed. */
export function captureMoments(
  startsMs: readonly number[],
  state: CaptureState,
  fromMs: number,
  untilMs: number,
): DueCapture[] {
  const moments: DueCapture[] = [];
  let now = state;
  for (let atMs = fromMs; ; ) {
    const due = nextCapture(startsMs, now, atMs);
    if (due === null || due.atMs > untilMs) return moments;
    moments.push(due);
    now = { lastMs: due.atMs, failedMs: null, notBeforeMs: null };
    atMs = due.atMs;
  }
}

/** The moment in a span at which the events' own lines are due next; null when no game of the span needs it. */
export function nextEventCapture(startsMs: Iterable<number>, lastMs: number | null, fromMs: number): number | null {
  const { events, apartMs } = captureTable;
  let atMs = Number.POSITIVE_INFINITY;
  for (const startMs of startsMs) {
    if (lastMs !== null && lastMs >= startMs - events.fromMs) continue;
    const dueMs = Math.max(fromMs, startMs - events.beforeMs, lastMs === null ? 0 : lastMs + apartMs);
    if (dueMs <= startMs - events.untilMs) atMs = Math.min(atMs, dueMs);
  }
  return atMs === Number.POSITIVE_INFINITY ? null : atMs;
}

/**
 * The credits to keep for captures that matter more than one of this urgency. A capture is made only when the credits that are left
 * of the day also pay for every more urgent capture that is still to come on that day. So hourly captures of days ahead are
 * left out first, then those of the last hour, and the last ones before a start are made as long as anything is left.
 * Lines that only an event's own address has come after all of them.
 * @param stillToCome the captures of the day after this one, with their costs in credits.
 */
export function reservedFor(
  urgency: Urgency,
  stillToCome: readonly { readonly urgency: Urgency; readonly cost: number }[],
): number {
  const rank = urgencies.indexOf(urgency);
  return stillToCome
    .filter((capture) => urgencies.indexOf(capture.urgency) < rank)
    .reduce((sum, { cost }) => sum + cost, 0);
}
