/** Reads the whole archive, also rows that are never served, and notes every row that is not as it was written. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { SeasonRow } from "../contract/rows/seasons.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import type { Findings } from "../database/findings.ts";
import type { AnyTables } from "../database/names.ts";
import { sports } from "../domain/sports.ts";
import { damageOfChangeLog } from "./check-change-log.ts";
import { checkGame } from "./check-game.ts";
import { noGames, withGame } from "./checksums.ts";
import { type Contents, contentsOf, type SeasonEntry, seasonChecksum, setOf, teamsChecksum } from "./contents.ts";
import { ArchiveDamaged } from "./damage.ts";
import type { ArchiveTables } from "./tables.ts";

type Archive = Kysely<ArchiveTables>;
type SeasonTableRow = ArchiveTables["archive_seasons"];
type SeasonKey = { readonly sport: string; readonly season: number };

export async function checkArchive(database: Database, findings: Findings): Promise<void> {
  const seasons = new Map<string, SeasonKey>();
  const list = ({ sport, season }: SeasonKey) => seasons.set(`${sport} ${season}`, { sport, season });
  await inOneView(database, findings, "the archive", async (archive, contents) => {
    findings.check(contents !== null, "the archive", "has no checksums yet: gradeline publish writes them");
    for (const entry of contents?.seasons ?? []) list(entry);
    // Rows of a season that nobody lists are found too.
    for (const table of ["archive_seasons", "archive_games"] as const) {
      for (const row of await archive.selectFrom(table).select(["sport", "season"]).distinct().execute()) list(row);
    }
    const revisions = await archive.selectFrom("archive_revisions").selectAll().execute();
    for (const row of revisions) damageNoted(findings, `revision ${row.revision}`, () => contentsOf(row));
    const identities = await archive.selectFrom("archive_identity").selectAll().execute();
    const damage = await damageOfChangeLog(archive);
    if (damage !== null)
      findings.note("the log of changes", `${damage.message}: gradeline publish --all begins it anew`);
    if (revisions.length > 0) findings.check(identities.length === 1, "archive_identity", "does not have its one row");
  });
  for (const [name, season] of seasons) {
    await inOneView(database, findings, name, (archive, contents) =>
      checkSeason(archive, season, name, contents, findings),
    );
  }
  await inOneView(database, findings, "archive_teams", async (archive, contents) => {
    const teams = await archive.selectFrom("archive_teams").selectAll().execute();
    findings.count("teams", teams.length);
    for (const { sport, team_id, body } of teams) parsed(findings, `team ${team_id} of ${sport}`, body);
    for (const sport of contents === null ? [] : sports) {
      const checksum = teamsChecksum(teams.filter((row) => row.sport === sport));
      findings.check(checksum === contents?.teams[sport], `the teams of ${sport}`, "do not match their checksum");
    }
  });
}

/**
 * Does a part of the check on one view of the archive, with that view's table of contents; null when there is none, or
 * it is damaged.
 */
async function inOneView(
  database: Database,
  findings: Findings,
  where: string,
  work: (archive: Archive, contents: Contents | null) => Promise<void>,
): Promise<void> {
  const transaction = database.kysely.transaction();
  const isolated = database.engine === "postgres" ? transaction.setIsolationLevel("repeatable read") : transaction;
  await findings.part(where, () =>
    isolated.execute(async (connection: Transaction<AnyTables>) => {
      const archive = tablesOf<ArchiveTables>(connection);
      const newest = await archive
        .selectFrom("archive_revisions")
        .selectAll()
        .orderBy("revision", "desc")
        .limit(1)
        .executeTakeFirst();
      let contents: Contents | null = null;
      try {
        contents = newest === undefined ? { seasons: [], teams: {} } : contentsOf(newest);
      } catch (error) {
        if (!(error instanceof ArchiveDamaged)) throw error;
      }
      await work(archive, contents);
    }),
  );
}

async function checkSeason(
  archive: Archive,
  { sport, season }: SeasonKey,
  name: string,
  contents: Contents | null,
  findings: Findings,
): Promise<void> {
  const isOfSeason = sql<boolean>`sport = ${sport} and season = ${season}`;
  const [row] = await archive.selectFrom("archive_seasons").selectAll().where(isOfSeason).execute();
  const games = await archive.selectFrom("archive_games").selectAll().where(isOfSeason).execute();
  findings.count("seasons", 1);
  findings.count("games", games.length);
  findings.count(
    "odds rows",
    games.reduce((sum, game) => sum + game.odds_rows, 0),
  );
  const entry = contents?.seasons.find((each) => each.sport === sport && each.season === season);
  checkHead(row, entry, contents, name, games, findings);
  if (entry !== undefined) {
    const written = setOf(entry);
    const set = games.reduce((before, game) => withGame(before, game.checksum), noGames);
    if (set.games !== written.games) findings.note(name, `${set.games} of ${written.games} games are there`);
    else findings.check(set.sum === written.sum, name, "its games are not those that were published");
  }
  for (const game of games) checkGame(game, contents !== null, findings);
}

function checkHead(
  row: SeasonTableRow | undefined,
  entry: SeasonEntry | undefined,
  contents: Contents | null,
  name: string,
  games: readonly ArchiveTables["archive_games"][],
  findings: Findings,
): void {
  if (contents !== null && entry === undefined) findings.note(name, "is not among the seasons that were published");
  if (row === undefined) {
    findings.note(name, "its row is not there");
    return;
  }
  if (entry !== undefined) {
    findings.check(seasonChecksum(row) === entry.row, name, "its row does not match the checksum");
  }
  const body = parsed(findings, name, row.body) as {
    readonly row?: SeasonRow;
    games_with_closing_line?: number;
  } | null;
  if (body === null) return;
  const stated = [body.row?.sport, body.row?.season, body.row?.status, body.row?.games, body.games_with_closing_line];
  const closing = games.filter((game) => game.has_closing_line === 1).length;
  const counted = [row.sport, row.season, row.status, games.length, closing];
  findings.check(
    stated.join() === counted.join(),
    name,
    `its row says ${stated.join()}, and there are ${counted.join()}`,
  );
}

/** Null: it is no JSON, which is noted. */
function parsed(findings: Findings, where: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    findings.note(where, "is no JSON");
    return null;
  }
}

function damageNoted(findings: Findings, where: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ArchiveDamaged)) throw error;
    findings.note(where, "its row does not match the checksum");
  }
}
