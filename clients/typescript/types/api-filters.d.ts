/** The filters of every endpoint. Written by scripts/write-clients.ts out of the contract of /v1. Do not edit. */

/** Filters of /v1/teams. */
export type TeamsFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
};

/** Filters of /v1/seasons. */
export type SeasonsFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
};

/** Filters of /v1/games. */
export type GamesFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** first game_date to include, YYYY-MM-DD */
  readonly from?: string | undefined;
  /** last game_date to include, YYYY-MM-DD */
  readonly to?: string | undefined;
  /** season, as seasons of the sport are numbered */
  readonly season?: number | undefined;
  /** home or away team: team id or abbreviation, in any case */
  readonly team?: string | undefined;
  /** home team: team id or abbreviation, in any case */
  readonly home?: string | undefined;
  /** away team: team id or abbreviation, in any case */
  readonly away?: string | undefined;
  /** NFL or NCAAF week number */
  readonly week?: number | undefined;
  /** one of regular, postseason, all */
  readonly season_type?: "regular" | "postseason" | "all" | undefined;
};

/** Filters of /v1/team_games. One of season, from, to, team, game_id is needed. */
export type TeamGamesFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** first game_date to include, YYYY-MM-DD */
  readonly from?: string | undefined;
  /** last game_date to include, YYYY-MM-DD */
  readonly to?: string | undefined;
  /** season, as seasons of the sport are numbered */
  readonly season?: number | undefined;
  /** team that the rows are of: team id or abbreviation, in any case */
  readonly team?: string | undefined;
  /** home team: team id or abbreviation, in any case */
  readonly home?: string | undefined;
  /** away team: team id or abbreviation, in any case */
  readonly away?: string | undefined;
  /** NFL or NCAAF week number */
  readonly week?: number | undefined;
  /** one of regular, postseason, all */
  readonly season_type?: "regular" | "postseason" | "all" | undefined;
  /** one game, SPORT-YYYYMMDD-AWAY-HOME */
  readonly game_id?: string | undefined;
  /** whether a baseball game was cut short, true or false; a game of which it is not known, and other sports, are left out */
  readonly shortened?: boolean | undefined;
};

/** Filters of /v1/games/{game_id}/lines. */
export type LinesFilters = {
  /** comma-separated book slugs, ids or names, in any case; all US books when absent */
  readonly book?: string | readonly string[] | undefined;
  /** only rows in which this market was priced: one of moneyline, spread, total, team_total */
  readonly market?: "moneyline" | "spread" | "total" | "team_total" | undefined;
  /** only this period; the whole game is game */
  readonly period?: "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5" | undefined;
};

/** Filters of /v1/games/{game_id}/evidence. */
export type EvidenceFilters = {
  /** comma-separated book slugs, ids or names, in any case; all US books when absent */
  readonly book?: string | readonly string[] | undefined;
  /** only rows in which this market was priced: one of moneyline, spread, total, team_total */
  readonly market?: "moneyline" | "spread" | "total" | "team_total" | undefined;
  /** only this period; the whole game is game */
  readonly period?: "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5" | undefined;
};

/** Filters of /v1/odds. One of season, from, to, team, game_id is needed. */
export type OddsFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** first game_date to include, YYYY-MM-DD */
  readonly from?: string | undefined;
  /** last game_date to include, YYYY-MM-DD */
  readonly to?: string | undefined;
  /** season, as seasons of the sport are numbered */
  readonly season?: number | undefined;
  /** home or away team: team id or abbreviation, in any case */
  readonly team?: string | undefined;
  /** one game, SPORT-YYYYMMDD-AWAY-HOME */
  readonly game_id?: string | undefined;
  /** comma-separated book slugs, ids or names, in any case; all US books when absent */
  readonly book?: string | readonly string[] | undefined;
  /** only rows in which this market was priced: one of moneyline, spread, total, team_total */
  readonly market?: "moneyline" | "spread" | "total" | "team_total" | undefined;
};

/** Filters of /v1/snapshots. One of season, from, to, team, game_id is needed. */
export type SnapshotsFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** first game_date to include, YYYY-MM-DD */
  readonly from?: string | undefined;
  /** last game_date to include, YYYY-MM-DD */
  readonly to?: string | undefined;
  /** season, as seasons of the sport are numbered */
  readonly season?: number | undefined;
  /** home or away team: team id or abbreviation, in any case */
  readonly team?: string | undefined;
  /** home team: team id or abbreviation, in any case */
  readonly home?: string | undefined;
  /** away team: team id or abbreviation, in any case */
  readonly away?: string | undefined;
  /** NFL or NCAAF week number */
  readonly week?: number | undefined;
  /** one of regular, postseason, all */
  readonly season_type?: "regular" | "postseason" | "all" | undefined;
  /** one game, SPORT-YYYYMMDD-AWAY-HOME */
  readonly game_id?: string | undefined;
  /** comma-separated book slugs, ids or names and consensus, in any case; the consensus and all books when absent */
  readonly book?: string | readonly string[] | undefined;
  /** only bets in this market, which must be one that the sport has */
  readonly market?: "moneyline" | "spread" | "total" | "team_total" | undefined;
  /** only bets on this period, which must be one that the sport has; the full game is game */
  readonly period?: "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5" | undefined;
  /** comma-separated minutes before the start, of 1440, 720, 360, 180, 60, 30, 15, 5; all of them when absent */
  readonly minutes_before?: string | readonly string[] | undefined;
  /** most minutes from the capture of a line to the moment, 0 to 10080; no bound when absent */
  readonly max_age_minutes?: number | undefined;
};

