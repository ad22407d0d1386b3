/** The rows of a whole season as the lists give them, out of its table. Files of both formats are made of these. */
import type { FileSetName } from "../../contract/file-sets.ts";
import { bets } from "../../contract/lists/bets.ts";
import type { EvidenceRow } from "../../contract/lists/evidence.ts";
import type { Database } from "../../database/engine.ts";
import { momentMinutes } from "../../domain/periods.ts";
import { betFilterOf } from "../../query/bets/filter.ts";
import { betList } from "../../query/bets/page.ts";
import { evidenceRows } from "../../query/evidence.ts";
import { gameIdList, gameList, oddsList } from "../../query/games.ts";
import { lineRows } from "../../query/lines.ts";
import { type KeyedRow, keyedRows } from "../../query/pages.ts";
import { periodList, periodOddsList } from "../../query/periods.ts";
import { gameFilterOf } from "../../query/reach.ts";
import { type SeasonShelf, seasonShelf, spansOf } from "../../query/season.ts";
import { snapshotRows } from "../../query/snapshots/lines-at.ts";
import { teamGameList } from "../../query/team-games/row.ts";
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
  return seasonShelf({ sport, season, revision, row: stated.row }, await readSeasonTable(database.kysely, entry));
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

/** A season, and the one before it, which some rows tell of; null: it is not there. */
export type SeasonWithBefore = { readonly shelf: SeasonShelf; readonly previous: SeasonShelf | null };

type Rows = Iterable<object> | AsyncIterable<object>;

/** The rows that callers get who ask for the season and nothing else. */
export function seasonRows({ shelf, previous }: SeasonWithBefore, dataSet: FileSetName): Rows {
  const { sport, season } = shelf;
  const spans = spansOf(previous === null ? [shelf] : [previous, shelf]);
  const games = gameFilterOf({ season, from: null, to: null, team: null });
  const asked = bets.read(`sport=${sport}&season=${season}`);
  const every = { ...games, period: null, bookIds: null, market: null };
  const moments = { ...every, minutes: momentMinutes, mostAgeMinutes: null };
  const rows: Readonly<Record<FileSetName, () => Rows>> = {
    games: () => keyedRows(gameList, spans, games, null).map(({ row }) => JSON.parse(row) as object),
    odds: () => keyedRows(oddsList, spans, every, null).map(rowOf),
    periods: () => keyedRows(periodList, spans, every, null).map(rowOf),
    period_odds: () => keyedRows(periodOddsList, spans, every, null).map(rowOf),
    bets: () => keyedRows(betList, spans, betFilterOf(asked, asked.book), null).map(rowOf),
    lines: () => rowsOfPaths(shelf),
    evidence: () => rowsOfEvidence(shelf),
    snapshots: () => rowsOf(snapshotRows(sport, spans, moments, null)),
    team_games: () => keyedRows(teamGameList, spans, { ...games, shortened: null }, null).map(rowOf),
    ids: () => keyedRows(gameIdList, spans, games, null).map(({ row }) => JSON.parse(row) as object),
  };
  return rows[dataSet]();
}

function rowOf({ row }: KeyedRow<object>): object {
  return row;
}

async function* rowsOf(keyed: AsyncIterable<KeyedRow<object>>): AsyncGenerator<object> {
  for await (const { row } of keyed) yield row;
}

/** Used statements of these facts are not in the file, which they would be most of: other files have a row of each. */
const toldElsewhere: readonly string[] = ["period_scores", "open", "close"];

async function* rowsOfEvidence({ sport, season, gameIds, paths, statements }: SeasonShelf): AsyncGenerator<object> {
  const all = { bookIds: null, market: null, period: null };
  const stated = await statements.all();
  for (const [game, path] of (await paths.all()).entries()) {
    const game_id = gameIds[game] as string;
    const evidence = { path, statements: stated[game] as readonly EvidenceRow[] };
    for (const { row } of evidenceRows(evidence, game_id, all, null)) {
      if (!row.used || !toldElsewhere.includes(row.fact)) yield { sport, season, game_id, ...row };
    }
  }
}

/** The path of each game, whose rows say of which game they are. */
async function* rowsOfPaths({ sport, season, gameIds, paths }: SeasonShelf): AsyncGenerator<object> {
  const all = { bookIds: null, market: null, period: null };
  for (const [game, path] of (await paths.all()).entries()) {
    const game_id = gameIds[game] as string;
    for (const { row } of lineRows(path, game_id, all, null)) yield { sport, season, game_id, ...row };
  }
}
