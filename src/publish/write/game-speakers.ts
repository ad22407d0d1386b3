/** Finds the providers who have moved the values of a game, by what is new of its records and its captures. */
import type { GameRecord } from "../../feed/records.ts";
import { gameRecordKey } from "../../ledger/tables.ts";
import type { ChangeBody } from "../../release/changes.ts";
import type { LedgerGame } from "../match/assemble.ts";

/** The part of a game that says who moved its values: without the captures, of which there are millions. */
export type GameSpeakers = {
  readonly records: LedgerGame["records"];
  readonly events: readonly { readonly provider: string; readonly eventId: string; readonly startMs: number | null }[];
  readonly startMs: number | null;
};

export function speakersOf({ records, events, startMs }: LedgerGame): GameSpeakers {
  return {
    records,
    events: events.map(({ provider, eventId, startMs: ofEvent }) => ({ provider, eventId, startMs: ofEvent })),
    startMs,
  };
}

/** Whether a record, or the captures of an event, came in after the revision before. */
export type IsNews = (kind: "records" | "lines", provider: string, key: string) => boolean;

export function newsProviders(
  { records, events, startMs }: GameSpeakers,
  isNews: IsNews,
  hasMoved: boolean,
): ChangeBody["providers"] {
  const ofRecords = records.filter((record) => {
    const key = gameRecordKey(record);
    return isNews("records", record.provider, key) || isNews("records", record.provider, `${key}:suspended`);
  });
  const ofLines = events.filter(({ provider, eventId }) => isNews("lines", provider, eventId));
  const told = { records: names(ofRecords), lines: names(ofLines) };
  if (!hasMoved) return told;
  // When nothing new states the start that counts now, a record has withdrawn the start that counted before.
  const byRecord = ofRecords.filter((record) => startsOf(record).includes(startMs));
  const byEvent = ofLines.filter((event) => event.startMs === startMs);
  const movers = [byRecord, byEvent, ofRecords].find((each) => each.length > 0) ?? [];
  return { ...told, start: names(movers) };
}

function startsOf({ actual_start_time: actual, start_time: scheduled }: GameRecord): (number | null)[] {
  return [actual, scheduled].map((time) => (time === null ? null : Date.parse(time)));
}

function names(stating: readonly { readonly provider: string }[]): string[] {
  return [...new Set(stating.map(({ provider }) => provider))].sort();
}
