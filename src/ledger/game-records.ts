/** Questions that are asked of a single game record, and the order in which records are believed. */
import { providerRank } from "../domain/providers.ts";
import { slateDate } from "../domain/slate-date.ts";
import type { GameRecord } from "../feed/records.ts";

/** A game that was called off takes no events and has no number among the games of its day. */
export function isCalledOff(record: GameRecord): boolean {
  return record.status === "cancelled" || record.status === "postponed";
}

/** The slate date that a record is filed under; null when it has neither a date nor a start. */
export function dateOfGame(record: GameRecord): string | null {
  if (record.game_date !== null) return record.game_date;
  const start = record.start_time ?? record.actual_start_time;
  return start === null ? null : slateDate(Date.parse(start));
}

/** Orders records so that the one that is believed first comes first. */
export function byTrust(a: GameRecord, b: GameRecord): number {
  return providerRank(a.provider) - providerRank(b.provider) || compareTexts(a.provider, b.provider);
}

/** Orders texts by their code units: a database's collation or a language would each have an order of its own. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
