/** The filters of games, as a request gives them and as questions to the archive have them. */

import type { gameFilters } from "../contract/filters/games.ts";
import type { ValuesOf } from "../contract/parameter.ts";
import { dateNumber } from "../release/season-table.ts";
import type { GameFilter } from "./pages.ts";

/** Not every list of rows of games has every filter. */
export type AskedGames = Omit<Partial<ValuesOf<typeof gameFilters>>, "season" | "from" | "to" | "team"> &
  Pick<ValuesOf<typeof gameFilters>, "season" | "from" | "to" | "team">;

export function gameFilterOf(asked: AskedGames): GameFilter {
  const { from, to } = asked;
  return {
    season: asked.season,
    fromDate: from === null ? null : dateNumber(from),
    toDate: to === null ? null : dateNumber(to),
    team: asked.team,
    home: asked.home ?? null,
    away: asked.away ?? null,
    week: asked.week ?? null,
    seasonType: asked.season_type ?? null,
    gameId: asked.game_id ?? null,
  };
}
