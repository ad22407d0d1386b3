import { type Venue, type VenueRow, venue, venuesByTeam } from "../../venues/venue.ts";

const rows: readonly VenueRow[] = [
  ["ARI", "State Farm Stadium", "Glendale", "A", "d", "retractable"],
  ["ATL", "Mercedes-Benz Stadium", "Atlanta", "E", "s", "retractable"],
  ["BAL", "M&T Bank Stadium", "Baltimore", "E", "m"],
  ["BUF", "Highmark Stadium", "Orchard Park", "E", "n"],
  ["CAR", "Bank of America Stadium", "Charlotte", "E", "s"],
  ["CHI", "Soldier Field", "Chicago", "C", "n"],
  ["CIN", "Paycor Stadium", "Cincinnati", "E", "m"],
  ["CLE", "Huntington Bank Field", "Cleveland", "E", "n"],
  ["DAL", "AT&T Stadium", "Arlington", "C", "s", "retractable"],
  ["DEN", "Empower Field at Mile High", "Denver", "M", "m"],
  ["DET", "Ford Field", "Detroit", "E", "n", "closed"],
  ["GB", "Lambeau Field", "Green Bay", "C", "n"],
  ["HOU", "NRG Stadium", "Houston", "C", "s", "retractable"],
  ["IND", "Lucas Oil Stadium", "Indianapolis", "E", "m", "retractable"],
  ["JAX", "EverBank Stadium", "Jacksonville", "E", "s"],
  ["KC", "GEHA Field at Arrowhead Stadium", "Kansas City", "C", "m"],
  ["LV", "Allegiant Stadium", "Las Vegas", "P", "d", "closed"],
  ["LAC", "SoFi Stadium", "Inglewood", "P", "w", "closed"],
  ["LAR", "SoFi Stadium", "Inglewood", "P", "w", "closed"],
  ["MIA", "Hard Rock Stadium", "Miami Gardens", "E", "s"],
  ["MIN", "U.S. Bank Stadium", "Minneapolis", "C", "n", "closed"],
  ["NE", "Gillette Stadium", "Foxborough", "E", "n"],
  ["NO", "Caesars Superdome", "New Orleans", "C", "s", "closed"],
  ["NYG", "MetLife Stadium", "East Rutherford", "E", "m"],
  ["NYJ", "MetLife Stadium", "East Rutherford", "E", "m"],
  ["PHI", "Lincoln Financial Field", "Philadelphia", "E", "m"],
  ["PIT", "Acrisure Stadium", "Pittsburgh", "E", "n"],
  ["SF", "Levi's Stadium", "Santa Clara", "P", "w"],
  ["SEA", "Lumen Field", "Seattle", "P", "w"],
  ["TB", "Raymond James Stadium", "Tampa", "E", "s"],
  ["TEN", "Nissan Stadium", "Nashville", "C", "m"],
  ["WAS", "Northwest Stadium", "Landover", "E", "m"],
];

const homes = venuesByTeam(rows);

export function nflVenue(team: string): Venue {
  return homes.get(team) as Venue;
}

const superBowls: Readonly<Record<number, string>> = { 2022: "ARI", 2023: "LV", 2024: "NO", 2025: "SF", 2026: "LAR" };

export function superBowlVenue(season: number): Venue {
  return nflVenue(superBowls[season] ?? "MIA");
}

/** Where the league plays abroad on Sunday mornings. */
export const nflAbroad: readonly Venue[] = [
  venue("Tottenham Hotspur Stadium", "London", "L", "n"),
  venue("Wembley Stadium", "London", "L", "n"),
  venue("Tottenham Hotspur Stadium", "London", "L", "n"),
  venue("Allianz Arena", "Munich", "G", "n"),
];
