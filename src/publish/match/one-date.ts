/**
 * Puts records of one game on one date. Providers date a late game by New York, by the place or by UTC, but the same two
 * teams begin at one time only once [D-44]. Pure, and independent of the order of the records.
 */
import { isWithinADay } from "../../domain/bounds-in-time.ts";
import { hourMs } from "../../domain/durations.ts";
import { slateDate } from "../../domain/slate-date.ts";
import { sportFacts } from "../../domain/sports.ts";
import type { GameRecord } from "../../feed/records.ts";
import { byTrust, compareTexts, dateOfGame } from "../../ledger/game-records.ts";

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
