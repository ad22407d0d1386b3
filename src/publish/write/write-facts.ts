/** Writes everything of a publish but the rows of games: seasons, teams, identities, and the table of contents. */
import type { Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import { insertIdentities } from "../../ledger/identities.ts";
import { readFactRecords } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import type { Contents } from "../../release/contents.ts";
import type { ArchiveTables } from "../../release/tables.ts";
import type { SoundLedger } from "../build/sound-ledger.ts";
import type { GameIds } from "../match/game-ids.ts";
import type { GivenUpSeason } from "../publish-report.ts";
import { SeasonMap } from "../season-map.ts";
import type { PublishStart } from "../start.ts";
import type { SetChanges } from "./replace-rows.ts";
import { dueSeasons, writeSeasons, writeTeams } from "./write-archive.ts";
import { amendContents, refuseDamagedGames, wholeContents } from "./write-contents.ts";

type FactSources = {
  readonly start: PublishStart;
  readonly games: { readonly changedGames: number; readonly setChanges: SetChanges };
  readonly ids: GameIds;
  readonly sound: SoundLedger;
};

type WrittenFacts = {
  readonly contents: Contents;
  /** The seasons whose rows are new, different or gone. */
  readonly written: readonly SeasonKey[];
  /** Whether the archive is another one now. */
  readonly hasChanged: boolean;
  readonly givenUp: readonly GivenUpSeason[];
  readonly leftOut: readonly string[];
};

export async function writeFacts(
  connection: Transaction<AnyTables>,
  { start, games, ids, sound }: FactSources,
): Promise<WrittenFacts> {
  const ledger = tablesOf<LedgerTables>(connection);
  const archive = tablesOf<ArchiveTables>(connection);
  const { last, known, all, revision } = start;
  const { setChanges, changedGames } = games;
  const statements = sound.facts(await readFactRecords(ledger, "season"));
  const touched = [
    ...start.changedSeasons,
    ...setChanges.keys(),
    ...(all ? await allSeasons(connection) : await dueSeasons(archive, statements.sound, sound.nowMs)),
  ];
  const seasons = new SeasonMap(touched.map((season) => [season, { hasOtherGames: setChanges.has(season) }]));
  if (known !== null && !all) await refuseDamagedGames(connection, seasons.keys(), known, setChanges);
  const { written, givenUp } = await writeSeasons(connection, {
    seasons,
    ids,
    revision,
    known,
    sound,
    statements: statements.sound,
  });
  const teams = sound.facts(await readFactRecords(ledger, "team"));
  const haveTeamsChanged = await writeTeams(connection, teams.sound);
  await insertIdentities(ledger, ids.fresh);
  const contents =
    known === null || all ? await wholeContents(archive) : await amendContents(archive, known, written, setChanges);
  const isSameContents = JSON.stringify(contents) === JSON.stringify(known);
  const hasChanged =
    changedGames > 0 || written.length > 0 || haveTeamsChanged || (last !== undefined && !isSameContents);
  return { contents, written, hasChanged, givenUp, leftOut: [...statements.leftOut, ...teams.leftOut] };
}

/** The seasons of the ledger and of the archive, so that the archive's row of a season without records is removed. */
async function allSeasons(connection: Transaction<AnyTables>): Promise<SeasonKey[]> {
  const rows = await tablesOf<LedgerTables>(connection)
    .selectFrom("ledger_records")
    .select(["sport", "season"])
    .distinct()
    .where("kind", "in", ["game", "season"])
    .execute();
  const published = await tablesOf<ArchiveTables>(connection)
    .selectFrom("archive_seasons")
    .select(["sport", "season"])
    .execute();
  return [...rows, ...published].map(({ sport, season }) => ({ sport: sport as Sport, season: season as number }));
}
