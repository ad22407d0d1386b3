/** Writes everything of a publish but the values of games: the rows of seasons, teams and identities. */
import type { Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { bySport, type Sport, sports } from "../../domain/sports.ts";
import { insertIdentities } from "../../ledger/identities.ts";
import { readFactRecords } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import type { League } from "../../release/league.ts";
import type { Manifest, SeasonEntry } from "../../release/manifest.ts";
import type { GameIds } from "../match/claims.ts";
import type { GivenUpSeason } from "../publish-report.ts";
import { SeasonMap } from "../season-map.ts";
import type { PublishStart } from "../start.ts";
import type { Seasons } from "./changed-seasons.ts";
import { dueSeasons, type Leagues, writeLeagues } from "./write-leagues.ts";

type FactSources = {
  readonly connection: Transaction<AnyTables>;
  readonly start: PublishStart;
  readonly seasons: Seasons;
  readonly ids: GameIds;
  readonly nowMs: number;
};

type WrittenFacts = {
  readonly seasons: readonly SeasonEntry[];
  readonly leagues: Manifest["leagues"];
  /** The seasons of which anything is new, different or gone. */
  readonly written: readonly SeasonKey[];
  /** Whether the release is another one now. */
  readonly hasChanged: boolean;
  readonly givenUp: readonly GivenUpSeason[];
};

export async function writeFacts({
  connection,
  start,
  seasons: before,
  ids,
  nowMs,
}: FactSources): Promise<WrittenFacts> {
  const changed = before.written;
  const ledger = tablesOf<LedgerTables>(connection);
  const statements = await readFactRecords(ledger, "season");
  const leagues = await readLeagues(before);
  const touched = [
    ...start.changedSeasons,
    ...changed.keys(),
    ...(start.all || sports.some((sport) => leagues[sport] === null)
      ? await allSeasons(connection, leagues)
      : dueSeasons(leagues, statements, nowMs)),
  ];
  const leagueChanges = {
    before: leagues,
    names: start.last?.manifest.leagues ?? {},
    seasons: touched,
    ids,
    nowMs,
    statements,
    teams: await readFactRecords(ledger, "team"),
  };
  const { files, written, givenUp } = await writeLeagues(connection, leagueChanges);
  await insertIdentities(ledger, ids.fresh);
  const seasons = entriesAfter(before.entries, changed, written, start.revision);
  const isNew = (season: SeasonKey): boolean => changed.get(season)?.revision !== before.entry(season)?.revision;
  const isSame = JSON.stringify([seasons, files]) === JSON.stringify([before.entries, start.last?.manifest.leagues]);
  return {
    seasons,
    leagues: files,
    written: new SeasonMap([...changed.keys().filter(isNew), ...written].map((season) => [season, null])).keys(),
    hasChanged: start.last === null || !isSame,
    givenUp,
  };
}

async function readLeagues(before: Seasons): Promise<Leagues> {
  const found: (readonly [Sport, League | null])[] = [];
  for (const sport of sports) found.push([sport, await before.league(sport)]);
  const known = new Map(found);
  return bySport((sport) => known.get(sport) ?? null);
}

/** A season of which only the row is another one keeps its files, and is of this revision too. */
function entriesAfter(
  before: readonly SeasonEntry[],
  changed: SeasonMap<SeasonEntry | null>,
  written: readonly SeasonKey[],
  revision: number,
): SeasonEntry[] {
  const entries = new SeasonMap(before.map((entry) => [entry, entry]));
  for (const season of written) {
    const entry = entries.get(season);
    if (entry !== undefined) entries.set(season, { ...entry, revision });
  }
  for (const [season, entry] of changed.entries()) {
    if (entry === null) entries.delete(season);
    else entries.set(season, entry);
  }
  return entries.entries().map(([, entry]) => entry);
}

/** The seasons of the ledger and of the release, so that the row of a season without records is removed. */
async function allSeasons(connection: Transaction<AnyTables>, leagues: Leagues): Promise<SeasonKey[]> {
  const published = sports.flatMap((sport) =>
    (leagues[sport]?.seasons ?? []).map(({ row: { season } }) => ({ sport, season })),
  );
  const rows = await tablesOf<LedgerTables>(connection)
    .selectFrom("ledger_records")
    .select(["sport", "season"])
    .distinct()
    .where("kind", "in", ["game", "season"])
    .execute();
  return [...rows.map(({ sport, season }) => ({ sport: sport as Sport, season: season as number })), ...published];
}
