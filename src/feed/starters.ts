import type { Starter } from "../domain/starters.ts";
import type { GameRecord } from "./records.ts";

/** The member of a record that says who started; none where nobody says it of either side. */
export function startersMember(home: Starter | null, away: Starter | null): Pick<GameRecord, "starters"> {
  return home === null && away === null ? {} : { starters: { home, away } };
}
