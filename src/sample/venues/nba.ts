import { type Venue, type VenueRow, venue, venuesByTeam } from "./venue.ts";

const rows: readonly VenueRow[] = [
  ["ATL", "State Farm Arena", "Atlanta", "E", "s", "closed"],
  ["BOS", "TD Garden", "Boston", "E", "n", "closed"],
  ["BKN", "Barclays Center", "Brooklyn", "E", "m", "closed"],
  ["CHA", "Spectrum Center", "Charlotte", "E", "s", "closed"],
  ["CHI", "United Center", "Chicago", "C", "n", "closed"],
  ["CLE", "Rocket Arena", "Cleveland", "E", "n", "closed"],
  ["DAL", "American Airlines Center", "Dallas", "C", "s", "closed"],
  ["DEN", "Ball Arena", "Denver", "M", "m", "closed"],
  ["DET", "Little Caesars Arena", "Detroit", "E", "n", "closed"],
  ["GSW", "Chase Center", "San Francisco", "P", "w", "closed"],
  ["HOU", "Toyota Center", "Houston", "C", "s", "closed"],
  ["IND", "Gainbridge Fieldhouse", "Indianapolis", "E", "m", "closed"],
  ["LAC", "Intuit Dome", "Inglewood", "P", "w", "closed"],
  ["LAL", "Crypto.com Arena", "Los Angeles", "P", "w", "closed"],
  ["MEM", "FedExForum", "Memphis", "C", "m", "closed"],
  ["MIA", "Kaseya Center", "Miami", "E", "s", "closed"],
  ["MIL", "Fiserv Forum", "Milwaukee", "C", "n", "closed"],
  ["MIN", "Target Center", "Minneapolis", "C", "n", "closed"],
  ["NOP", "Smoothie King Center", "New Orleans", "C", "s", "closed"],
  ["NYK", "Madison Square Garden", "New York", "E", "m", "closed"],
  ["OKC", "Paycom Center", "Oklahoma City", "C", "m", "closed"],
  ["ORL", "Kia Center", "Orlando", "E", "s", "closed"],
  ["PHI", "Xfinity Mobile Arena", "Philadelphia", "E", "m", "closed"],
  ["PHX", "Footprint Center", "Phoenix", "A", "d", "closed"],
  ["POR", "Moda Center", "Portland", "P", "w", "closed"],
  ["SAC", "Golden 1 Center", "Sacramento", "P", "w", "closed"],
  ["SAS", "Frost Bank Center", "San Antonio", "C", "s", "closed"],
  ["TOR", "Scotiabank Arena", "Toronto", "E", "n", "closed"],
  ["UTA", "Delta Center", "Salt Lake City", "M", "m", "closed"],
  ["WAS", "Capital One Arena", "Washington", "E", "m", "closed"],
];

const homes = venuesByTeam(rows);
const clippersBefore2025 = homes.get("LAL") as Venue;

export function nbaVenue(team: string, season: number): Venue {
  return team === "LAC" && season < 2025 ? clippersBefore2025 : (homes.get(team) as Venue);
}

export const nbaCupFinalVenue = venue("T-Mobile Arena", "Las Vegas", "P", "d", "closed");
