/** Makes the venue that callers see from game records and venue records. */
import { crc32 } from "node:zlib";
import type { Venue } from "../../contract/lists/games.ts";
import { isHomeOf, stadiumKey, stadiumName } from "../../domain/venues/stadiums.ts";
import type { GameRecord, VenueRecord } from "../../feed/records.ts";
import { firstKnown } from "./first-known.ts";

type Stated = NonNullable<GameRecord["venue"]> & { readonly key: string };

/** `leftOut` has a sentence for each record of which the venue is not believed. */
export type Possible<Record> = { readonly records: readonly Record[]; readonly leftOut: readonly string[] };

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
    const name = known("name");
    return {
      // A number that is made from a text is the same on every installation, in any order of imports.
      venue_id: crc32(first.key) >>> 1,
      // A provider goes on with a name for years after it has changed.
      name: name === null ? null : (stadiumName(first.key, (records[0] as GameRecord).season) ?? name),
      city: known("city"),
      indoor: known("indoor"),
    };
  }

  /**
   * The records of a game, without venue and weather where these cannot be: no regular game at a neutral site is in the home club's
   * own stadium, so a record that says both has filled in the usual place. A final of a postseason may be played at home by chance.
   */
  possible<Record extends GameRecord>(records: readonly Record[]): Possible<Record> {
    const [first] = records;
    const isAway = first?.season_type === "regular" && firstKnown(records, "neutral_site") === true;
    const leftOut: string[] = [];
    if (!isAway) return { records, leftOut };
    const possible = records.map((record) => {
      const stated = this.#statedBy(record);
      if (stated === null || !isHomeOf(stated.key, record.sport, record.home)) return record;
      const place = stated.name ?? stated.venue_id;
      leftOut.push(
        `${record.provider} says ${place}, the own stadium of ${record.home}, of a game at a neutral site: venue, indoor and weather are not believed`,
      );
      return { ...record, venue: null, weather: null };
    });
    return { records: possible, leftOut };
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
