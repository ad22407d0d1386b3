/** The rows of a season's games with their ids at other sources, rendered once: they are small, and change with the games. */

import { csvRow } from "../contract/csv.ts";
import { type GameIds, gameIdsColumns } from "../contract/rows/ids.ts";
import type { OutsideIds } from "../domain/outside-ids.ts";
import { type Sport, seasonTypes } from "../domain/sports.ts";
import type { Format } from "../release/formats.ts";
import type { ArchiveTables } from "../release/tables.ts";

type GameColumns = Pick<
  ArchiveTables["archive_games"],
  "game_id" | "season_type" | "week" | "game_date" | "start_ms" | "home" | "away" | "ids"
>;

export type SeasonName = { readonly sport: Sport; readonly season: number };

/** @returns null in an archive from before there were such ids, until it is published again. */
export function renderedIds({ sport, season }: SeasonName, game: GameColumns): Readonly<Record<Format, string>> | null {
  if (game.ids === null) return null;
  const row: GameIds = {
    game_id: game.game_id,
    sport,
    season,
    season_type: seasonTypes.find((type) => type === game.season_type) ?? null,
    week: game.week,
    game_date: game.game_date,
    start_time: new Date(game.start_ms).toISOString(),
    home: game.home,
    away: game.away,
    ...membersOf(JSON.parse(game.ids) as OutsideIds),
  };
  return { json: JSON.stringify(row), csv: csvRow(gameIdsColumns, row) };
}

/** One after the other, so that the order in the answer does not hang on that in the database. */
function membersOf(
  ids: OutsideIds,
): Omit<GameIds, keyof Omit<GameColumns, "start_ms" | "ids"> | "sport" | "season" | "start_time"> {
  const { nflverse, espn, mlb, nhl, cfbd, retrosheet, the_odds_api } = ids;
  return { nflverse, espn, mlb, nhl, cfbd, retrosheet, the_odds_api: [...the_odds_api] };
}
