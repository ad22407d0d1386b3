/** The arenas of the NBA and the NHL, many of which both play in. */
import { type Climate, type Venue, venue, type ZoneCode } from "./venue.ts";

type Row = readonly [name: string, city: string, ZoneCode, Climate, nba: string | null, nhl: string | null];

const rows: readonly Row[] = [
  ["Honda Center", "Anaheim", "P", "w", null, "ANA"],
  ["State Farm Arena", "Atlanta", "E", "s", "ATL", null],
  ["TD Garden", "Boston", "E", "n", "BOS", "BOS"],
  ["Barclays Center", "Brooklyn", "E", "m", "BKN", null],
  ["KeyBank Center", "Buffalo", "E", "n", null, "BUF"],
  ["Scotiabank Saddledome", "Calgary", "M", "n", null, "CGY"],
  ["Spectrum Center", "Charlotte", "E", "s", "CHA", null],
  ["United Center", "Chicago", "C", "n", "CHI", "CHI"],
  ["Rocket Arena", "Cleveland", "E", "n", "CLE", null],
  ["Nationwide Arena", "Columbus", "E", "m", null, "CBJ"],
  ["American Airlines Center", "Dallas", "C", "s", "DAL", "DAL"],
  ["Ball Arena", "Denver", "M", "m", "DEN", "COL"],
  ["Little Caesars Arena", "Detroit", "E", "n", "DET", "DET"],
  ["Rogers Place", "Edmonton", "M", "n", null, "EDM"],
  ["UBS Arena", "Elmont", "E", "m", null, "NYI"],
  ["Toyota Center", "Houston", "C", "s", "HOU", null],
  ["Gainbridge Fieldhouse", "Indianapolis", "E", "m", "IND", null],
  ["Intuit Dome", "Inglewood", "P", "w", "LAC", null],
  ["T-Mobile Arena", "Las Vegas", "P", "d", null, "VGK"],
  ["Crypto.com Arena", "Los Angeles", "P", "w", "LAL", "LAK"],
  ["FedExForum", "Memphis", "C", "m", "MEM", null],
  ["Kaseya Center", "Miami", "E", "s", "MIA", null],
  ["Fiserv Forum", "Milwaukee", "C", "n", "MIL", null],
  ["Target Center", "Minneapolis", "C", "n", "MIN", null],
  ["Bell Centre", "Montreal", "E", "n", null, "MTL"],
  ["Bridgestone Arena", "Nashville", "C", "m", null, "NSH"],
  ["Smoothie King Center", "New Orleans", "C", "s", "NOP", null],
  ["Madison Square Garden", "New York", "E", "m", "NYK", "NYR"],
  ["Prudential Center", "Newark", "E", "m", null, "NJD"],
  ["Paycom Center", "Oklahoma City", "C", "m", "OKC", null],
  ["Kia Center", "Orlando", "E", "s", "ORL", null],
  ["Canadian Tire Centre", "Ottawa", "E", "n", null, "OTT"],
  ["Xfinity Mobile Arena", "Philadelphia", "E", "m", "PHI", "PHI"],
  ["Footprint Center", "Phoenix", "A", "d", "PHX", null],
  ["PPG Paints Arena", "Pittsburgh", "E", "n", null, "PIT"],
  ["Moda Center", "Portland", "P", "w", "POR", null],
  ["Lenovo Center", "Raleigh", "E", "s", null, "CAR"],
  ["Golden 1 Center", "Sacramento", "P", "w", "SAC", null],
  ["Grand Casino Arena", "Saint Paul", "C", "n", null, "MIN"],
  ["Delta Center", "Salt Lake City", "M", "m", "UTA", "UTA"],
  ["Frost Bank Center", "San Antonio", "C", "s", "SAS", null],
  ["Chase Center", "San Francisco", "P", "w", "GSW", null],
  ["SAP Center", "San Jose", "P", "w", null, "SJS"],
  ["Climate Pledge Arena", "Seattle", "P", "w", null, "SEA"],
  ["Enterprise Center", "St. Louis", "C", "m", null, "STL"],
  ["Amerant Bank Arena", "Sunrise", "E", "s", null, "FLA"],
  ["Benchmark International Arena", "Tampa", "E", "s", null, "TBL"],
  ["Scotiabank Arena", "Toronto", "E", "n", "TOR", "TOR"],
  ["Rogers Arena", "Vancouver", "P", "w", null, "VAN"],
  ["Capital One Arena", "Washington", "E", "m", "WAS", "WSH"],
  ["Canada Life Centre", "Winnipeg", "C", "n", null, "WPG"],
];

const homes = { nba: new Map<string, Venue>(), nhl: new Map<string, Venue>() } as const;
for (const [name, city, zone, climate, nba, nhl] of rows) {
  const arena = venue(name, city, zone, climate, "closed");
  if (nba !== null) homes.nba.set(nba, arena);
  if (nhl !== null) homes.nhl.set(nhl, arena);
}

const arizona = venue("Mullett Arena", "Tempe", "A", "d", "closed");

export function nbaVenue(team: string, season: number): Venue {
  // The Clippers had no arena of their own before 2025.
  return homes.nba.get(team === "LAC" && season < 2025 ? "LAL" : team) as Venue;
}

/** Until 2024 the sample's club of Utah stands for the Coyotes of Arizona. */
export function nhlVenue(team: string, season: number): Venue {
  return team === "UTA" && season < 2025 ? arizona : (homes.nhl.get(team) as Venue);
}

export const nbaCupFinalVenue = homes.nhl.get("VGK") as Venue;

/** Where the NHL plays outdoors around New Year. */
export const nhlOutdoor: readonly Venue[] = [
  venue("Wrigley Field", "Chicago", "C", "n"),
  venue("Ohio Stadium", "Columbus", "E", "m"),
  venue("MetLife Stadium", "East Rutherford", "E", "m"),
];
