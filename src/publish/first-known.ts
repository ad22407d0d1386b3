import type { GameRecord } from "../feed/records.ts";

/** The value of a field in the first record that states one; null when no record of the game does. */
export function firstKnown<Field extends keyof GameRecord>(
  records: readonly GameRecord[],
  field: Field,
): GameRecord[Field] | null {
  return records.map((record) => record[field]).find((value) => value !== null) ?? null;
}
