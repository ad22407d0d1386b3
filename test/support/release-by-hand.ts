/** Writes releases by hand, values that nothing computed among them, and puts other values into the release that there is. */
import assert from "node:assert/strict";
import { columnsVersion } from "../../src/contract/release-columns.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { pairOf } from "../../src/domain/game-ids.ts";
import type { SeasonKey } from "../../src/domain/seasons.ts";
import { type League, storeLeague } from "../../src/release/league.ts";
import { type Manifest, readNewestRelease, releaseRow, type SeasonEntry } from "../../src/release/manifest.ts";
import { publishedGame, replacePublished } from "../../src/release/published-games.ts";
import { compareKeys } from "../../src/release/season-table.ts";
import { writeSeason } from "../../src/release/season-values.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import type { GameValues } from "../../src/release/values.ts";
import { publishedValues } from "./published.ts";

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

/** Puts other values in the place of a game's, in the release that there is: nothing is damaged, and something is wrong. */
export async function changeGame(
  database: Database,
  gameId: string,
  change: (values: GameValues) => GameValues,
): Promise<void> {
  const games = (await publishedValues(database)).map((each) => (each.facts.game_id === gameId ? change(each) : each));
  const { sport, season } = games.find(({ facts }) => facts.game_id === gameId)?.facts ?? assert.fail(gameId);
  const ofSeason = games.filter(({ facts }) => facts.sport === sport && facts.season === season);
  const release = (await readNewestRelease(database.kysely)) ?? assert.fail("nothing is published");
  const { revision, published_at: publishedAt, is_sample, import_id: importId, report } = release;
  await writeReleaseOf(database, [{ sport, season, games: ofSeason }], [], {
    revision,
    publishedAt,
    importId,
    isSample: is_sample === 1,
    report: JSON.parse(report) as object,
  });
}

export async function seasonEntry(database: Database, { sport, season }: SeasonKey): Promise<SeasonEntry> {
  const release = await readNewestRelease(database.kysely);
  const entry = release?.manifest.seasons.find((each) => each.sport === sport && each.season === season);
  return entry ?? assert.fail(`${sport} ${season} is not published`);
}

/** Makes a file of a season another one than was written. Returns what puts it back. */
export async function damageSeason(database: Database, key: SeasonKey): Promise<() => Promise<void>> {
  const { sha256 } = (await seasonEntry(database, key)).files.games;
  const tables = tablesOf<ReleaseTables>(database.kysely);
  const piece = tables.selectFrom("release_pieces").select("body").where("sha256", "=", sha256);
  const { body } = await piece.executeTakeFirstOrThrow();
  const damaged = Uint8Array.from(body);
  damaged[100] = (damaged[100] as number) ^ 1;
  async function set(to: Uint8Array): Promise<void> {
    await tables.updateTable("release_pieces").set({ body: to }).where("sha256", "=", sha256).execute();
  }
  await set(damaged);
  return () => set(body);
}
