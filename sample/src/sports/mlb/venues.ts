import { type Venue, type VenueRow, venue, venuesByTeam } from "../../venues/venue.ts";

const rows: readonly VenueRow[] = [
  ["ARI", "Chase Field", "Phoenix", "A", "d", "retractable"],
  ["ATH", "Sutter Health Park", "West Sacramento", "P", "w"],
  ["ATL", "Truist Park", "Atlanta", "E", "s"],
  ["BAL", "Oriole Park at Camden Yards", "Baltimore", "E", "m"],
  ["BOS", "Fenway Park", "Boston", "E", "n"],
  ["CHC", "Wrigley Field", "Chicago", "C", "n"],
  ["CWS", "Rate Field", "Chicago", "C", "n"],
  ["CIN", "Great American Ball Park", "Cincinnati", "E", "m"],
  ["CLE", "Progressive Field", "Cleveland", "E", "n"],
  ["COL", "Coors Field", "Denver", "M", "m"],
  ["DET", "Comerica Park", "Detroit", "E", "n"],
  ["HOU", "Daikin Park", "Houston", "C", "s", "retractable"],
  ["KC", "Kauffman Stadium", "Kansas City", "C", "m"],
  ["LAA", "Angel Stadium", "Anaheim", "P", "w"],
  ["LAD", "Dodger Stadium", "Los Angeles", "P", "w"],
  ["MIA", "loanDepot park", "Miami", "E", "s", "retractable"],
  ["MIL", "American Family Field", "Milwaukee", "C", "n", "retractable"],
  ["MIN", "Target Field", "Minneapolis", "C", "n"],
  ["NYM", "Citi Field", "New York", "E", "m"],
  ["NYY", "Yankee Stadium", "New York", "E", "m"],
  ["PHI", "Citizens Bank Park", "Philadelphia", "E", "m"],
  ["PIT", "PNC Park", "Pittsburgh", "E", "n"],
  ["SD", "Petco Park", "San Diego", "P", "w"],
  ["SF", "Oracle Park", "San Francisco", "P", "w"],
  ["SEA", "T-Mobile Park", "Seattle", "P", "w", "retractable"],
  ["STL", "Busch Stadium", "St. Louis", "C", "m"],
  ["TB", "Tropicana Field", "St. Petersburg", "E", "s", "closed"],
  ["TEX", "Globe Life Field", "Arlington", "C", "s", "retractable"],
  ["TOR", "Rogers Centre", "Toronto", "E", "n", "retractable"],
  ["WSH", "Nationals Park", "Washington", "E", "m"],
];

const homes = venuesByTeam(rows);
const oakland = venue("Oakland Coliseum", "Oakland", "P", "w");
const tampa = venue("George M. Steinbrenner Field", "Tampa", "E", "s");

export function mlbVenue(team: string, season: number): Venue {
  if (team === "ATH" && season < 2025) return oakland;
  // The hurricane of October 2024 took the dome's roof for one season.
  if (team === "TB" && season === 2025) return tampa;
  return homes.get(team) as Venue;
}

/** Runs that a park adds to a game: thin air, short fences, or fog from the bay. */
const runsByPark: Readonly<Record<string, number>> = {
  "Coors Field": 2,
  "Great American Ball Park": 0.6,
  "Fenway Park": 0.5,
  "Sutter Health Park": 0.5,
  "Citizens Bank Park": 0.3,
  "Yankee Stadium": 0.2,
  "Wrigley Field": -0.2,
  "Tropicana Field": -0.3,
  "loanDepot park": -0.3,
  "Oracle Park": -0.4,
  "Petco Park": -0.5,
  "Oakland Coliseum": -0.5,
  "T-Mobile Park": -0.7,
};

export function parkRuns({ name }: Venue): number {
  return runsByPark[name] ?? 0;
}
