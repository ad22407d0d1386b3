import type { GameRecord } from "../../feed/records.ts";

/** The value of a field in the first record that states one; null when no record of the game does. */
export function firstKnown<Field extends keyof GameRecord>(
  records: readonly GameRecord[],
  field: Field,
): GameRecord[Field] | null {
  return firstStating(records, field)?.[field] ?? null;
}

/** The record that a field is taken from: the first one that states it, or undefined. */
export function firstStating(records: readonly GameRecord[], field: keyof GameRecord): GameRecord | undefined {
  return records.find((record) => record[field] !== null);
}
