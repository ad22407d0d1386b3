/** Venues of the sample: real names and cities, with what a schedule and the weather need to know about them. */

type Roof = "open" | "closed" | "retractable";
/** North, middle, south, west coast, desert: enough to tell a Green Bay December from a Miami one. */
export type Climate = "n" | "m" | "s" | "w" | "d";

export type Venue = {
  readonly venueId: string;
  readonly name: string;
  readonly city: string;
  readonly zone: string;
  readonly climate: Climate;
  readonly roof: Roof;
};

const zones = {
  E: "America/New_York",
  C: "America/Chicago",
  M: "America/Denver",
  P: "America/Los_Angeles",
  A: "America/Phoenix",
  H: "Pacific/Honolulu",
  L: "Europe/London",
  G: "Europe/Berlin",
  I: "Europe/Dublin",
  S: "America/Sao_Paulo",
} as const;

export type ZoneCode = keyof typeof zones;

export function venue(name: string, city: string, zone: ZoneCode, climate: Climate, roof: Roof = "open"): Venue {
  const venueId = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return {
    venueId: `${venueId}-${city.toLowerCase().replace(/[^a-z]+/g, "-")}`,
    name,
    city,
    zone: zones[zone],
    climate,
    roof,
  };
}

export type VenueRow = readonly [team: string, name: string, city: string, ZoneCode, Climate, Roof?];

export function venuesByTeam(rows: readonly VenueRow[]): ReadonlyMap<string, Venue> {
  return new Map(rows.map(([team, ...facts]) => [team, venue(...facts)]));
}
