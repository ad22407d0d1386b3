import { type Venue, type VenueRow, venue, venuesByTeam } from "./venue.ts";

const rows: readonly VenueRow[] = [
  ["ANA", "Honda Center", "Anaheim", "P", "w", "closed"],
  ["BOS", "TD Garden", "Boston", "E", "n", "closed"],
  ["BUF", "KeyBank Center", "Buffalo", "E", "n", "closed"],
  ["CGY", "Scotiabank Saddledome", "Calgary", "M", "n", "closed"],
  ["CAR", "Lenovo Center", "Raleigh", "E", "s", "closed"],
  ["CHI", "United Center", "Chicago", "C", "n", "closed"],
  ["COL", "Ball Arena", "Denver", "M", "m", "closed"],
  ["CBJ", "Nationwide Arena", "Columbus", "E", "m", "closed"],
  ["DAL", "American Airlines Center", "Dallas", "C", "s", "closed"],
  ["DET", "Little Caesars Arena", "Detroit", "E", "n", "closed"],
  ["EDM", "Rogers Place", "Edmonton", "M", "n", "closed"],
  ["FLA", "Amerant Bank Arena", "Sunrise", "E", "s", "closed"],
  ["LAK", "Crypto.com Arena", "Los Angeles", "P", "w", "closed"],
  ["MIN", "Grand Casino Arena", "Saint Paul", "C", "n", "closed"],
  ["MTL", "Bell Centre", "Montreal", "E", "n", "closed"],
  ["NSH", "Bridgestone Arena", "Nashville", "C", "m", "closed"],
  ["NJD", "Prudential Center", "Newark", "E", "m", "closed"],
  ["NYI", "UBS Arena", "Elmont", "E", "m", "closed"],
  ["NYR", "Madison Square Garden", "New York", "E", "m", "closed"],
  ["OTT", "Canadian Tire Centre", "Ottawa", "E", "n", "closed"],
  ["PHI", "Xfinity Mobile Arena", "Philadelphia", "E", "m", "closed"],
  ["PIT", "PPG Paints Arena", "Pittsburgh", "E", "n", "closed"],
  ["SJS", "SAP Center", "San Jose", "P", "w", "closed"],
  ["SEA", "Climate Pledge Arena", "Seattle", "P", "w", "closed"],
  ["STL", "Enterprise Center", "St. Louis", "C", "m", "closed"],
  ["TBL", "Benchmark International Arena", "Tampa", "E", "s", "closed"],
  ["TOR", "Scotiabank Arena", "Toronto", "E", "n", "closed"],
  ["UTA", "Delta Center", "Salt Lake City", "M", "m", "closed"],
  ["VAN", "Rogers Arena", "Vancouver", "P", "w", "closed"],
  ["VGK", "T-Mobile Arena", "Las Vegas", "P", "d", "closed"],
  ["WSH", "Capital One Arena", "Washington", "E", "m", "closed"],
  ["WPG", "Canada Life Centre", "Winnipeg", "C", "n", "closed"],
];

const homes = venuesByTeam(rows);
const arizona = venue("Mullett Arena", "Tempe", "A", "d", "closed");

/** The club of Utah played as the Arizona Coyotes through the season of 2024. */
export function nhlVenue(team: string, season: number): Venue {
  return team === "UTA" && season < 2025 ? arizona : (homes.get(team) as Venue);
}

/** Outdoor games around New Year. */
export const nhlOutdoor: readonly Venue[] = [
  venue("Wrigley Field", "Chicago", "C", "n"),
  venue("Ohio Stadium", "Columbus", "E", "m"),
  venue("MetLife Stadium", "East Rutherford", "E", "m"),
];
