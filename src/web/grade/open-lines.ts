/** Games and closing lines of the seasons that are open to everybody, for the page on which people grade their bets. */
import { setImmediate } from "node:timers/promises";
import { type BetRow, bets } from "../../contract/lists/bets.ts";
import { type Game, games } from "../../contract/lists/games.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { bySport, type Sport, sports } from "../../domain/sports.ts";
import { betFilterOf } from "../../query/bets/filter.ts";
import { betsPage } from "../../query/bets/page.ts";
import { gameFilterOf } from "../../query/game-filters.ts";
import type { Snapshot } from "../../query/load.ts";
import { gamesPage, type Page, type PageKey } from "../../query/pages.ts";
import type { OpenSeasons } from "../../query/questions/slate.ts";
import { refuseDamaged } from "../../query/reach.ts";

export const mostGamesOfRequest = 25;
const rowsOfPage = 1000;

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

function rowsOf<Row>({ pieces }: Page): Row[] {
  return pieces.flatMap((piece) => JSON.parse(`[${piece}]`) as Row[]);
}

/**
 * The facts that tell the games of a season apart, without lines.
 * @param query `sport` and `season`. @throws WrongParameter, and BeingMended.
 */
export function openGames(snapshot: Snapshot, query: string, isOpen: OpenSeasons): string {
  const asked = games.read(query);
  const { sport, season } = asked;
  if (season === null || !isOpen(sport, season))
    throw new WrongParameter("season", "season must be one that is open without a key");
  refuseDamaged(snapshot, asked);
  const { spans } = snapshot.sports[sport];
  const rows: object[] = [];
  let after: PageKey | null = null;
  do {
    const page: Page = gamesPage(spans, gameFilterOf(asked), { after, limit: rowsOfPage, format: "json" });
    for (const { game_id, game_date, start_time, home, away } of rowsOf<Game>(page)) {
      const team = ({ abbreviation, name, score }: Game["home"]) => ({ abbreviation, name, score });
      rows.push({ game_id, sport, season, game_date, start_time, home: team(home), away: team(away) });
    }
    after = page.lastKey;
  } while (after !== null);
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
    const filter = betFilterOf(asked, asked.book);
    const page = betsPage(snapshot.sports[sport].spans, filter, { after: null, limit: rowsOfPage, format: "json" });
    for (const { game_id, home, period, market, selection, side_team, book, close, score } of rowsOf<BetRow>(page)) {
      rows.push({ game_id, home, period, market, selection, side_team, book, close, score });
    }
    // Others are answered between two games.
    await setImmediate();
  }
  return JSON.stringify({ data: rows });
}