/** Filters of /v1/bets. One of season, from, to, team, on, game_id is needed. */
export type BetsFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** first game_date to include, YYYY-MM-DD */
  readonly from?: string | undefined;
  /** last game_date to include, YYYY-MM-DD */
  readonly to?: string | undefined;
  /** season, as seasons of the sport are numbered */
  readonly season?: number | undefined;
  /** home or away team: team id or abbreviation, in any case */
  readonly team?: string | undefined;
  /** home team: team id or abbreviation, in any case */
  readonly home?: string | undefined;
  /** away team: team id or abbreviation, in any case */
  readonly away?: string | undefined;
  /** NFL or NCAAF week number */
  readonly week?: number | undefined;
  /** one of regular, postseason, all */
  readonly season_type?: "regular" | "postseason" | "all" | undefined;
  /** one game, SPORT-YYYYMMDD-AWAY-HOME */
  readonly game_id?: string | undefined;
  /** comma-separated bet types of the sport, as /v1/sports lists them; all when absent */
  readonly bet_type?: string | readonly string[] | undefined;
  /** only bets in this market, which must be one that the sport has */
  readonly market?: "moneyline" | "spread" | "total" | "team_total" | undefined;
  /** only bets on this period, which must be one that the sport has; the full game is game */
  readonly period?: "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5" | undefined;
  /** only bets on this side */
  readonly selection?: "home" | "away" | "over" | "under" | undefined;
  /** only bets on this role */
  readonly role?: "favorite" | "underdog" | undefined;
  /** only bets with this result against the close */
  readonly result?: "won" | "lost" | "push" | "void" | undefined;
  /** what settles the bets: house, the rules of US books; or score, the score of the period alone */
  readonly rules?: "house" | "score" | undefined;
  /** smallest closing line to include, from the selection's point of view */
  readonly min_line?: number | undefined;
  /** largest closing line to include, from the selection's point of view */
  readonly max_line?: number | undefined;
  /** smallest closing price to include, American odds in the order of what they pay: 150 is above -110; -100 or below, or 100 or above; bets without a price are left out */
  readonly min_price?: number | undefined;
  /** largest closing price to include, American odds in the order of what they pay: 150 is above -110; -100 or below, or 100 or above; bets without a price are left out */
  readonly max_price?: number | undefined;
  /** comma-separated book slugs, ids or names and consensus, in any case, or all for the consensus and all books */
  readonly book?: string | readonly string[] | undefined;
  /** fewest days from the last game of the home team in the season to this one; a first game has no rest and is left out */
  readonly home_rest_min?: number | undefined;
  /** most days from the last game of the home team in the season to this one; a first game has no rest and is left out */
  readonly home_rest_max?: number | undefined;
  /** fewest days from the last game of the away team in the season to this one; a first game has no rest and is left out */
  readonly away_rest_min?: number | undefined;
  /** most days from the last game of the away team in the season to this one; a first game has no rest and is left out */
  readonly away_rest_max?: number | undefined;
  /** month of game_date, 1 to 12 */
  readonly month?: number | undefined;
  /** weekday of game_date: one of mon, tue, wed, thu, fri, sat, sun */
  readonly weekday?: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun" | undefined;
  /** earliest hour in which the game starts, 0 to 23 in New York: 20 is 20:00 to 20:59 */
  readonly start_hour_min?: number | undefined;
  /** latest hour in which the game starts, 0 to 23 in New York: 20 is 20:00 to 20:59 */
  readonly start_hour_max?: number | undefined;
  /** conference of both teams, as /v1/teams has it, in any case */
  readonly conference?: string | undefined;
  /** division of both teams, as /v1/teams has it, in any case */
  readonly division?: string | undefined;
  /** where the market went from open to close, as the selection sees it: toward it, away from it, or none */
  readonly open_moved?: "toward" | "away" | "none" | undefined;
  /** least wind, miles per hour; a game under a roof, or of which it is not known, is left out */
  readonly wind_min?: number | undefined;
  /** most wind, miles per hour; a game under a roof, or of which it is not known, is left out */
  readonly wind_max?: number | undefined;
  /** lowest temperature, °F; a game under a roof, or of which it is not known, is left out */
  readonly temperature_min?: number | undefined;
  /** highest temperature, °F; a game under a roof, or of which it is not known, is left out */
  readonly temperature_max?: number | undefined;
  /** whether the game was played under a roof, true or false; a game of which it is not known is left out */
  readonly indoor?: boolean | undefined;
  /** whether a baseball game was cut short, true or false; a game of which it is not known, and other sports, are left out */
  readonly shortened?: boolean | undefined;
  /** comma-separated team ids or abbreviations, in any case: only bets on these teams, and of team totals those of theirs; where season, from/to, team or game_id is required, on will do */
  readonly on?: string | readonly string[] | undefined;
  /** fewest days from the last game of the team that is bet on in the season to this one; a first game has no rest and is left out */
  readonly rest_min?: number | undefined;
  /** most days from the last game of the team that is bet on in the season to this one; a first game has no rest and is left out */
  readonly rest_max?: number | undefined;
  /** fewest days from the last game of the opponent of the team that is bet on in the season to this one; a first game has no rest and is left out */
  readonly opponent_rest_min?: number | undefined;
  /** most days from the last game of the opponent of the team that is bet on in the season to this one; a first game has no rest and is left out */
  readonly opponent_rest_max?: number | undefined;
  /** result of the last game of the team that is bet on in the season, against the consensus close: one of won, lost, covered, failed, over, under */
  readonly team_last?: "won" | "lost" | "covered" | "failed" | "over" | "under" | undefined;
  /** smallest margin of the team that is bet on in its last game; below 0 is a loss */
  readonly team_last_margin_min?: number | undefined;
  /** largest margin of the team that is bet on in its last game; -14 is a loss by 14 or more */
  readonly team_last_margin_max?: number | undefined;
  /** role of the team that is bet on in its last game, by the consensus close */
  readonly team_last_role?: "favorite" | "underdog" | undefined;
  /** smallest streak of wins (above 0) or losses (below 0) of the team that is bet on in the season before the game; none before the first */
  readonly team_streak_min?: number | undefined;
  /** largest streak of wins (above 0) or losses (below 0) of the team that is bet on in the season before the game; none before the first */
  readonly team_streak_max?: number | undefined;
  /** smallest streak against the spread (above 0 covered, below 0 not) of the team that is bet on in the season before the game; none before the first */
  readonly team_ats_streak_min?: number | undefined;
  /** largest streak against the spread (above 0 covered, below 0 not) of the team that is bet on in the season before the game; none before the first */
  readonly team_ats_streak_max?: number | undefined;
  /** smallest streak on totals (above 0 overs, below 0 unders) of the team that is bet on in the season before the game; none before the first */
  readonly team_total_streak_min?: number | undefined;
  /** largest streak on totals (above 0 overs, below 0 unders) of the team that is bet on in the season before the game; none before the first */
  readonly team_total_streak_max?: number | undefined;
  /** smallest share of games that the team that is bet on had won in the season, 0 to 1 */
  readonly team_win_share_min?: number | undefined;
  /** largest share of games that the team that is bet on had won in the season, 0 to 1 */
  readonly team_win_share_max?: number | undefined;
  /** fewest games that the team that is bet on had played in the season */
  readonly team_games_min?: number | undefined;
  /** starting pitcher or goalie of the team that is bet on, by name or id, as /v1/team_games has it */
  readonly team_starter?: string | undefined;
  /** hand with which the starting pitcher of the team that is bet on throws */
  readonly team_starter_hand?: "L" | "R" | "S" | undefined;
  /** result of the last game of the opponent of the team that is bet on in the season, against the consensus close: one of won, lost, covered, failed, over, under */
  readonly opponent_last?: "won" | "lost" | "covered" | "failed" | "over" | "under" | undefined;
  /** smallest margin of the opponent of the team that is bet on in its last game; below 0 is a loss */
  readonly opponent_last_margin_min?: number | undefined;
  /** largest margin of the opponent of the team that is bet on in its last game; -14 is a loss by 14 or more */
  readonly opponent_last_margin_max?: number | undefined;
  /** role of the opponent of the team that is bet on in its last game, by the consensus close */
  readonly opponent_last_role?: "favorite" | "underdog" | undefined;
  /** smallest streak of wins (above 0) or losses (below 0) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_streak_min?: number | undefined;
  /** largest streak of wins (above 0) or losses (below 0) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_streak_max?: number | undefined;
  /** smallest streak against the spread (above 0 covered, below 0 not) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_ats_streak_min?: number | undefined;
  /** largest streak against the spread (above 0 covered, below 0 not) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_ats_streak_max?: number | undefined;
  /** smallest streak on totals (above 0 overs, below 0 unders) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_total_streak_min?: number | undefined;
  /** largest streak on totals (above 0 overs, below 0 unders) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_total_streak_max?: number | undefined;
  /** smallest share of games that the opponent of the team that is bet on had won in the season, 0 to 1 */
  readonly opponent_win_share_min?: number | undefined;
  /** largest share of games that the opponent of the team that is bet on had won in the season, 0 to 1 */
  readonly opponent_win_share_max?: number | undefined;
  /** fewest games that the opponent of the team that is bet on had played in the season */
  readonly opponent_games_min?: number | undefined;
  /** starting pitcher or goalie of the opponent of the team that is bet on, by name or id, as /v1/team_games has it */
  readonly opponent_starter?: string | undefined;
  /** hand with which the starting pitcher of the opponent of the team that is bet on throws */
  readonly opponent_starter_hand?: "L" | "R" | "S" | undefined;
  /** result of the last game of either team in the season, against the consensus close: one of won, lost, covered, failed, over, under */
  readonly either_last?: "won" | "lost" | "covered" | "failed" | "over" | "under" | undefined;
  /** smallest margin of either team in its last game; below 0 is a loss */
  readonly either_last_margin_min?: number | undefined;
  /** largest margin of either team in its last game; -14 is a loss by 14 or more */
  readonly either_last_margin_max?: number | undefined;
  /** role of either team in its last game, by the consensus close */
  readonly either_last_role?: "favorite" | "underdog" | undefined;
  /** smallest streak of wins (above 0) or losses (below 0) of either team in the season before the game; none before the first */
  readonly either_streak_min?: number | undefined;
  /** largest streak of wins (above 0) or losses (below 0) of either team in the season before the game; none before the first */
  readonly either_streak_max?: number | undefined;
  /** smallest streak against the spread (above 0 covered, below 0 not) of either team in the season before the game; none before the first */
  readonly either_ats_streak_min?: number | undefined;
  /** largest streak against the spread (above 0 covered, below 0 not) of either team in the season before the game; none before the first */
  readonly either_ats_streak_max?: number | undefined;
  /** smallest streak on totals (above 0 overs, below 0 unders) of either team in the season before the game; none before the first */
  readonly either_total_streak_min?: number | undefined;
  /** largest streak on totals (above 0 overs, below 0 unders) of either team in the season before the game; none before the first */
  readonly either_total_streak_max?: number | undefined;
  /** smallest share of games that either team had won in the season, 0 to 1 */
  readonly either_win_share_min?: number | undefined;
  /** largest share of games that either team had won in the season, 0 to 1 */
  readonly either_win_share_max?: number | undefined;
  /** fewest games that either team had played in the season */
  readonly either_games_min?: number | undefined;
  /** starting pitcher or goalie of either team, by name or id, as /v1/team_games has it */
  readonly either_starter?: string | undefined;
  /** hand with which the starting pitcher of either team throws */
  readonly either_starter_hand?: "L" | "R" | "S" | undefined;
  /** result of the last game of both teams, each in the season, against the consensus close: one of won, lost, covered, failed, over, under */
  readonly both_last?: "won" | "lost" | "covered" | "failed" | "over" | "under" | undefined;
  /** smallest margin of both teams, each in its last game; below 0 is a loss */
  readonly both_last_margin_min?: number | undefined;
  /** largest margin of both teams, each in its last game; -14 is a loss by 14 or more */
  readonly both_last_margin_max?: number | undefined;
  /** role of both teams, each in its last game, by the consensus close */
  readonly both_last_role?: "favorite" | "underdog" | undefined;
  /** smallest streak of wins (above 0) or losses (below 0) of both teams, each in the season before the game; none before the first */
  readonly both_streak_min?: number | undefined;
  /** largest streak of wins (above 0) or losses (below 0) of both teams, each in the season before the game; none before the first */
  readonly both_streak_max?: number | undefined;
  /** smallest streak against the spread (above 0 covered, below 0 not) of both teams, each in the season before the game; none before the first */
  readonly both_ats_streak_min?: number | undefined;
  /** largest streak against the spread (above 0 covered, below 0 not) of both teams, each in the season before the game; none before the first */
  readonly both_ats_streak_max?: number | undefined;
  /** smallest streak on totals (above 0 overs, below 0 unders) of both teams, each in the season before the game; none before the first */
  readonly both_total_streak_min?: number | undefined;
  /** largest streak on totals (above 0 overs, below 0 unders) of both teams, each in the season before the game; none before the first */
  readonly both_total_streak_max?: number | undefined;
  /** smallest share of games that both teams, each had won in the season, 0 to 1 */
  readonly both_win_share_min?: number | undefined;
  /** largest share of games that both teams, each had won in the season, 0 to 1 */
  readonly both_win_share_max?: number | undefined;
  /** fewest games that both teams, each had played in the season */
  readonly both_games_min?: number | undefined;
  /** starting pitcher or goalie of both teams, each, by name or id, as /v1/team_games has it */
  readonly both_starter?: string | undefined;
  /** hand with which the starting pitcher of both teams, each throws */
  readonly both_starter_hand?: "L" | "R" | "S" | undefined;
  /** first: the two teams had not met before in the season; rematch: they had */
  readonly meeting?: "first" | "rematch" | undefined;
  /** result of the last meeting of the two teams, in this season or the one before, for the team that is bet on; over and under are of both */
  readonly meeting_last?: "won" | "lost" | "covered" | "failed" | "over" | "under" | undefined;
  /** first NFL or NCAAF week to include */
  readonly week_min?: number | undefined;
  /** last NFL or NCAAF week to include */
  readonly week_max?: number | undefined;
  /** true: both teams are of one division */
  readonly same_division?: "true" | undefined;
  /** true: both teams are of one conference */
  readonly same_conference?: "true" | undefined;
  /** minutes before the start, one of 1440, 720, 360, 180, 60, 30, 15, 5: at_moment grades each bet at the line and the price of then */
  readonly price_at?: 1440 | 720 | 360 | 180 | 60 | 30 | 15 | 5 | undefined;
  /** most minutes from the capture of a line to the moment, 0 to 10080; as price_at when absent, which it needs */
  readonly max_age_minutes?: number | undefined;
};

