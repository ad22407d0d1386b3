/** The short lists, rendered once per revision: the sports, and each sport's seasons and teams. */
import { hash } from "node:crypto";
import type { SportRow } from "../contract/lists/reference.ts";
import { type Sport, sportFacts, sports } from "../domain/sports.ts";
import type { SeasonHead } from "./season.ts";

/** JSON rows joined by commas. The digest differs between lists with different rows. */
export type RenderedList = { readonly text: Buffer; readonly count: number; readonly digest: string };

export function renderList(rows: readonly string[]): RenderedList {
  const text = Buffer.from(rows.join(","));
  return { text, count: rows.length, digest: hash("sha256", text, "base64url") };
}

/** Lists every sport, including one that has no season yet. */
export function renderSports(
  seasonsOf: (sport: Sport) => readonly SeasonHead[],
  teamCountOf: (sport: Sport) => number,
): RenderedList {
  return renderList(sports.map((sport) => JSON.stringify(sportRow(sport, seasonsOf(sport), teamCountOf(sport)))));
}

function sportRow(sport: Sport, seasons: readonly SeasonHead[], teams: number): SportRow {
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
