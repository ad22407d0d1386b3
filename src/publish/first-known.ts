import type { GameRecord } from "../feed/records.ts";

/** What the record that is believed first states of a field; null when no record of the game states it. */
export function firstKnown<Field extends keyof GameRecord>(
  records: readonly GameRecord[],
  field: Field,
): GameRecord[Field] | null {
  return records.map((record) => record[field]).find((value) => value !== null) ?? null;
}
