/** Season rows, from every game the ledger knows of the season [D-7, D-42]. */

import type { SeasonRow } from "../archive/shapes.ts";
import { highestCompletedWeek, type SeasonGame, seasonStatus } from "../domain/seasons.ts";
import { type Sport, sportFacts } from "../domain/sports.ts";
import type { GameRecord, SeasonRecord } from "../feed/records.ts";
import { assembleGames, type LedgerGame } from "../ledger/assemble.ts";
import { pairOf } from "../ledger/tables.ts";

/** What the archive says of the published games of a season. */
export type PublishedGames = {
  readonly games: number;
  readonly regular: number;
  readonly postseason: number;
  readonly withClosingLine: number;
  readonly firstGame: string | null;
  readonly lastGame: string | null;
  /** Whether the archive has this game, in whichever season. */
  has(game: LedgerGame): boolean;
};

/** The body of `archive_seasons`: the row of /v1/seasons, and what /v1/sports says besides. */
export type SeasonBody = { readonly row: SeasonRow; readonly games_with_closing_line: number };

/** Null before the first final game. `statements` are the season records of all providers. */
export function buildSeason(
  sport: Sport,
  season: number,
  records: readonly GameRecord[],
  statements: readonly SeasonRecord[],
  published: PublishedGames,
): SeasonBody | null {
  const games = standings(records, published);
  const status = seasonStatus(games);
  if (status === null || published.games === 0) return null;
  const goesOn = statements.some((record) => record.sport === sport && record.season === season && !record.complete);
  return {
    row: {
      sport,
      season,
      status: goesOn ? "in_progress" : status,
      first_game: published.firstGame,
      last_game: published.lastGame,
      games: published.games,
      regular_season_games: published.regular,
      postseason_games: published.postseason,
      weeks: sportFacts[sport].hasWeeks ? highestCompletedWeek(games) : null,
    },
    games_with_closing_line: published.withClosingLine,
  };
}

function standings(records: readonly GameRecord[], published: PublishedGames): SeasonGame[] {
  const byPair = Map.groupBy(records, (record) => pairOf(record.sport, record.home, record.away));
  return [...byPair.values()].flatMap((ofPair) =>
    assembleGames(ofPair, []).map((game) => standingOf(game, published.has(game))),
  );
}

/** A final game that is held back is waited for like one that is to be played [D-45]. */
function standingOf(game: LedgerGame, isPublished: boolean): SeasonGame {
  const [{ week }] = game.records;
  const statuses = game.records.map((record) => record.status);
  if (statuses.includes("final")) return { standing: isPublished ? "final" : "unplayed", week };
  return { standing: statuses.includes("cancelled") ? "cancelled" : "unplayed", week };
}
