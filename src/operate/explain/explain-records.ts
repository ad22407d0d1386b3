/** Which provider is believed about what. Pure. */

import { isoTime } from "../../domain/durations.ts";
import type { GameRecord } from "../../feed/records.ts";
import { firstStating } from "../../publish/build/first-known.ts";
import type { LedgerGame } from "../../publish/match/assemble.ts";
import type { BelievedField } from "./explanation.ts";

/** The fields that one record gives to the game, apart from start and score. */
const fields = ["week", "neutral_site", "overtime", "line_score", "venue", "referee", "weather"] as const;

/**
 * @param decidedBy the provider that an operator decided to believe about the score, or null.
 * @param possible the records without venues that cannot be.
 */
export function believedFields(
  { records, startMs }: LedgerGame,
  decidedBy: string | null,
  possible: readonly GameRecord[],
): BelievedField[] {
  const [first] = records;
  const final = records.find(({ status }) => status === "final");
  const decider = records.find(({ provider }) => provider === decidedBy);
  return [
    { field: "status", provider: (final ?? first).provider, value: (final ?? first).status },
    ...scoreOf(decider ?? final),
    ...startOf(records, startMs),
    ...fields.flatMap((field) => {
      const isOfScore = field === "line_score" || field === "overtime";
      const record = isOfScore && decider?.[field] != null ? decider : firstStating(possible, field);
      return record === undefined ? [] : [{ field, provider: record.provider, value: record[field] }];
    }),
  ];
}

function scoreOf(record: GameRecord | undefined): BelievedField[] {
  if (record === undefined) return [];
  return [{ field: "score", provider: record.provider, value: { away: record.away_score, home: record.home_score } }];
}

/** The start of a game that no record states is that of its events. */
function startOf(records: readonly GameRecord[], startMs: number | null): BelievedField[] {
  if (startMs === null) return [];
  const value = isoTime(startMs);
  for (const field of ["actual_start_time", "start_time"] as const) {
    const record = records.find((each) => each[field] !== null && Date.parse(each[field]) === startMs);
    if (record !== undefined) return [{ field, provider: record.provider, value }];
  }
  return [{ field: "start_time", provider: "the events", value }];
}
