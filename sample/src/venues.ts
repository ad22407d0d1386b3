/** Where the games of the sample are played: real names and cities, with what a schedule and the weather need to know; all in `venues.json`. */
import rows from "./venues.json" with { type: "json" };

export type Venue = {
  readonly venueId: string;
  readonly name: string;
  readonly city: string;
  readonly zone: string;
  /** Enough to tell a Green Bay December from a Miami one. */
  readonly climate: "north" | "middle" | "south" | "west coast" | "desert";
  readonly roof: "open" | "closed" | "retractable";
};

const words = /[a-z0-9]+/g;
const idOf = (text: string): string => (text.normalize("NFD").toLowerCase().match(words) ?? []).join("-");

/** By league and then by team, or by what else a row is for. */
const leagues = new Map<string, Map<string, Venue>>();
for (const [league = "", key = "", name = "", city = "", zone, climate, roof] of rows) {
  const venue = { venueId: `${idOf(name)}-${idOf(city)}`, name, city, zone, climate, roof } as Venue;
  leagues.getOrInsertComputed(league, () => new Map()).set(key, venue);
}

/** Where a team is at home. Some have moved, or were elsewhere for a season. */
export function homeOf(league: string, team: string, season: number): Venue {
  return leagues.get(league)?.get(`${team} in ${season}`) ?? venueAt(league, team);
}

/** All rows of a league, in order. */
export function venuesOf(league: string): readonly Venue[] {
  return [...(leagues.get(league)?.values() ?? [])];
}

export function venueAt(league: string, key: string): Venue {
  const venue = leagues.get(league)?.get(key);
  if (venue === undefined) throw new RangeError(`venues.json has no row for ${league} ${key}`);
  return venue;
}