/** Filters of /v1/trends. */
export type TrendsFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** first game_date to include, YYYY-MM-DD */
  readonly from?: string | undefined;
  /** last game_date to include, YYYY-MM-DD */
  readonly to?: string | undefined;
  /** season, as seasons of the sport are numbered */
  readonly season?: number | undefined;
  /** home or away team: team id or abbreviation, in any case */
  readonly team?: string | undefined;
  /** home team: team id or abbreviation, in any case */
  readonly home?: string | undefined;
  /** away team: team id or abbreviation, in any case */
  readonly away?: string | undefined;
  /** NFL or NCAAF week number */
  readonly week?: number | undefined;
  /** one of regular, postseason, all */
  readonly season_type?: "regular" | "postseason" | "all" | undefined;
  /** one game, SPORT-YYYYMMDD-AWAY-HOME */
  readonly game_id?: string | undefined;
  /** comma-separated bet types of the sport, as /v1/sports lists them; all when absent */
  readonly bet_type?: string | readonly string[] | undefined;
  /** only bets in this market, which must be one that the sport has */
  readonly market?: "moneyline" | "spread" | "total" | "team_total" | undefined;
  /** only bets on this period, which must be one that the sport has; the full game is game */
  readonly period?: "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5" | undefined;
  /** only bets on this side */
  readonly selection?: "home" | "away" | "over" | "under" | undefined;
  /** only bets on this role */
  readonly role?: "favorite" | "underdog" | undefined;
  /** only bets with this result against the close */
  readonly result?: "won" | "lost" | "push" | "void" | undefined;
  /** what settles the bets: house, the rules of US books; or score, the score of the period alone */
  readonly rules?: "house" | "score" | undefined;
  /** smallest closing line to include, from the selection's point of view */
  readonly min_line?: number | undefined;
  /** largest closing line to include, from the selection's point of view */
  readonly max_line?: number | undefined;
  /** smallest closing price to include, American odds in the order of what they pay: 150 is above -110; -100 or below, or 100 or above; bets without a price are left out */
  readonly min_price?: number | undefined;
  /** largest closing price to include, American odds in the order of what they pay: 150 is above -110; -100 or below, or 100 or above; bets without a price are left out */
  readonly max_price?: number | undefined;
  /** one book by slug, id or name, or consensus, in any case; every book when absent and group_by is book */
  readonly book?: string | undefined;
  /** fewest days from the last game of the home team in the season to this one; a first game has no rest and is left out */
  readonly home_rest_min?: number | undefined;
  /** most days from the last game of the home team in the season to this one; a first game has no rest and is left out */
  readonly home_rest_max?: number | undefined;
  /** fewest days from the last game of the away team in the season to this one; a first game has no rest and is left out */
  readonly away_rest_min?: number | undefined;
  /** most days from the last game of the away team in the season to this one; a first game has no rest and is left out */
  readonly away_rest_max?: number | undefined;
  /** month of game_date, 1 to 12 */
  readonly month?: number | undefined;
  /** weekday of game_date: one of mon, tue, wed, thu, fri, sat, sun */
  readonly weekday?: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun" | undefined;
  /** earliest hour in which the game starts, 0 to 23 in New York: 20 is 20:00 to 20:59 */
  readonly start_hour_min?: number | undefined;
  /** latest hour in which the game starts, 0 to 23 in New York: 20 is 20:00 to 20:59 */
  readonly start_hour_max?: number | undefined;
  /** conference of both teams, as /v1/teams has it, in any case */
  readonly conference?: string | undefined;
  /** division of both teams, as /v1/teams has it, in any case */
  readonly division?: string | undefined;
  /** where the market went from open to close, as the selection sees it: toward it, away from it, or none */
  readonly open_moved?: "toward" | "away" | "none" | undefined;
  /** least wind, miles per hour; a game under a roof, or of which it is not known, is left out */
  readonly wind_min?: number | undefined;
  /** most wind, miles per hour; a game under a roof, or of which it is not known, is left out */
  readonly wind_max?: number | undefined;
  /** lowest temperature, °F; a game under a roof, or of which it is not known, is left out */
  readonly temperature_min?: number | undefined;
  /** highest temperature, °F; a game under a roof, or of which it is not known, is left out */
  readonly temperature_max?: number | undefined;
  /** whether the game was played under a roof, true or false; a game of which it is not known is left out */
  readonly indoor?: boolean | undefined;
  /** whether a baseball game was cut short, true or false; a game of which it is not known, and other sports, are left out */
  readonly shortened?: boolean | undefined;
  /** comma-separated team ids or abbreviations, in any case: only bets on these teams, and of team totals those of theirs; where season, from/to, team or game_id is required, on will do */
  readonly on?: string | readonly string[] | undefined;
  /** fewest days from the last game of the team that is bet on in the season to this one; a first game has no rest and is left out */
  readonly rest_min?: number | undefined;
  /** most days from the last game of the team that is bet on in the season to this one; a first game has no rest and is left out */
  readonly rest_max?: number | undefined;
  /** fewest days from the last game of the opponent of the team that is bet on in the season to this one; a first game has no rest and is left out */
  readonly opponent_rest_min?: number | undefined;
  /** most days from the last game of the opponent of the team that is bet on in the season to this one; a first game has no rest and is left out */
  readonly opponent_rest_max?: number | undefined;
  /** result of the last game of the team that is bet on in the season, against the consensus close: one of won, lost, covered, failed, over, under */
  readonly team_last?: "won" | "lost" | "covered" | "failed" | "over" | "under" | undefined;
  /** smallest margin of the team that is bet on in its last game; below 0 is a loss */
  readonly team_last_margin_min?: number | undefined;
  /** largest margin of the team that is bet on in its last game; -14 is a loss by 14 or more */
  readonly team_last_margin_max?: number | undefined;
  /** role of the team that is bet on in its last game, by the consensus close */
  readonly team_last_role?: "favorite" | "underdog" | undefined;
  /** smallest streak of wins (above 0) or losses (below 0) of the team that is bet on in the season before the game; none before the first */
  readonly team_streak_min?: number | undefined;
  /** largest streak of wins (above 0) or losses (below 0) of the team that is bet on in the season before the game; none before the first */
  readonly team_streak_max?: number | undefined;
  /** smallest streak against the spread (above 0 covered, below 0 not) of the team that is bet on in the season before the game; none before the first */
  readonly team_ats_streak_min?: number | undefined;
  /** largest streak against the spread (above 0 covered, below 0 not) of the team that is bet on in the season before the game; none before the first */
  readonly team_ats_streak_max?: number | undefined;
  /** smallest streak on totals (above 0 overs, below 0 unders) of the team that is bet on in the season before the game; none before the first */
  readonly team_total_streak_min?: number | undefined;
  /** largest streak on totals (above 0 overs, below 0 unders) of the team that is bet on in the season before the game; none before the first */
  readonly team_total_streak_max?: number | undefined;
  /** smallest share of games that the team that is bet on had won in the season, 0 to 1 */
  readonly team_win_share_min?: number | undefined;
  /** largest share of games that the team that is bet on had won in the season, 0 to 1 */
  readonly team_win_share_max?: number | undefined;
  /** fewest games that the team that is bet on had played in the season */
  readonly team_games_min?: number | undefined;
  /** starting pitcher or goalie of the team that is bet on, by name or id, as /v1/team_games has it */
  readonly team_starter?: string | undefined;
  /** hand with which the starting pitcher of the team that is bet on throws */
  readonly team_starter_hand?: "L" | "R" | "S" | undefined;
  /** result of the last game of the opponent of the team that is bet on in the season, against the consensus close: one of won, lost, covered, failed, over, under */
  readonly opponent_last?: "won" | "lost" | "covered" | "failed" | "over" | "under" | undefined;
  /** smallest margin of the opponent of the team that is bet on in its last game; below 0 is a loss */
  readonly opponent_last_margin_min?: number | undefined;
  /** largest margin of the opponent of the team that is bet on in its last game; -14 is a loss by 14 or more */
  readonly opponent_last_margin_max?: number | undefined;
  /** role of the opponent of the team that is bet on in its last game, by the consensus close */
  readonly opponent_last_role?: "favorite" | "underdog" | undefined;
  /** smallest streak of wins (above 0) or losses (below 0) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_streak_min?: number | undefined;
  /** largest streak of wins (above 0) or losses (below 0) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_streak_max?: number | undefined;
  /** smallest streak against the spread (above 0 covered, below 0 not) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_ats_streak_min?: number | undefined;
  /** largest streak against the spread (above 0 covered, below 0 not) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_ats_streak_max?: number | undefined;
  /** smallest streak on totals (above 0 overs, below 0 unders) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_total_streak_min?: number | undefined;
  /** largest streak on totals (above 0 overs, below 0 unders) of the opponent of the team that is bet on in the season before the game; none before the first */
  readonly opponent_total_streak_max?: number | undefined;
  /** smallest share of games that the opponent of the team that is bet on had won in the season, 0 to 1 */
  readonly opponent_win_share_min?: number | undefined;
  /** largest share of games that the opponent of the team that is bet on had won in the season, 0 to 1 */
  readonly opponent_win_share_max?: number | undefined;
  /** fewest games that the opponent of the team that is bet on had played in the season */
  readonly opponent_games_min?: number | undefined;
  /** starting pitcher or goalie of the opponent of the team that is bet on, by name or id, as /v1/team_games has it */
  readonly opponent_starter?: string | undefined;
  /** hand with which the starting pitcher of the opponent of the team that is bet on throws */
  readonly opponent_starter_hand?: "L" | "R" | "S" | undefined;
  /** result of the last game of either team in the season, against the consensus close: one of won, lost, covered, failed, over, under */
  readonly either_last?: "won" | "lost" | "covered" | "failed" | "over" | "under" | undefined;
  /** smallest margin of either team in its last game; below 0 is a loss */
  readonly either_last_margin_min?: number | undefined;
  /** largest margin of either team in its last game; -14 is a loss by 14 or more */
  readonly either_last_margin_max?: number | undefined;
  /** role of either team in its last game, by the consensus close */
  readonly either_last_role?: "favorite" | "underdog" | undefined;
  /** smallest streak of wins (above 0) or losses (below 0) of either team in the season before the game; none before the first */
  readonly either_streak_min?: number | undefined;
  /** largest streak of wins (above 0) or losses (below 0) of either team in the season before the game; none before the first */
  readonly either_streak_max?: number | undefined;
  /** smallest streak against the spread (above 0 covered, below 0 not) of either team in the season before the game; none before the first */
  readonly either_ats_streak_min?: number | undefined;
  /** largest streak against the spread (above 0 covered, below 0 not) of either team in the season before the game; none before the first */
  readonly either_ats_streak_max?: number | undefined;
  /** smallest streak on totals (above 0 overs, below 0 unders) of either team in the season before the game; none before the first */
  readonly either_total_streak_min?: number | undefined;
  /** largest streak on totals (above 0 overs, below 0 unders) of either team in the season before the game; none before the first */
  readonly either_total_streak_max?: number | undefined;
  /** smallest share of games that either team had won in the season, 0 to 1 */
  readonly either_win_share_min?: number | undefined;
  /** largest share of games that either team had won in the season, 0 to 1 */
  readonly either_win_share_max?: number | undefined;
  /** fewest games that either team had played in the season */
  readonly either_games_min?: number | undefined;
  /** starting pitcher or goalie of either team, by name or id, as /v1/team_games has it */
  readonly either_starter?: string | undefined;
  /** hand with which the starting pitcher of either team throws */
  readonly either_starter_hand?: "L" | "R" | "S" | undefined;
  /** result of the last game of both teams, each in the season, against the consensus close: one of won, lost, covered, failed, over, under */
  readonly both_last?: "won" | "lost" | "covered" | "failed" | "over" | "under" | undefined;
  /** smallest margin of both teams, each in its last game; below 0 is a loss */
  readonly both_last_margin_min?: number | undefined;
  /** largest margin of both teams, each in its last game; -14 is a loss by 14 or more */
  readonly both_last_margin_max?: number | undefined;
  /** role of both teams, each in its last game, by the consensus close */
  readonly both_last_role?: "favorite" | "underdog" | undefined;
  /** smallest streak of wins (above 0) or losses (below 0) of both teams, each in the season before the game; none before the first */
  readonly both_streak_min?: number | undefined;
  /** largest streak of wins (above 0) or losses (below 0) of both teams, each in the season before the game; none before the first */
  readonly both_streak_max?: number | undefined;
  /** smallest streak against the spread (above 0 covered, below 0 not) of both teams, each in the season before the game; none before the first */
  readonly both_ats_streak_min?: number | undefined;
  /** largest streak against the spread (above 0 covered, below 0 not) of both teams, each in the season before the game; none before the first */
  readonly both_ats_streak_max?: number | undefined;
  /** smallest streak on totals (above 0 overs, below 0 unders) of both teams, each in the season before the game; none before the first */
  readonly both_total_streak_min?: number | undefined;
  /** largest streak on totals (above 0 overs, below 0 unders) of both teams, each in the season before the game; none before the first */
  readonly both_total_streak_max?: number | undefined;
  /** smallest share of games that both teams, each had won in the season, 0 to 1 */
  readonly both_win_share_min?: number | undefined;
  /** largest share of games that both teams, each had won in the season, 0 to 1 */
  readonly both_win_share_max?: number | undefined;
  /** fewest games that both teams, each had played in the season */
  readonly both_games_min?: number | undefined;
  /** starting pitcher or goalie of both teams, each, by name or id, as /v1/team_games has it */
  readonly both_starter?: string | undefined;
  /** hand with which the starting pitcher of both teams, each throws */
  readonly both_starter_hand?: "L" | "R" | "S" | undefined;
  /** first: the two teams had not met before in the season; rematch: they had */
  readonly meeting?: "first" | "rematch" | undefined;
  /** result of the last meeting of the two teams, in this season or the one before, for the team that is bet on; over and under are of both */
  readonly meeting_last?: "won" | "lost" | "covered" | "failed" | "over" | "under" | undefined;
  /** first NFL or NCAAF week to include */
  readonly week_min?: number | undefined;
  /** last NFL or NCAAF week to include */
  readonly week_max?: number | undefined;
  /** true: both teams are of one division */
  readonly same_division?: "true" | undefined;
  /** true: both teams are of one conference */
  readonly same_conference?: "true" | undefined;
  /** minutes before the start, one of 1440, 720, 360, 180, 60, 30, 15, 5: at_moment grades each bet at the line and the price of then */
  readonly price_at?: 1440 | 720 | 360 | 180 | 60 | 30 | 15 | 5 | undefined;
  /** most minutes from the capture of a line to the moment, 0 to 10080; as price_at when absent, which it needs */
  readonly max_age_minutes?: number | undefined;
  /** one of none, season, week, month, team, book, bet_type, selection, role, line: a row for each besides that of all bets */
  readonly group_by?:
    | "none"
    | "season"
    | "week"
    | "month"
    | "team"
    | "book"
    | "bet_type"
    | "selection"
    | "role"
    | "line"
    | undefined;
  /** how many sets of bets you have looked at, 1 to 10000; p_adjusted allows for so many */
  readonly tries?: number | undefined;
  /** a day, YYYY-MM-DD: a row for the games before it and one for those since; not with group_by */
  readonly split?: string | undefined;
  /** with split: how often you have looked at the bets since it, 1 to 10000; as tries when absent */
  readonly tries_since?: number | undefined;
};

