/** Season rows, from every game the ledger knows of the season [D-7, D-42]. */

import type { SeasonRow } from "../archive/shapes.ts";
import { pairOf } from "../domain/pairs.ts";
import { highestCompletedWeek, type SeasonGame, type SeasonKey, seasonStatus } from "../domain/seasons.ts";
import { sportFacts } from "../domain/sports.ts";
import type { GameRecord, SeasonRecord } from "../feed/records.ts";
import { assembleGames, type LedgerGame } from "./assemble.ts";

/** The archive's own figures about the published games of a season. */
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

/** The body of `archive_seasons`: the row of /v1/seasons, and a figure that only /v1/sports shows. */
type SeasonBody = { readonly row: SeasonRow; readonly games_with_closing_line: number };

type SeasonSources = {
  /** Of every game that the ledger knows of the season. */
  readonly records: readonly GameRecord[];
  /** The season records of all providers. */
  readonly statements: readonly SeasonRecord[];
  readonly published: PublishedGames;
};

/** Null before the first final game. */
export function buildSeason(
  { sport, season }: SeasonKey,
  { records, statements, published }: SeasonSources,
): SeasonBody | null {
  const games = seasonGames(records, published);
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

function seasonGames(records: readonly GameRecord[], published: PublishedGames): SeasonGame[] {
  const byPair = Map.groupBy(records, pairOf);
  return [...byPair.values()].flatMap((ofPair) =>
    assembleGames(ofPair, []).map((game) => seasonGame(game, published.has(game))),
  );
}

/** A final game that is held back is waited for like one that is to be played [D-45]. */
function seasonGame(game: LedgerGame, isPublished: boolean): SeasonGame {
  const [{ week }] = game.records;
  const statuses = game.records.map((record) => record.status);
  if (statuses.includes("final")) return { state: isPublished ? "final" : "unplayed", week };
  return { state: statuses.includes("cancelled") ? "cancelled" : "unplayed", week };
}
