import type { GameStarters, Starter } from "../../domain/starters.ts";
import type { GameRecord } from "../../feed/records.ts";

/**
 * Who started for each side: as the first record says that names one, with its id and its hand. Of two providers nothing is put
 * together, since a person has another id at each.
 * @param records of one game, the one that is believed first first.
 */
export function startersOf(records: readonly GameRecord[]): GameStarters {
  const first = (side: keyof GameStarters): Starter | null => {
    return records.map(({ starters }) => starters?.[side] ?? null).find((starter) => starter !== null) ?? null;
  };
  return { home: first("home"), away: first("away") };
}