/** Filters of /v1/periods. One of season, from, to, team, game_id is needed. */
export type PeriodsFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** first game_date to include, YYYY-MM-DD */
  readonly from?: string | undefined;
  /** last game_date to include, YYYY-MM-DD */
  readonly to?: string | undefined;
  /** season, as seasons of the sport are numbered */
  readonly season?: number | undefined;
  /** home or away team: team id or abbreviation, in any case */
  readonly team?: string | undefined;
  /** home team: team id or abbreviation, in any case */
  readonly home?: string | undefined;
  /** away team: team id or abbreviation, in any case */
  readonly away?: string | undefined;
  /** NFL or NCAAF week number */
  readonly week?: number | undefined;
  /** one of regular, postseason, all */
  readonly season_type?: "regular" | "postseason" | "all" | undefined;
  /** one game, SPORT-YYYYMMDD-AWAY-HOME */
  readonly game_id?: string | undefined;
  /** only this period, which must be one that the sport has scores of */
  readonly period?: "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5" | "p2" | "p3" | "ot" | undefined;
};

/** Filters of /v1/period_odds. One of season, from, to, team, game_id is needed. */
export type PeriodOddsFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** first game_date to include, YYYY-MM-DD */
  readonly from?: string | undefined;
  /** last game_date to include, YYYY-MM-DD */
  readonly to?: string | undefined;
  /** season, as seasons of the sport are numbered */
  readonly season?: number | undefined;
  /** home or away team: team id or abbreviation, in any case */
  readonly team?: string | undefined;
  /** home team: team id or abbreviation, in any case */
  readonly home?: string | undefined;
  /** away team: team id or abbreviation, in any case */
  readonly away?: string | undefined;
  /** NFL or NCAAF week number */
  readonly week?: number | undefined;
  /** one of regular, postseason, all */
  readonly season_type?: "regular" | "postseason" | "all" | undefined;
  /** one game, SPORT-YYYYMMDD-AWAY-HOME */
  readonly game_id?: string | undefined;
  /** only this period, which must be one that the sport has odds of */
  readonly period?: "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5" | undefined;
  /** comma-separated book slugs, ids or names, in any case; all US books when absent */
  readonly book?: string | readonly string[] | undefined;
  /** only rows in which this market was priced: one of moneyline, spread, total */
  readonly market?: "moneyline" | "spread" | "total" | undefined;
};

