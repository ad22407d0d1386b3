/** Sets that everybody has heard of: links to begin with. */

/** The set that the landing page shows, where there are bets of it. */
export const firstSet = "sport=nfl&bet_type=spread&selection=away&role=underdog&min_line=7";

export type Example = readonly [words: string, query: string];

export const examples: readonly Example[] = [
  ["NFL home underdogs", "sport=nfl&bet_type=spread&selection=home&role=underdog"],
  ["NFL road favorites by 7 or more", "sport=nfl&bet_type=spread&selection=away&role=favorite&max_line=-7"],
  ["MLB unders", "sport=mlb&bet_type=total&selection=under"],
  ["NBA teams on a back-to-back", "sport=nba&bet_type=spread&rest_max=1"],
  ["NFL teams off a bye", "sport=nfl&bet_type=spread&rest_min=13"],
  ["NFL unders in wind", "sport=nfl&bet_type=total&selection=under&wind_min=15"],
  ["NHL underdogs on the puck line", "sport=nhl&bet_type=puck_line&role=underdog&min_line=1.5"],
];
