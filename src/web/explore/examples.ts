/** Sets that everybody has heard of: links to begin with. */

/** The set that the landing page shows, where there are bets of it. */
export const firstSet = "sport=nfl&bet_type=spread&selection=away&role=underdog&min_line=7";

export type Example = readonly [words: string, query: string];

export const examples: readonly Example[] = [
  ["NFL home underdogs", "sport=nfl&bet_type=spread&selection=home&role=underdog"],
  ["NFL road favorites off a bye", "sport=nfl&bet_type=spread&selection=away&role=favorite&rest_min=13"],
  [
    "NFL home underdogs after a loss by 14 or more",
    "sport=nfl&bet_type=spread&selection=home&role=underdog&team_last_margin_max=-14",
  ],
  ["NFL favorites on a winning streak of four", "sport=nfl&bet_type=spread&role=favorite&team_streak_min=4"],
  ["NFL rematches of division rivals", "sport=nfl&bet_type=spread&meeting=rematch&same_division=true"],
  ["NBA overs after two unders", "sport=nba&bet_type=total&selection=over&both_total_streak_max=-2"],
  ["MLB unders", "sport=mlb&bet_type=total&selection=under"],
  ["NFL unders in week 11 and later", "sport=nfl&bet_type=total&selection=under&week_min=11"],
  ["NBA favorites on the second night", "sport=nba&bet_type=spread&role=favorite&rest_max=1"],
  ["NFL road favorites by 7 or more", "sport=nfl&bet_type=spread&selection=away&role=favorite&max_line=-7"],
  ["NBA teams on a back-to-back", "sport=nba&bet_type=spread&rest_max=1"],
  ["NFL teams off a bye", "sport=nfl&bet_type=spread&rest_min=13"],
  ["NFL unders in wind", "sport=nfl&bet_type=total&selection=under&wind_min=15"],
  ["NHL underdogs on the puck line", "sport=nhl&bet_type=puck_line&role=underdog&min_line=1.5"],
];
