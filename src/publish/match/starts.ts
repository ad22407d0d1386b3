/** When a game started: what its witnesses agree on [D-52]. Pure. */
import { isWithinADay } from "../../domain/bounds-in-time.ts";
import { hourMs, minuteMs } from "../../domain/durations.ts";
import { isWitness } from "../../domain/providers.ts";
import { slateDate } from "../../domain/slate-date.ts";
import { sportFacts } from "../../domain/sports.ts";
import type { GameRecord } from "../../feed/records.ts";
import { isStatedInPlay, type LedgerEvent } from "../../ledger/events.ts";
import { byTrust, compareTexts, dateOfGame } from "../../ledger/records.ts";

export type AgreedStart = {
  /** The actual start where a source of results states a possible one, else the scheduled one; null: nobody states any. */
  readonly startMs: number | null;
  /** No quote from here on is a closing: the start, or the earliest one stated where sources do not agree. */
  readonly closesAtMs: number | null;
  /** The words of each witness, where they do not agree and one of them states an earlier start. */
  readonly dispute: string | null;
};

/** Statements no further apart than this are of one start. */
export const togetherMs = 10 * minuteMs;
/** An actual start is believed from so long before the scheduled one until so long after it. */
const actualRange = { beforeMs: togetherMs, afterMs: 4 * hourMs };

type Witness = { readonly name: string; readonly startMs: number };

type Sources = {
  readonly gameDate: string;
  /** The one believed first at the front. */
  readonly records: readonly GameRecord[];
  readonly events: readonly LedgerEvent[];
  /** The provider that somebody decided for, whose statement then is the only one; null: none. */
  readonly decidedBy?: string | null;
};

export function agreedStart({ gameDate, records, events, decidedBy = null }: Sources): AgreedStart {
  // A witness of scores gives a game no value.
  const own = records.filter((record) => !isWitness(record));
  const decided = own.filter(({ provider }) => provider === decidedBy);
  const isDecided = decided.some(
    ({ start_time, actual_start_time }) => start_time !== null || actual_start_time !== null,
  );
  const heard = isDecided ? decided : own;
  const witnesses = witnessesOf(heard, isDecided ? [] : events);
  const { startMs: scheduledMs, dispute } = scheduled(witnesses);
  const startMs = actualStart(heard, gameDate, scheduledMs) ?? scheduledMs ?? startInPlay(events);
  const earliestMs = startMs === null ? null : Math.min(startMs, ...witnesses.map((each) => each.startMs));
  // Odds that moved to a later start, as they do when a game begins late, take no quote away and tell of nothing wrong.
  if (dispute === null || earliestMs === startMs) return { startMs, closesAtMs: startMs, dispute: null };
  return { startMs, closesAtMs: earliestMs, dispute };
}

/** In the order of belief: who has seen the end, who schedules, and the odds, each provider once. */
function witnessesOf(records: readonly GameRecord[], events: readonly LedgerEvent[]): Witness[] {
  const inOrder = [
    ...records.filter(({ status }) => status === "final"),
    ...records.filter(({ status }) => status !== "final"),
  ];
  const stated = inOrder.flatMap(({ provider, start_time: time }): Witness[] =>
    time === null ? [] : [{ name: provider, startMs: Date.parse(time) }],
  );
  return firstOfEach([...stated, ...eventWitnesses(events)]);
}

/** Of a provider's events the one that states its start last is believed, but for what is stated of a game in play. */
function eventWitnesses(events: readonly LedgerEvent[]): Witness[] {
  return events
    .filter((event) => !isStatedInPlay(event))
    .toSorted((a, b) => (b.startStatedMs ?? 0) - (a.startStatedMs ?? 0) || (b.startMs ?? 0) - (a.startMs ?? 0))
    .flatMap(({ provider, startMs }) => (startMs === null ? [] : [{ name: provider, startMs }]));
}

/** Where nobody states a start, the one that is told of a game in play is all that is known: no quote in play is before it. */
function startInPlay(events: readonly LedgerEvent[]): number | null {
  const [last] = events
    .filter(isStatedInPlay)
    .sort((a, b) => (b.startStatedMs ?? 0) - (a.startStatedMs ?? 0) || (b.startMs ?? 0) - (a.startMs ?? 0));
  return last?.startMs ?? null;
}

