/** The seasons of one team: its games as `/v1/team_games` has them, and how many of them the closes expected it to win. */
import { bets } from "../../contract/lists/bets.ts";
import type { TeamGameRow } from "../../contract/lists/team-games.ts";
import type { Sport } from "../../domain/sports.ts";
import { betFilterOf } from "../bets/filter.ts";
import type { Snapshot } from "../load.ts";
import { keyedRows } from "../pages.ts";
import { gameFilterOf, refuseDamaged, wholeSport } from "../reach.ts";
import { teamGameList } from "../team-games/row.ts";
import { setOfBets } from "../trends/set.ts";
import { type Expected, expectedWins } from "../trends/tally.ts";
import type { OpenSeasons } from "./slate.ts";

export type TeamSeason = {
  readonly season: number;
  /** In order of their starts. */
  readonly rows: readonly TeamGameRow[];
  /** Of the games that were won or lost and whose closing moneyline has a consensus; null: there is none. */
  readonly expected: Expected | null;
};

/**
 * The seasons that may be shown and have games of the team, the newest first.
 * @param team its abbreviation.
 * @throws BeingMended when a season is damaged.
 */
export function teamSeasons(
  snapshot: Snapshot,
  sport: Sport,
  team: string,
  isOpen: OpenSeasons,
): readonly TeamSeason[] {
  refuseDamaged(snapshot, wholeSport(sport));
  const { seasons, spans } = snapshot.sports[sport];
  return seasons
    .filter(({ season, teamCodes }) => isOpen(sport, season) && teamCodes.has(team))
    .map(({ season }) => {
      const reach = { ...wholeSport(sport), season };
      const rows = [
        ...keyedRows(teamGameList, spans, { ...gameFilterOf({ ...reach, team }), shortened: null }, null),
      ].map(({ row }) => row);
      return { season, rows, expected: expectedOf(snapshot, sport, team, season) };
    })
    .filter(({ rows }) => rows.length > 0)
    .reverse();
}

function expectedOf({ sports }: Snapshot, sport: Sport, team: string, season: number): TeamSeason["expected"] {
  const query = new URLSearchParams({ sport, season: String(season), on: team, bet_type: "moneyline" });
  const asked = bets.read(query.toString());
  return expectedWins(setOfBets(sport, sports[sport].spans, betFilterOf(asked, asked.book)));
}
