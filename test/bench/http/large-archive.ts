/**
 * An archive of many times the full sample: its finished seasons, and the same games again in later years. A game of a later
 * year has the same month and day, so that it falls into its own season.
 */
import { writeFileSync } from "node:fs";
import { sampleRecords } from "../../../sample/src/sample.ts";
import { sampleSports } from "../../../sample/src/sports.ts";
import { sportFacts, sports } from "../../../src/domain/sports.ts";
import type { FeedRecord } from "../../../src/feed/records.ts";
import { publishRecords } from "./archive.ts";

/** From one copy to the next: no sport has more finished seasons. */
const yearsOfCopy = 4;

/** @param copies how often the finished seasons are in it; each copy has some 285,000 odds rows. */
export async function makeLargeArchive(file: string, copies: number, say: (line: string) => void): Promise<void> {
  for (let copy = 0; copy < copies; copy++) {
    const begunMs = performance.now();
    await publishRecords(file, inLaterYears(copy * yearsOfCopy));
    say(`copy ${copy + 1} of ${copies} of the sample: ${((performance.now() - begunMs) / 1000).toFixed(0)} s`);
  }
  // A run that was ended early leaves a file without this, and the next run begins again with what is there.
  writeFileSync(`${file}.made`, "");
}

function* inLaterYears(years: number): Generator<FeedRecord> {
  const extent = sports.flatMap((sport) => {
    const first = sportFacts[sport].firstSeason;
    return Array.from({ length: sampleSports[sport].latestSeason - first }, (_, at) => ({ sport, season: first + at }));
  });
  for (const record of sampleRecords({ seed: 1, extent })) {
    const moved = years === 0 ? record : movedBy(record, years);
    if (moved !== null) yield moved;
  }
}

/** Null for a game of 29 February, a day that most years do not have. */
function movedBy(record: FeedRecord, years: number): FeedRecord | null {
  const later = <T extends string | null>(text: T): T | string =>
    text === null ? text : `${Number(text.slice(0, 4)) + years}${text.slice(4).replace("-02-29", "-02-28")}`;
  switch (record.type) {
    case "season":
      return { ...record, season: record.season + years };
    case "game":
      if (record.game_date?.endsWith("-02-29")) return null;
      return {
        ...record,
        game_id: `${record.game_id}-${years}`,
        season: record.season + years,
        game_date: later(record.game_date),
        start_time: later(record.start_time),
        actual_start_time: later(record.actual_start_time),
        other_ids: null,
      };
    case "quote":
      if (record.game_date?.endsWith("-02-29")) return null;
      return {
        ...record,
        event_id: `${record.event_id}-${years}`,
        game_date: later(record.game_date),
        start_time: later(record.start_time),
        seen_at: later(record.seen_at),
        captured_at: later(record.captured_at),
      };
    default:
      return record;
  }
}
