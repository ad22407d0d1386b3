/** Makes the rows of a sport's seasons and teams again, and notes what is not as it is published. */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { Findings } from "../../database/findings.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { readFactRecords } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import type { SoundLedger } from "../../publish/build/sound-ledger.ts";
import { buildTeams } from "../../publish/build/teams.ts";
import type { GameIds } from "../../publish/match/game-ids.ts";
import { listedIds, readSeasonRow } from "../../publish/write/write-leagues.ts";
import { fieldChanges } from "../../release/diff.ts";
import type { League } from "../../release/league.ts";
import { noteDifferences } from "./note-differences.ts";

type LeagueSources = {
  readonly connection: Kysely<AnyTables>;
  readonly ids: GameIds;
  readonly ledger: SoundLedger;
  readonly findings: Findings;
};

/** @param seasons those of the sport whose rows are compared. */
export async function compareSeasonRows(
  { sport, seasons: rows }: League,
  seasons: readonly SeasonKey[],
  { connection, ids, ledger: sound, findings }: LeagueSources,
): Promise<void> {
  const { sound: statements } = sound.facts(await readFactRecords(tablesOf<LedgerTables>(connection), "season"));
  const listed = await listedIds(connection, sport);
  for (const key of seasons) {
    const built = await readSeasonRow(connection, key, { listed, ids, sound, statements });
    const published = rows.find(({ row }) => row.season === key.season) ?? null;
    noteDifferences(findings, `${sport} ${key.season}`, fieldChanges("", published, built?.body ?? null));
  }
}

export async function compareTeams(
  { sport, teams }: League,
  { connection, ledger: sound, findings }: LeagueSources,
): Promise<void> {
  const { sound: facts } = sound.facts(await readFactRecords(tablesOf<LedgerTables>(connection), "team"));
  const byName = (rows: League["teams"]) => Object.fromEntries(rows.map((row) => [row.abbreviation, row]));
  noteDifferences(findings, `the teams of ${sport}`, fieldChanges("", byName(teams), byName(buildTeams(sport, facts))));
}
