/** Writes a publish as a release, with what the next publish needs to know of it. */
import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql } from "kysely";
import { columnsVersion } from "../../contract/release-columns.ts";
import { eachOnce, type SeasonKey, SeasonMap } from "../../domain/seasons.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import type { SeasonRecord } from "../../feed/records.ts";
import { insertIdentities } from "../../ledger/identities.ts";
import { holdsSample, readFactRecords, readSeasonGameRecords } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { type League, storeLeague } from "../../release/league.ts";
import { filesOf, type Manifest, readArchiveId, releaseRow, type SeasonEntry } from "../../release/manifest.ts";
import { readOfferedFiles } from "../../release/offered-files.ts";
import { dropUnused } from "../../release/store.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import type { Findings, HeldGame } from "../findings.ts";
import { buildTeams } from "../grade/facts.ts";
import { buildSeason, hasLapsed, isHalfAYearAgo, type PublishedFigures } from "../grade/seasons.ts";
import type { LedgerGame } from "../match/assemble.ts";
import type { PublishStart } from "../start.ts";
import type { Seasons } from "./seasons.ts";

type NewRelease = Awaited<ReturnType<typeof writeLeagues>> & {
  /** Every game that is held back. */
  readonly held: readonly HeldGame[];
  readonly importId: number;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
};

/** A publish that changed nothing keeps the last release, and only notes what it has seen. */
export async function writeRelease(start: PublishStart, release: NewRelease): Promise<void> {
  const { connection, tables, ledger, last } = start;
  const { hasChanged, held, importId, publishedAt } = release;
  const isSample = await holdsSample(ledger);
  const isNew = hasChanged || last === null;
  const revision = isNew ? start.revision : last.revision;
  const row = {
    revision,
    published_at: publishedAt,
    import_id: importId,
    is_sample: isSample ? 1 : 0,
    report: JSON.stringify({ held }),
  };
  if (!isNew) {
    const manifest = { ...last.manifest, is_sample: isSample };
    await tables.updateTable("releases").set(releaseRow(row, manifest)).where("revision", "=", revision).execute();
    return;
  }
  const manifest: Manifest = {
    archive: await readArchiveId(connection),
    revision,
    published_at: publishedAt,
    previous: last?.manifestSha256 ?? null,
    is_sample: isSample,
    columns: columnsVersion,
    seasons: release.seasons,
    leagues: release.leagues,
  };
  await tables.insertInto("releases").values(releaseRow(row, manifest)).execute();
  const ofFiles = [...filesOf(manifest), ...(await readOfferedFiles(connection))].map(({ sha256 }) => sha256);
  await dropUnused(connection, new Set(ofFiles), Date.parse(publishedAt));
}

// Writes everything of a publish but the values of games: the teams and the rows of seasons of each sport, and identities.

/**
 * Writes the teams and the rows of seasons. Of the returned, `written` are the seasons of which anything is new, different or gone, and
 * `hasChanged` says whether the release is another one now.
 */
export async function writeLeagues(
  start: PublishStart & { readonly seasons: Seasons; readonly findings: Findings },
  figures: SeasonMap<SeasonFigures>,
) {
  const { connection, ledger, seasons, ids, nowMs, findings } = start;
  const statements = await readFactRecords(ledger, "season");
  const teams = await readFactRecords(ledger, "team");
  const known = start.last?.manifest.leagues;
  const leagues: Partial<Record<Sport, Manifest["leagues"][Sport]>> = {};
  const rewritten: SeasonKey[] = [];
  for (const sport of sports) {
    const league = await seasons.league(sport);
    const rows = new Map((league?.seasons ?? []).map((each) => [each.row.season, each]));
    const touched = [...start.changedSeasons, ...seasons.written.keys()].filter((key) => key.sport === sport);
    const others =
      start.all || league === null
        ? [...rows.keys(), ...(await seasonsOfLedger(ledger, sport))]
        : dueSeasons(league, statements, nowMs);
    const wanted = new Set([...touched.map(({ season }) => season), ...others].sort((a, b) => a - b));
    const listed = wanted.size === 0 ? new Set<string>() : await listedIds(start, sport);
    const changedSeasons: SeasonKey[] = [];
    for (const season of wanted) {
      const built = await readSeasonRow(start, { sport, season }, { figures, listed, statements });
      const about = `${sport} ${season}`;
      // Half a year went by without news of these games, so that the season is published as it is [D-45].
      for (const game of built?.givenUp ?? []) findings.add("given-up", `${about}: ${game}`, about);
      if (!isDeepStrictEqual(rows.get(season), built?.body)) changedSeasons.push({ sport, season });
      if (built === null) rows.delete(season);
      else rows.set(season, built.body);
    }
    const inOrder = [...rows.values()].sort((a, b) => a.row.season - b.row.season);
    leagues[sport] = await storeLeague(connection, { sport, teams: buildTeams(sport, teams), seasons: inOrder });
    // A file that was damaged, and is as before again, has told of no row.
    if (leagues[sport]?.sha256 !== known?.[sport]?.sha256) rewritten.push(...changedSeasons);
  }
  await insertIdentities(ledger, ids.fresh);
  const after = entriesAfter(seasons, rewritten, start.revision);
  const isNew = (key: SeasonKey): boolean => seasons.written.get(key)?.revision !== seasons.entry(key)?.revision;
  const isSame = JSON.stringify([after, leagues]) === JSON.stringify([seasons.entries, known]);
  return {
    seasons: after,
    leagues: leagues as Manifest["leagues"],
    written: eachOnce([...seasons.written.keys().filter(isNew), ...rewritten]),
    hasChanged: start.last === null || !isSame,
  };
}

