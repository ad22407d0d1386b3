/** One game of the archive with its odds rows: against its checksums, its columns, its CSV, its detail and its packed lines. */
import { isDeepStrictEqual } from "node:util";
import { type Game, type GameExtras, gameCsv } from "../contract/rows/game.ts";
import { type OddsRow, oddsCsv } from "../contract/rows/odds.ts";
import type { Findings } from "../database/findings.ts";
import { lineFindings } from "./check-lines.ts";
import { detailChecksum, isPacked, rowChecksum } from "./checksums.ts";
import { conditionsOf } from "./conditions.ts";
import { type RenderedOdds, unpackOdds } from "./packed-odds.ts";
import { type ArchiveTables, marketBitsOf } from "./tables.ts";

type GameTableRow = ArchiveTables["archive_games"];

/** @param isGuarded whether the archive has checksums. */
export function checkGame(row: GameTableRow, isGuarded: boolean, findings: Findings): void {
  const { game_id: id } = row;
  const note = (holds: boolean, what: string) => findings.check(holds, id, what);
  if (isGuarded) {
    note(row.checksum === rowChecksum(row), "its row or its odds rows do not match their checksum");
    note(isPacked(id, row.odds, row.odds_checksum), "its odds rows do not match their checksum");
    note(
      row.detail_checksum === detailChecksum(id, row.body, row.detail),
      "its row or its detail do not match their checksum",
    );
    note(isPacked(id, row.lines, row.lines_checksum), "its lines do not match their checksum");
    note(isPacked(id, row.path, row.path_checksum), "the path of its lines does not match its checksum");
  }
  try {
    const game = JSON.parse(row.body) as Game;
    note(hasColumnsOf(row, game), "its columns are not what its JSON says");
    note(row.csv === gameCsv(game), "its CSV is not its JSON");
    const odds = unpackOdds(row.odds);
    note(row.odds_rows === odds.length, "its odds rows are not as many as its column says");
    const rows = odds.map((each) => statedOdds(each, row, findings));
    const extras = JSON.parse(row.detail) as GameExtras;
    note(
      isDeepStrictEqual(rows.map(asInDetail), extras.books.map(asInDetail)),
      "its odds rows are not the books of its detail",
    );
    const conditions = JSON.stringify(conditionsOf(game, extras));
    note(
      row.conditions === null || row.conditions === conditions,
      "its wind, temperature or roof are not those of its JSON",
    );
    if (row.lines === null) return;
    for (const { bookId, what } of lineFindings(row.lines, game, extras, rows)) {
      findings.note(bookId === null ? id : `${id}, book ${bookId}`, what);
    }
  } catch (error) {
    // A row that is no JSON, or not of the shape, cannot be checked any further.
    findings.note(id, `is not to be understood: ${error instanceof Error ? error.message : error}`);
  }
}

function hasColumnsOf(row: GameTableRow, game: Game): boolean {
  const columns = [row.game_id, row.sport, row.season, row.season_type, row.week, row.game_date, row.start_ms];
  const stated = [
    game.game_id,
    game.sport,
    game.season,
    game.season_type ?? "regular",
    game.week,
    game.game_date,
    Date.parse(game.start_time),
  ];
  const sides = [game.home.abbreviation ?? "", game.away.abbreviation ?? ""];
  return isDeepStrictEqual([...columns, row.home, row.away], [...stated, ...sides]);
}

function statedOdds(row: RenderedOdds, { game_id: id, sport }: GameTableRow, findings: Findings): OddsRow {
  const stated = JSON.parse(row.body) as OddsRow;
  const where = `${id}, book ${row.book_id}`;
  const columns = [id, row.book_id, sport, row.market_bits];
  const isSame = isDeepStrictEqual(columns, [stated.game_id, stated.book_id, stated.sport, marketBitsOf(stated)]);
  findings.check(isSame, where, "its columns are not what its JSON says");
  findings.check(row.csv === oddsCsv(stated), where, "its CSV is not its JSON");
  return stated;
}

/** The members that the odds row and the detail both have. */
function asInDetail({ book_id, moneyline, spread, total, team_total }: OddsRow | GameExtras["books"][number]) {
  const { home_open, home_close, away_open, away_close } = team_total;
  return { book_id, moneyline, spread, total, lines: [home_open, home_close, away_open, away_close] };
}
