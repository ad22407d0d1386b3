/** Games and closing lines of the seasons that are open to everybody, for the page on which people grade their bets. */
import { setImmediate } from "node:timers/promises";
import { season, sport } from "../../contract/filters/games.ts";
import { bets } from "../../contract/lists/bets.ts";
import type { Game } from "../../contract/lists/games.ts";
import { parameterReader, WrongParameter } from "../../contract/parameter.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { bySport, type Sport, sports } from "../../domain/sports.ts";
import { gameRow } from "../../query/games.ts";
import type { Snapshot } from "../../query/load.ts";
import { betRows } from "../../query/questions/game.ts";
import type { OpenSeasons } from "../../query/questions/slate.ts";
import { refuseDamaged, wholeSport } from "../../query/reach.ts";

export const mostGamesOfRequest = 25;

/** The seasons of each sport that may be shown. */
export function openSeasonsOf({ sports: shelves }: Snapshot, isOpen: OpenSeasons): Readonly<Record<Sport, number[]>> {
  return bySport((sport) =>
    shelves[sport].seasons.map(({ season }) => season).filter((season) => isOpen(sport, season)),
  );
}

/** The sports that have games here, open or not. */
export function leaguesOf({ sports: shelves }: Snapshot): readonly Sport[] {
  return sports.filter((sport) => shelves[sport].seasons.length > 0);
}

const readSeason = parameterReader({ sport, season });

/**
 * The facts that tell the games of a season apart, without lines.
 * @param query `sport` and `season`. @throws WrongParameter, and BeingMended.
 */
export function openGames(snapshot: Snapshot, query: string, isOpen: OpenSeasons): string {
  const { sport, season } = readSeason(query);
  if (season === null || !isOpen(sport, season))
    throw new WrongParameter("season", "season must be one that is open without a key");
  refuseDamaged(snapshot, { ...wholeSport(sport), season });
  const team = ({ abbreviation, name, score }: Game["home"]) => ({ abbreviation, name, score });
  const shelves = snapshot.sports[sport].seasons.filter((each) => each.season === season);
  const games = shelves.flatMap((shelf) => shelf.gameIds.map((_, at) => gameRow(shelf, at)));
  const rows = games.map(({ game_id, game_date, start_time, home, away }) => ({
    ...{ game_id, sport, season, game_date, start_time },
    ...{ home: team(home), away: team(away) },
  }));
  return JSON.stringify({ data: rows });
}

/**
 * The closes and scores of some games.
 * @param ids of games; those that are not known or not open have no rows.
 * @throws WrongParameter for a book or a bet type that does not exist, and BeingMended.
 */
export async function openLines(
  snapshot: Snapshot,
  { ids, betTypes, books }: { readonly ids: readonly string[]; readonly betTypes: string; readonly books: string },
  isOpen: OpenSeasons,
): Promise<string> {
  const rows: object[] = [];
  for (const id of ids) {
    const sport = parseGameId(id)?.sport;
    if (sport === undefined) throw new WrongParameter("game_ids", "game_ids must be ids of games, separated by commas");
    const season = snapshot.sports[sport].seasons.find(({ gameIds }) => gameIds.includes(id));
    if (season === undefined || !isOpen(sport, season.season)) continue;
    const asked = bets.read(new URLSearchParams({ sport, game_id: id, bet_type: betTypes, book: books }).toString());
    refuseDamaged(snapshot, asked);
    for (const row of betRows(snapshot, asked)) {
      const { game_id, home, period, market, selection, side_team, book, close, score, rule } = row;
      rows.push({ game_id, home, period, market, selection, side_team, book, close, score, rule });
    }
    // Others are answered between two games.
    await setImmediate();
  }
  return JSON.stringify({ data: rows });
}