/** Filters of /v1/changes. */
export type ChangesFilters = {
  /** the revision that your copy is of: meta.revision of the answer before, 0 for a copy that is empty */
  readonly since: number;
  /** one of mlb, nfl, ncaaf, nba, nhl; all sports when absent */
  readonly sport?: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl" | undefined;
  /** the archive that your copy is of, meta.archive of the answer before: with it, a copy of another archive is refused */
  readonly archive?: string | undefined;
};

/** Filters of /v1/revisions. */
export type RevisionsFilters = {
  /** only revisions after this one; all when absent */
  readonly since?: number | undefined;
};

/** Filters of /v1/ids/games. One of season, from, to, team, game_id is needed. */
export type GameIdsFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** first game_date to include, YYYY-MM-DD */
  readonly from?: string | undefined;
  /** last game_date to include, YYYY-MM-DD */
  readonly to?: string | undefined;
  /** season, as seasons of the sport are numbered */
  readonly season?: number | undefined;
  /** home or away team: team id or abbreviation, in any case */
  readonly team?: string | undefined;
  /** home team: team id or abbreviation, in any case */
  readonly home?: string | undefined;
  /** away team: team id or abbreviation, in any case */
  readonly away?: string | undefined;
  /** NFL or NCAAF week number */
  readonly week?: number | undefined;
  /** one of regular, postseason, all */
  readonly season_type?: "regular" | "postseason" | "all" | undefined;
  /** one game, SPORT-YYYYMMDD-AWAY-HOME */
  readonly game_id?: string | undefined;
};

