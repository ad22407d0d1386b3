/** The short lists, rendered once per revision: sports, and the seasons and teams of each. */
import { type Sport, sportFacts, sports } from "../domain/sports.ts";
import type { SportRow } from "./shapes.ts";
import type { SeasonShelf } from "./shelf-season.ts";

/** JSON rows joined by commas. */
export type RenderedList = { readonly text: Buffer; readonly count: number };

export function renderList(rows: readonly string[]): RenderedList {
  return { text: Buffer.from(rows.join(",")), count: rows.length };
}

/** Every sport, also one that has no season yet. */
export function renderSports(
  seasonsOf: (sport: Sport) => readonly SeasonShelf[],
  teamCountOf: (sport: Sport) => number,
): RenderedList {
  return renderList(sports.map((sport) => JSON.stringify(sportRow(sport, seasonsOf(sport), teamCountOf(sport)))));
}

function sportRow(sport: Sport, seasons: readonly SeasonShelf[], teams: number): SportRow {
  const { name, seasonLabel, betTypes } = sportFacts[sport];
  const lastGames = seasons.map(({ row }) => row.last_game).filter((date) => date !== null);
  return {
    sport,
    name,
    season_label: seasonLabel,
    seasons: seasons.map(({ row, gamesWithClosingLine }) => ({
      season: row.season,
      status: row.status,
      first_game: row.first_game,
      last_game: row.last_game,
      games: row.games,
      games_with_closing_line: gamesWithClosingLine,
    })),
    bet_types: [...betTypes],
    last_completed_game: lastGames.sort().at(-1) ?? null,
    teams,
  };
}
