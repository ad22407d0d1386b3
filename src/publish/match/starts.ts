/** When a game started: what its witnesses agree on [D-52]. Pure. */

import type { StartRule } from "../../domain/evidence.ts";
import { isWitness } from "../../domain/providers.ts";
import { sportFacts } from "../../domain/sports.ts";
import { hourMs, isWithinADay, minuteMs, slateDate } from "../../domain/times.ts";
import type { GameRecord } from "../../feed/records.ts";
import { isStatedInPlay, type LedgerEvent } from "../../ledger/events.ts";
import { byTrust, compareTexts, dateOfGame } from "../../ledger/records.ts";

/** One source's statement of the start, and why it is not the published one: the name of a rule of [D-52], or null. */
type StartStatement = {
  readonly source: string;
  readonly startMs: number;
  /** When it was stated; null where nothing tells. */
  readonly statedMs: number | null;
  readonly isUsed: boolean;
  readonly rule: StartRule | null;
};

export type AgreedStart = {
  /** The actual start where a source of results states a possible one, else the scheduled one; null: nobody states any. */
  readonly startMs: number | null;
  /** No quote from here on is a closing: the start, or the earliest one stated where sources do not agree. */
  readonly closesAtMs: number | null;
  /** The words of each witness, where they do not agree and one of them states an earlier start. */
  readonly dispute: string | null;
  /** Of every source, the one that counts first. */
  readonly starts: readonly StartStatement[];
};

/** Statements no further apart than this are of one start. */
export const togetherMs = 10 * minuteMs;
/** An actual start is believed from so long before the scheduled one until so long after it. */
const actualRange = { beforeMs: togetherMs, afterMs: 4 * hourMs };

type Witness = Pick<StartStatement, "source" | "startMs" | "statedMs">;

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
  const isDecided = own.some(
    ({ provider, start_time, actual_start_time }) =>
      provider === decidedBy && (start_time !== null || actual_start_time !== null),
  );
  const actual = statedIn(own, "actual_start_time");
  const inPlay = eventWitnesses(events.filter(isStatedInPlay));
  const ofOdds = eventWitnesses(events.filter((event) => !isStatedInPlay(event)));
  const all = firstOfEach([...statedIn(own, "start_time"), ...ofOdds]);
  const isHeard = (each: Witness): boolean => !isDecided || (each.source === decidedBy && !ofOdds.includes(each));
  const witnesses = all.filter(isHeard);
  const { decides, dispute } = scheduled(witnesses);
  const scheduledMs = decides[0]?.startMs ?? null;
  const isPossible = ({ startMs }: Witness): boolean => isPossibleActual(startMs, gameDate, scheduledMs);
  // Where nobody states a start, the one that is stated for a game in play is all that is known: no quote in play is before it.
  const used = actual.find((each) => isHeard(each) && isPossible(each)) ?? decides[0] ?? inPlay[0] ?? null;
  const starts = [...actual, ...all, ...inPlay].map((each): StartStatement => {
    const isUsed = each === used;
    const isAgreeing = isUsed || each.startMs === used?.startMs || decides.includes(each);
    const disagrees = (): StartRule | null => {
      if (!isHeard(each)) return "resolved";
      if (inPlay.includes(each)) return "stated_in_play";
      if (actual.includes(each)) return isPossible(each) ? null : "impossible_actual_start";
      return dispute === null ? "outvoted_start" : "start_disputed";
    };
    return { ...each, isUsed, rule: isAgreeing ? null : disagrees() };
  });
  starts.sort((one, other) => Number(other.isUsed) - Number(one.isUsed));
  const startMs = used?.startMs ?? null;
  const earliestMs = startMs === null ? null : Math.min(startMs, ...witnesses.map((each) => each.startMs));
  // Odds that moved to a later start, as they do when a game begins late, take no quote away and tell of nothing wrong.
  if (dispute === null || earliestMs === startMs) return { startMs, closesAtMs: startMs, dispute: null, starts };
  return { startMs, closesAtMs: earliestMs, dispute, starts };
}

/** In the order of belief: who has seen the end, then who schedules. */
function statedIn(records: readonly GameRecord[], field: "start_time" | "actual_start_time"): Witness[] {
  const inOrder =
    field === "actual_start_time"
      ? records
      : records.toSorted((a, b) => Number(b.status === "final") - Number(a.status === "final"));
  return inOrder.flatMap(({ provider: source, [field]: time }) =>
    time === null ? [] : [{ source, startMs: Date.parse(time), statedMs: null }],
  );
}

/** Of a provider's events the one that states its start last is believed. */
function eventWitnesses(events: readonly LedgerEvent[]): Witness[] {
  return events
    .toSorted((a, b) => (b.startStatedMs ?? 0) - (a.startStatedMs ?? 0) || (b.startMs ?? 0) - (a.startMs ?? 0))
    .flatMap(({ provider: source, startMs, startStatedMs: statedMs }) =>
      startMs === null ? [] : [{ source, startMs, statedMs }],
    );
}

function firstOfEach(witnesses: readonly Witness[]): Witness[] {
  const seen = new Set<string>();
  return witnesses.filter(({ source }) => !seen.has(source) && seen.add(source));
}

/** The largest set of statements that agree decides, by its first witness. Of equally large ones, that of the first witness. */
function scheduled(witnesses: readonly Witness[]): {
  readonly decides: readonly Witness[];
  readonly dispute: string | null;
} {
  const [first] = witnesses;
  if (first === undefined) return { decides: [], dispute: null };
  const sets = witnesses.map(({ startMs: from }) =>
    witnesses.filter(({ startMs }) => startMs >= from && startMs - from <= togetherMs),
  );
  const most = Math.max(...sets.map(({ length }) => length));
  const largest = sets.filter(({ length }) => length === most);
  const decides = largest.find((set) => set.includes(first)) ?? largest[0] ?? [];
  const isDisputed = largest.some((set) => set.every((witness) => !decides.includes(witness)));
  return { decides, dispute: isDisputed ? wordsOf(witnesses) : null };
}

function wordsOf(witnesses: readonly Witness[]): string {
  return witnesses.map(({ source, startMs }) => `${source} states ${new Date(startMs).toISOString()}`).join(", ");
}

/** Whether a time can be the start of a game of that date [D-44], and not that of the day when it went on. */
export function isStartOfDate(time: string | null, date: string | null): boolean {
  return time !== null && (date === null || isWithinADay(slateDate(Date.parse(time)), date));
}

/** A provider that states the day on which a suspended game went on does not know the first pitch [D-4]. */
function isPossibleActual(actualMs: number, gameDate: string, scheduledMs: number | null): boolean {
  if (!isWithinADay(slateDate(actualMs), gameDate)) return false;
  if (scheduledMs === null) return true;
  return actualMs >= scheduledMs - actualRange.beforeMs && actualMs <= scheduledMs + actualRange.afterMs;
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
