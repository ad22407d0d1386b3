/**
 * The rows of a whole season as the lists give them in CSV, out of its table. Files of both formats are made of these, so
 * that a file says what the pages say.
 */
import { csvHeader } from "../../contract/csv.ts";
import type { FileSetName } from "../../contract/file-sets.ts";
import { separators } from "../../contract/formats.ts";
import { betColumns, bets } from "../../contract/lists/bets.ts";
import { gameColumns } from "../../contract/lists/games.ts";
import { gameIdsColumns } from "../../contract/lists/ids.ts";
import { lineColumns } from "../../contract/lists/lines.ts";
import { oddsColumns } from "../../contract/lists/odds.ts";
import { periodColumns, periodOddsColumns } from "../../contract/lists/periods.ts";
import { snapshotColumns } from "../../contract/lists/snapshots.ts";
import { teamGameColumns } from "../../contract/lists/team-games.ts";
import type { Database } from "../../database/engine.ts";
import { momentMinutes } from "../../domain/moments.ts";
import { betFilterOf } from "../../query/bets/filter-asked.ts";
import { betsPage } from "../../query/bets/page.ts";
import { gameFilterOf } from "../../query/game-filters.ts";
import { linesPage } from "../../query/lines/page.ts";
import {
  type GameFilter,
  gameIdsPage,
  gamesPage,
  oddsPage,
  type Page,
  type PageKey,
  type PageRequest,
} from "../../query/pages.ts";
import { periodOddsPage } from "../../query/period-odds.ts";
import { periodsPage } from "../../query/periods.ts";
import { type SeasonShelf, seasonShelf } from "../../query/season.ts";
import { type SnapshotFilter, snapshotsPage } from "../../query/snapshots/page.ts";
import { spansOf } from "../../query/spans.ts";
import { teamGamesPage } from "../../query/team-games/page.ts";
import { readLeague } from "../../release/league.ts";
import type { Manifest, SeasonEntry } from "../../release/manifest.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { readSeasonTable } from "../../release/season-table.ts";

/** A season of a release, opened by itself: other seasons take no memory. @throws ReleaseDamaged when it is not as it was written. */
export async function openSeasonRows(
  database: Pick<Database, "kysely">,
  manifest: Manifest,
  entry: SeasonEntry,
): Promise<SeasonShelf> {
  const { sport, season, revision } = entry;
  const league = await readLeague(database.kysely, manifest, sport);
  const stated = league.seasons.find(({ row }) => row.season === season);
  if (stated === undefined) throw new ReleaseDamaged(`the row of ${sport} ${season} is not there`);
  const head = { sport, season, revision, row: stated.row, gamesWithClosingLine: stated.games_with_closing_line };
  return seasonShelf(head, await readSeasonTable(database.kysely, entry));
}

/** The season before one, opened by itself; null when the release has none. @throws ReleaseDamaged as `openSeasonRows` does. */
export async function openSeasonBefore(
  database: Pick<Database, "kysely">,
  manifest: Manifest,
  entry: SeasonEntry,
): Promise<SeasonShelf | null> {
  const before = entryBefore(manifest, entry);
  return before === null ? null : openSeasonRows(database, manifest, before);
}

export function entryBefore({ seasons }: Manifest, { sport, season }: SeasonEntry): SeasonEntry | null {
  return seasons.find((each) => each.sport === sport && each.season === season - 1) ?? null;
}

/** The first line of a data set's CSV, without its end. */
export const fileHeaders: Readonly<Record<FileSetName, string>> = {
  games: csvHeader(gameColumns),
  odds: csvHeader(oddsColumns),
  periods: csvHeader(periodColumns),
  period_odds: csvHeader(periodOddsColumns),
  bets: csvHeader(betColumns),
  lines: `sport,season,game_id,${csvHeader(lineColumns)}`,
  snapshots: csvHeader(snapshotColumns),
  team_games: csvHeader(teamGameColumns),
  ids: csvHeader(gameIdsColumns),
};

/** A season, and the one before it, which some rows tell of; null: it is not there. */
export type SeasonWithBefore = { readonly shelf: SeasonShelf; readonly previous: SeasonShelf | null };

/** Some rows as lines of CSV, with a line end between two of them. */
export async function* seasonRows({ shelf, previous }: SeasonWithBefore, dataSet: FileSetName): AsyncGenerator<string> {
  if (dataSet === "lines") {
    yield* lineRows(shelf);
    return;
  }
  const page = pagesOf(shelf, previous)[dataSet];
  let after: PageKey | null = null;
  do {
    const { pieces, lastKey }: Page = await page({ after, limit: 1000, format: "csv" });
    if (pieces.length > 0) yield pieces.map((piece) => piece.toString()).join(separators.csv);
    after = lastKey;
  } while (after !== null);
}

/** The pages that callers get who ask for the season and nothing else. */
function pagesOf(
  shelf: SeasonShelf,
  previous: SeasonShelf | null,
): Readonly<Record<Exclude<FileSetName, "lines">, (wanted: PageRequest) => Page | Promise<Page>>> {
  const { sport, season } = shelf;
  const spans = spansOf(previous === null ? [shelf] : [previous, shelf]);
  const games = gameFilterOf({ season, from: null, to: null, team: null });
  const asked = bets.read(`sport=${sport}&season=${season}`);
  const ofBooks = { ...games, period: null, bookIds: null, market: null };
  return {
    games: (wanted) => gamesPage(spans, games, wanted),
    odds: (wanted) => oddsPage(spans, { ...games, bookIds: null, marketBit: 0 }, wanted),
    periods: (wanted) => periodsPage(sport, spans, { ...games, period: null }, periodColumns, wanted),
    period_odds: (wanted) => periodOddsPage(sport, spans, ofBooks, periodOddsColumns, wanted),
    bets: (wanted) => betsPage(spans, betFilterOf(asked, asked.book), wanted),
    snapshots: (wanted) => snapshotsPage(sport, spans, everySnapshot(games), wanted),
    team_games: (wanted) => teamGamesPage(spans, games, wanted),
    ids: (wanted) => gameIdsPage(spans, games, wanted),
  };
}

function everySnapshot(games: GameFilter): SnapshotFilter {
  return { ...games, minutes: momentMinutes, bookIds: null, market: null, period: null, mostAgeMinutes: null };
}

const allLines = { bookIds: null, market: null, period: null };
const wholePath = { after: null, limit: Number.POSITIVE_INFINITY, format: "csv" } as const;

/** The path of each game, whose rows say of which game they are. */
async function* lineRows({ sport, season, gameIds, paths }: SeasonShelf): AsyncGenerator<string> {
  for (const [game, path] of (await paths.all()).entries()) {
    const gameId = gameIds[game] as string;
    const { pieces } = linesPage(path, gameId, allLines, wholePath);
    if (pieces.length === 0) continue;
    const before = `${sport},${season},${gameId},`;
    const rows = pieces.map((piece) => piece.toString()).join(separators.csv);
    yield before + rows.replaceAll(separators.csv, separators.csv + before);
  }
}
