/** What is published, read from the newest release of a database. */
import assert from "node:assert/strict";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import { columnsVersion } from "../../src/contract/release-columns.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { pairOf } from "../../src/domain/pairs.ts";
import type { SeasonKey } from "../../src/domain/seasons.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import type { FindingKind } from "../../src/publish/findings.ts";
import type { PublishReport } from "../../src/publish/publish-report.ts";
import { type League, readLeague, storeLeague } from "../../src/release/league.ts";
import { type Manifest, readNewestRelease, releaseRow, type SeasonEntry } from "../../src/release/manifest.ts";
import { publishedGame, replacePublished } from "../../src/release/published-games.ts";
import { gameOf, renderedGame } from "../../src/release/render.ts";
import { compareKeys } from "../../src/release/season-table.ts";
import { readSeasonValues, writeSeason } from "../../src/release/season-values.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import type { GameValues } from "../../src/release/values.ts";

/** The sentences of one kind that a publish tells. */
export function toldOf({ findings }: Pick<PublishReport, "findings">, kind: FindingKind): string[] {
  return findings.filter((each) => each.kind === kind).map(({ sentence }) => sentence);
}

/** By game id. */
export async function publishedValues(database: Database): Promise<GameValues[]> {
  const entries = (await readNewestRelease(database.kysely))?.manifest.seasons ?? [];
  const games: GameValues[] = [];
  for (const entry of entries) games.push(...(await readSeasonValues(database.kysely, entry)).games);
  return games.sort((a, b) => (a.facts.game_id < b.facts.game_id ? -1 : 1));
}

/** The rows of the games list, by game id. */
export async function publishedGames(database: Database): Promise<Game[]> {
  return (await publishedValues(database)).map(({ facts }) => gameOf(facts));
}

/** The single-game answers, by game id. */
export async function publishedDetails(database: Database): Promise<GameDetail[]> {
  return (await publishedValues(database)).map((game) => renderedGame(game).detail);
}

/** By game id, then by book id. */
export async function publishedOddsRows(database: Database): Promise<OddsRow[]> {
  return (await publishedValues(database)).flatMap((game) => renderedGame(game).odds);
}

export async function publishedLeague(database: Database, sport: Sport): Promise<League> {
  const release = await readNewestRelease(database.kysely);
  assert.ok(release, "something is published");
  return readLeague(database.kysely, release.manifest, sport);
}

/** The teams and the rows of the seasons, sport by sport; empty before the first publish. */
export async function publishedLeagues(database: Database): Promise<Pick<League, "teams" | "seasons">> {
  const release = await readNewestRelease(database.kysely);
  const leagues: League[] = [];
  for (const sport of release === null ? [] : sports) leagues.push(await publishedLeague(database, sport));
  return { teams: leagues.flatMap(({ teams }) => teams), seasons: leagues.flatMap(({ seasons }) => seasons) };
}

type NewRelease = {
  readonly revision: number;
  readonly publishedAt?: string;
  readonly importId?: number;
  readonly isSample?: boolean;
  readonly report?: object;
};

/** Writes a release by hand. The given seasons take the place of those of before; a league is that of its sport. */
export async function writeReleaseOf(
  database: Database,
  seasons: readonly (SeasonKey & { readonly games: readonly GameValues[] })[],
  leagues: readonly League[],
  { revision, publishedAt = "2026-01-01T00:00:00.000Z", importId = 0, isSample = false, report = {} }: NewRelease,
): Promise<void> {
  await database.kysely.transaction().execute(async (connection) => {
    const tables = tablesOf<ReleaseTables>(connection);
    const before = await readNewestRelease(connection);
    const entries: SeasonEntry[] = (before?.manifest.seasons ?? []).filter(
      ({ sport, season }) => !seasons.some((each) => each.sport === sport && each.season === season),
    );
    for (const { sport, season, games } of seasons) {
      const sorted = games.toSorted((a, b) =>
        compareKeys(Date.parse(a.facts.start_time), a.facts.game_id, Date.parse(b.facts.start_time), b.facts.game_id),
      );
      await tables.deleteFrom("published_games").where("sport", "=", sport).where("season", "=", season).execute();
      if (games.length > 0) entries.push(await writeSeason(connection, { sport, season, games: sorted }, revision));
      const rows = games.map((game) => publishedGame(game, pairOfGame(game)));
      await replacePublished(
        tables,
        rows.map(({ game_id }) => game_id),
        rows,
      );
    }
    const files: Record<string, Manifest["leagues"]["nfl"]> = { ...before?.manifest.leagues };
    for (const league of leagues) files[league.sport] = await storeLeague(connection, league);
    const { archive_id } = await tables.selectFrom("archive_identity").select("archive_id").executeTakeFirstOrThrow();
    const manifest = {
      archive: archive_id,
      revision,
      published_at: publishedAt,
      previous: before?.manifestSha256 ?? null,
      is_sample: isSample,
      columns: columnsVersion,
      seasons: entries.sort((a, b) => (a.sport < b.sport ? -1 : a.sport > b.sport ? 1 : a.season - b.season)),
      leagues: files as Manifest["leagues"],
    };
    const fresh = {
      revision,
      published_at: publishedAt,
      import_id: importId,
      is_sample: Number(isSample),
      report: JSON.stringify(report),
    };
    await tables.deleteFrom("releases").where("revision", "=", revision).execute();
    await tables.insertInto("releases").values(releaseRow(fresh, manifest)).execute();
  });
}

function pairOfGame({ facts: { sport, home, away } }: GameValues) {
  return pairOf({ sport, home: home.abbreviation ?? "", away: away.abbreviation ?? "" });
}
