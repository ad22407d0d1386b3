/** Pages of games seen from their teams, made of the columns of a season at the request. */
import { type TeamGameRow, teamGameColumns } from "../../contract/lists/team-games.ts";
import { type KeyedRow, madePage } from "../made-rows.ts";
import { type GameFilter, matchingGames, type Page, type PageKey, type PageRequest } from "../pages.ts";
import type { Span } from "../spans.ts";
import { teamGameRow } from "./row.ts";
import { nameAt, seasonBefore, teamPlace } from "./season-teams.ts";

/** @param spans of all seasons of the sport, because the last meeting may be of the season before. */
export function teamGamesPage(spans: readonly Span[], filter: GameFilter, wanted: PageRequest): Page {
  return madePage(rowsOfTeamGames(spans, filter, wanted.after), teamGameColumns, wanted);
}

/** The rows one by one, from a key on. */
export function* rowsOfTeamGames(
  spans: readonly Span[],
  filter: GameFilter,
  after: PageKey | null,
): Generator<KeyedRow<TeamGameRow>> {
  for (const { season, game } of matchingGames(spans, filter, after)) {
    const gameId = season.gameIds[game] as string;
    const startMs = season.startMs[game] as number;
    const isKeyGame = after !== null && after.gameId === gameId;
    const previous = seasonBefore(season, spans);
    for (const withinGame of [0, 1]) {
      if (isKeyGame && withinGame <= after.withinGame) continue;
      const place = teamPlace(game, withinGame === 1);
      if (filter.team !== null && nameAt(season, place) !== filter.team) continue;
      yield { key: { startMs, gameId, withinGame }, row: teamGameRow(season, previous, place) };
    }
  }
}