/** Filters of /v1/ids/teams. */
export type TeamIdsFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
};

/** Filters of /v1/files. */
export type FilesFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl; all sports when absent */
  readonly sport?: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl" | undefined;
  /** season, as seasons of the sport are numbered */
  readonly season?: number | undefined;
  /** a data set. `games`: completed games with results and the consensus; `odds`: the full game's lines of each book; `periods`: scores and the consensus of halves, quarters and innings; `period_odds`: the lines of each book on each period; `bets`: every side of every bet at the consensus, graded; `lines`: how every line moved before the start; `evidence`: who states each published fact, and who states otherwise; `snapshots`: each book's line and prices at eight moments before the start, graded; `team_games`: each game seen from its two teams, with what was known before; `ids`: the games' ids at other sources */
  readonly data_set?:
    | "games"
    | "odds"
    | "periods"
    | "period_odds"
    | "bets"
    | "lines"
    | "evidence"
    | "snapshots"
    | "team_games"
    | "ids"
    | undefined;
  /** files of one format, parquet or csv.gz */
  readonly file_format?: "parquet" | "csv.gz" | undefined;
};

/** Filters of /v1/files/{sport}/{season}/{file}. */
export type FileFilters = {
  /** a certain version, by its SHA-256; one that was replaced is there for 48 hours more */
  readonly sha256?: string | undefined;
};

/** Filters of /v1/coverage. */
export type CoverageFilters = {
  /** one of mlb, nfl, ncaaf, nba, nhl; all sports when absent */
  readonly sport?: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl" | undefined;
  /** season, as seasons of the sport are numbered */
  readonly season?: number | undefined;
};