/** The entries of a manifest. A season of which only the row is another one keeps its files, and is of this revision too. */
function entriesAfter(seasons: Seasons, rewritten: readonly SeasonKey[], revision: number): SeasonEntry[] {
  const keys = eachOnce([...seasons.entries, ...seasons.written.keys()]);
  const ofRevision = new SeasonMap(rewritten.map((season) => [season, revision]));
  return keys.flatMap((key) => {
    const written = seasons.written.get(key);
    const before = seasons.entry(key);
    if (written !== undefined) return written ?? [];
    return before === null ? [] : { ...before, revision: ofRevision.get(key) ?? before.revision };
  });
}

async function seasonsOfLedger(ledger: Kysely<LedgerTables>, sport: Sport): Promise<number[]> {
  const rows = await ledger
    .selectFrom("ledger_records")
    .select("season")
    .distinct()
    .where("sport", "=", sport)
    .where("kind", "in", ["game", "season"])
    .execute();
  return rows.map(({ season }) => season as number);
}

/**
 * The seasons in progress that may have come to their end although no record changed: half a year has gone by since
 * their last game, or the days of their undecided games are over [D-45]. There are hardly ever any.
 */
function dueSeasons({ seasons }: League, statements: readonly SeasonRecord[], nowMs: number): number[] {
  const lapsed = new SeasonMap(statements.filter((each) => hasLapsed(each, nowMs)).map((each) => [each, null]));
  return seasons
    .map(({ row }) => row)
    .filter(({ status }) => status === "in_progress")
    .filter((row) => lapsed.has(row) || (row.last_game !== null && isHalfAYearAgo(row.last_game, nowMs)))
    .map(({ season }) => season);
}

type SeasonFigures = PublishedFigures & { readonly oddsRows: number };

type RowSources = {
  /** As `readFigures` gives them. */
  readonly figures: SeasonMap<SeasonFigures>;
  /** The season records of all providers. */
  readonly statements: readonly SeasonRecord[];
  /** The ids of all published games of the sport. */
  readonly listed: ReadonlySet<string>;
};

/** The row of a season, of its published games and the ledger's records; null before the first final game. */
export async function readSeasonRow(
  { ledger, ids, nowMs }: PublishStart,
  key: SeasonKey,
  { figures, listed, statements }: RowSources,
): Promise<ReturnType<typeof buildSeason>> {
  const published = figures.get(key);
  if (published === undefined) return null;
  const records = await readSeasonGameRecords(ledger, key);
  const isListed = (game: LedgerGame): boolean => listed.has(ids.ofPublished(game) ?? "");
  return buildSeason(key, { records, statements, published, isListed, nowMs });
}

export async function listedIds({ tables }: PublishStart, sport: Sport): Promise<Set<string>> {
  const rows = await tables.selectFrom("published_games").select("game_id").where("sport", "=", sport).execute();
  return new Set(rows.map((row) => row.game_id));
}

/** The figures of the published games of each season. */
export async function readFigures(tables: Kysely<ReleaseTables>): Promise<SeasonMap<SeasonFigures>> {
  const rows = await tables
    .selectFrom("published_games")
    .select(["sport", "season"])
    .select(({ fn }) => [
      fn.countAll<number>().as("games"),
      fn.sum<number | null>("odds_rows").as("odds_rows"),
      fn.sum<number | null>(sql`case when season_type = 'regular' then 1 else 0 end`).as("regular"),
      fn.sum<number | null>("has_closing_line").as("with_closing_line"),
      fn.min<string | null>("game_date").as("first_game"),
      fn.max<string | null>("game_date").as("last_game"),
    ])
    .groupBy(["sport", "season"])
    .execute();
  const figures = rows.map((row): [SeasonKey, SeasonFigures] => {
    return [
      { sport: row.sport as Sport, season: row.season },
      {
        games: Number(row.games),
        regular: Number(row.regular ?? 0),
        oddsRows: Number(row.odds_rows ?? 0),
        withClosingLine: Number(row.with_closing_line ?? 0),
        firstGame: row.first_game,
        lastGame: row.last_game,
      },
    ];
  });
  return new SeasonMap(figures);
}
