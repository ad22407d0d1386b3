/** Makes the venue that callers see from game records and venue records. */
import { crc32 } from "node:zlib";
import type { Venue } from "../archive/shapes.ts";
import type { GameRecord, VenueRecord } from "../feed/records.ts";

/** The venue records of all providers. */
export class VenueFacts {
  readonly #facts: ReadonlyMap<string, VenueRecord>;

  constructor(records: readonly VenueRecord[]) {
    this.#facts = new Map(records.map((venue) => [venueKey(venue.provider, venue.venue_id), venue]));
  }

  /** The venue of a game, by the first record that states one; null when none does. */
  ofGame(records: readonly GameRecord[]): Venue | null {
    const record = records.find((each) => each.venue !== null);
    if (record === undefined || record.venue === null) return null;
    const key = venueKey(record.provider, record.venue.venue_id);
    const facts = this.#facts.get(key);
    return {
      // A number that is made from the provider's id is the same on every installation, in any order of imports.
      venue_id: crc32(key) >>> 1,
      name: record.venue.name ?? facts?.name ?? null,
      city: record.venue.city ?? facts?.city ?? null,
      indoor: record.venue.indoor ?? facts?.indoor ?? null,
    };
  }
}

/** The text that a venue's number is made from: it must never change. */
function venueKey(provider: string, venueId: string): string {
  return `${provider}:${venueId}`;
}
