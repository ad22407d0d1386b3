/** Makes the venue that callers see from game records and venue records. */
import { crc32 } from "node:zlib";
import type { Venue } from "../../contract/rows/game.ts";
import { stadiumKey } from "../../domain/venues/stadium-key.ts";
import type { GameRecord, VenueRecord } from "../../feed/records.ts";

type Stated = NonNullable<GameRecord["venue"]> & { readonly key: string };

/** The venue records of all providers. */
export class VenueFacts {
  readonly #facts: ReadonlyMap<string, VenueRecord>;

  constructor(records: readonly VenueRecord[]) {
    this.#facts = new Map(records.map((venue) => [factsKey(venue.provider, venue.venue_id), venue]));
  }

  /**
   * The venue of a game, by the first record that states one; null when none does. Other records of the game fill what
   * that one does not know, if they mean the same stadium.
   */
  ofGame(records: readonly GameRecord[]): Venue | null {
    const stated = records.map((record) => this.#statedBy(record)).filter((venue) => venue !== null);
    const [first] = stated;
    if (first === undefined) return null;
    const same = stated.filter(({ key }) => key === first.key);
    const known = <Field extends "name" | "city" | "indoor">(field: Field) =>
      same.map((venue) => venue[field]).find((value) => value !== null) ?? null;
    return {
      // A number that is made from a text is the same on every installation, in any order of imports.
      venue_id: crc32(first.key) >>> 1,
      name: known("name"),
      city: known("city"),
      indoor: known("indoor"),
    };
  }

  #statedBy({ sport, provider, venue }: GameRecord): Stated | null {
    if (venue === null) return null;
    const facts = this.#facts.get(factsKey(provider, venue.venue_id));
    const name = venue.name ?? facts?.name ?? null;
    return {
      venue_id: venue.venue_id,
      name,
      city: venue.city ?? facts?.city ?? null,
      indoor: venue.indoor ?? facts?.indoor ?? null,
      key: stadiumKey({ sport, provider, venueId: venue.venue_id, name }),
    };
  }
}

function factsKey(provider: string, venueId: string): string {
  return `${provider}:${venueId}`;
}