function firstOfEach(witnesses: readonly Witness[]): Witness[] {
  const seen = new Set<string>();
  return witnesses.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** The largest set of statements that agree decides, by its first witness. Of equally large ones, that of the first witness. */
function scheduled(witnesses: readonly Witness[]): {
  readonly startMs: number | null;
  readonly dispute: string | null;
} {
  const [first] = witnesses;
  if (first === undefined) return { startMs: null, dispute: null };
  const sets = witnesses.map(({ startMs: from }) =>
    witnesses.filter(({ startMs }) => startMs >= from && startMs - from <= togetherMs),
  );
  const most = Math.max(...sets.map(({ length }) => length));
  const largest = sets.filter(({ length }) => length === most);
  const decides = largest.find((set) => set.includes(first)) ?? largest[0];
  const startMs = decides?.[0]?.startMs ?? first.startMs;
  const isDisputed = largest.some((set) => set.every((witness) => decides?.includes(witness) !== true));
  return { startMs, dispute: isDisputed ? wordsOf(witnesses) : null };
}

function wordsOf(witnesses: readonly Witness[]): string {
  return witnesses.map(({ name, startMs }) => `${name} states ${new Date(startMs).toISOString()}`).join(", ");
}

/** Whether a time can be the start of a game of that date [D-44], and not that of the day when it went on. */
export function isStartOfDate(time: string | null, date: string | null): boolean {
  return time !== null && (date === null || isWithinADay(slateDate(Date.parse(time)), date));
}

/** A provider that states the day on which a suspended game went on does not know the first pitch [D-4]. */
function actualStart(records: readonly GameRecord[], gameDate: string, scheduledMs: number | null): number | null {
  for (const { actual_start_time: time } of records) {
    if (time === null || !isStartOfDate(time, gameDate)) continue;
    const actualMs = Date.parse(time);
    if (scheduledMs === null) return actualMs;
    if (actualMs >= scheduledMs - actualRange.beforeMs && actualMs <= scheduledMs + actualRange.afterMs)
      return actualMs;
  }
  return null;
}

// Puts records of one game on one date. Providers date a late game by New York, by the place or by UTC, but the same two
// teams begin at one time only once [D-44]. Pure, and independent of the order of the records.

/** Providers may state a start that has moved a little since; the shortest game takes longer than this. */
const sameStartMs = hourMs;

type Started = { readonly record: GameRecord; readonly startMs: number; readonly date: string };

/** The records of a pair of teams, those of one start with the date that is believed first. */
export function onOneDate(records: readonly GameRecord[]): GameRecord[] {
  const byStart = withDates(records, datesByStart(records));
  return withDates(byStart, datesOfFootball(byStart));
}

function withDates(records: readonly GameRecord[], dates: ReadonlyMap<GameRecord, string>): GameRecord[] {
  return records.map((record) => {
    const date = dates.get(record);
    return date === undefined ? record : { ...record, game_date: date };
  });
}

/** The records that get another date because another provider has the same start on another day. */
function datesByStart(records: readonly GameRecord[]): Map<GameRecord, string> {
  const started = records.flatMap((record): Started[] => {
    const time = startOf(record);
    const date = dateOfGame(record);
    return time === null || date === null ? [] : [{ record, startMs: Date.parse(time), date }];
  });
  const dates = new Map<GameRecord, string>();
  for (const together of withSameStart(started)) {
    // A provider that lists a start twice means two games by it, and which of them is the others' cannot be told.
    const ofProvider = Map.groupBy(together, ({ record }) => record.provider);
    const alone = [...ofProvider.values()].flatMap((own) => (own.length === 1 ? own : []));
    const date = believedDate(alone);
    for (const { record, startMs, date: own } of alone) {
      if (date !== null && own !== date && isWithinADay(slateDate(startMs), date)) dates.set(record, date);
    }
  }
  return dates;
}

function withSameStart(started: readonly Started[]): Started[][] {
  const groups: Started[][] = [];
  for (const each of started.toSorted((a, b) => a.startMs - b.startMs || compareTexts(a.date, b.date))) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (last !== undefined && first !== undefined && each.startMs - first.startMs <= sameStartMs) last.push(each);
    else groups.push([each]);
  }
  return groups.filter((group) => new Set(group.map(({ date }) => date)).size > 1);
}

/** The date of the provider believed first among those whose date is that of the start in New York [D-3], else of all. */
function believedDate(started: readonly Started[]): string | null {
  const inOrder = started.toSorted((a, b) => byTrust(a.record, b.record));
  const usual = inOrder.find(({ startMs, date }) => slateDate(startMs) === date);
  return (usual ?? inOrder[0])?.date ?? null;
}

/** A final without a start has no other sign than its date; in football no pair of teams plays twice in two days. */
function datesOfFootball(records: readonly GameRecord[]): Map<GameRecord, string> {
  const finals = records
    .filter((each) => sportFacts[each.sport].hasWeeks && each.status === "final")
    .sort((a, b) => byTrust(a, b) || compareTexts(dateOfGame(a) ?? "", dateOfGame(b) ?? "") || byId(a, b));
  const dates = new Map<GameRecord, string>();
  for (const [rank, record] of finals.entries()) {
    const own = dateOfGame(record);
    if (own === null || startOf(record) !== null) continue;
    const near = finals.filter((each) => each.provider !== record.provider && isNextTo(dateOfGame(each), own));
    const isKnownThere = near.some((each) => dateOfGame(each) === own);
    const believed = near.find((each) => startOf(each) !== null) ?? near.find((each) => finals.indexOf(each) < rank);
    const date = believed === undefined || isKnownThere ? null : dateOfGame(believed);
    if (believed === undefined || date === null) continue;
    const start = startOf(believed);
    if (start === null || slateDate(Date.parse(start)) !== own) dates.set(record, date);
    // The start of the other record falls on the date of this one, so that this date is right.
    else for (const each of near) if (dateOfGame(each) === date) dates.set(each, own);
  }
  return dates;
}

function byId(a: GameRecord, b: GameRecord): number {
  return compareTexts(a.game_id, b.game_id);
}

function startOf({ start_time: scheduled, actual_start_time: actual }: GameRecord): string | null {
  return scheduled ?? actual;
}

function isNextTo(date: string | null, other: string): boolean {
  return date !== null && isWithinADay(date, other);
}
