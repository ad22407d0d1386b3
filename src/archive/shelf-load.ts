/** Reads what changed in the archive, all of it in one transaction: a shelf never holds two nights at once. */
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { isSport, type Sport, sports } from "../domain/sports.ts";
import type { SeasonRow } from "./shapes.ts";
import { type RenderedList, renderList, renderSports } from "./shelf-lists.ts";
import { packSeason, type SeasonHead, type SeasonShelf } from "./shelf-season.ts";
import { type Span, spansOf } from "./shelf-spans.ts";
import type { ArchiveTables } from "./tables.ts";

export type SportShelf = {
  /** By season. */
  readonly seasons: readonly SeasonShelf[];
  readonly spans: readonly Span[];
  readonly seasonList: RenderedList;
  readonly teamList: RenderedList;
};

/** The archive as of one revision. It never changes: a request works on the snapshot it began with. */
export type Snapshot = {
  readonly revision: number;
  readonly isSample: boolean;
  /** Tells this archive from any other, also one whose revisions have the same numbers. */
  readonly archiveId: string;
  readonly sportList: RenderedList;
  readonly sports: Readonly<Record<Sport, SportShelf>>;
};

const nothing: SportShelf = { seasons: [], spans: [], seasonList: renderList([]), teamList: renderList([]) };

export const emptySnapshot: Snapshot = {
  revision: 0,
  isSample: false,
  archiveId: "",
  sportList: renderSports(
    () => [],
    () => 0,
  ),
  sports: { mlb: nothing, nfl: nothing, ncaaf: nothing, nba: nothing, nhl: nothing },
};

type Archive = Kysely<ArchiveTables>;

/** The newest revision and whether it is the sample's; null before the first. */
export function readRevision(
  connection: Kysely<AnyTables>,
): Promise<{ revision: number; is_sample: number } | undefined> {
  return tablesOf<ArchiveTables>(connection)
    .selectFrom("archive_revisions")
    .select(["revision", "is_sample"])
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The newest snapshot; seasons whose revision is that of `before` are taken over from it. */
export function loadSnapshot(database: Database, before: Snapshot): Promise<Snapshot> {
  const transaction = database.kysely.transaction();
  // A reading transaction of SQLite is a snapshot by itself.
  const isolated = database.engine === "postgres" ? transaction.setIsolationLevel("repeatable read") : transaction;
  return isolated.execute(async (connection) => {
    const archive = tablesOf<ArchiveTables>(connection);
    const newest = await readRevision(connection);
    if (newest === undefined) return emptySnapshot;
    const identity = await archive.selectFrom("archive_identity").select("archive_id").executeTakeFirstOrThrow();
    const heads = (await archive.selectFrom("archive_seasons").selectAll().execute()).flatMap(seasonHead);
    const seasons: SeasonShelf[] = [];
    for (const head of heads.sort((a, b) => a.season - b.season)) {
      const kept = before.sports[head.sport].seasons.find(
        (each) => each.season === head.season && each.revision === head.revision,
      );
      seasons.push(kept ?? (await loadSeason(archive, head)));
    }
    const teams = await archive.selectFrom("archive_teams").selectAll().orderBy("team_id").execute();
    const shelves = Object.fromEntries(
      sports.map((sport) => [
        sport,
        sportShelf(
          seasons.filter((season) => season.sport === sport),
          teams.filter((team) => team.sport === sport).map((team) => team.body),
        ),
      ]),
    ) as Record<Sport, SportShelf>;
    return {
      revision: newest.revision,
      isSample: newest.is_sample === 1,
      archiveId: identity.archive_id,
      sportList: renderSports(
        (sport) => shelves[sport].seasons,
        (sport) => shelves[sport].teamList.count,
      ),
      sports: shelves,
    };
  });
}

function sportShelf(seasons: readonly SeasonShelf[], teams: readonly string[]): SportShelf {
  return {
    seasons,
    spans: spansOf(seasons),
    seasonList: renderList(seasons.map(({ row }) => JSON.stringify(row))),
    teamList: renderList(teams),
  };
}

function seasonHead({ sport, season, revision, body }: ArchiveTables["archive_seasons"]): SeasonHead[] {
  if (!isSport(sport)) return [];
  const { row, games_with_closing_line } = JSON.parse(body) as { row: SeasonRow; games_with_closing_line: number };
  return [{ sport, season, revision, row, gamesWithClosingLine: games_with_closing_line }];
}

async function loadSeason(archive: Archive, head: SeasonHead): Promise<SeasonShelf> {
  const games = await archive
    .selectFrom("archive_games")
    .select(["game_id", "season_type", "week", "game_date", "start_ms", "home", "away", "body", "csv"])
    .where("sport", "=", head.sport)
    .where("season", "=", head.season)
    .execute();
  const odds = await archive
    .selectFrom("archive_odds")
    .select(["game_id", "book_id", "market_bits", "body", "csv"])
    .where("sport", "=", head.sport)
    .where("season", "=", head.season)
    .execute();
  return packSeason(head, games, odds);
}
