/** Reads every file of the newest release, and notes whatever is not as it was written, or contradicts itself. */
import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import type { Findings } from "../database/findings.ts";
import type { AnyTables } from "../database/names.ts";
import { consensusBookId } from "../domain/books.ts";
import { sports } from "../domain/sports.ts";
import { lastSummarized } from "./change-log.ts";
import { damageOfChangeLog } from "./check-change-log.ts";
import { type League, readLeague } from "./league.ts";
import { consensusMarkets } from "./line-members.ts";
import { contentOf, damagesOfChain, filesOf, type Release, readNewestRelease, type SeasonEntry } from "./manifest.ts";
import { readOfferedFiles } from "./offered-files.ts";
import { gameLinesOf, unpackLines } from "./packed-lines.ts";
import { damagesOfProof } from "./proof/manifests.ts";
import { areSamePublished, publishedGame, readPublishedOf } from "./published-games.ts";
import { ReleaseDamaged } from "./release-damaged.ts";
import { readSeasonValues } from "./season-values.ts";
import { damageOfFile, hasRow } from "./store.ts";
import type { ReleaseTables } from "./tables.ts";
import type { GameValues, SeasonValues } from "./values.ts";
import { makeView } from "./view/make-view.ts";
import { areSameViews } from "./view/same-views.ts";
import { readView } from "./view/view-store.ts";

export async function checkRelease({ kysely }: Database, findings: Findings): Promise<void> {
  const tables = tablesOf<ReleaseTables>(kysely);
  let release: Release | null = null;
  await findings.part("releases", async () => {
    for (const { revision, what } of await damagesOfChain(kysely)) findings.note(`revision ${revision}`, what);
    const revisions = await tables.selectFrom("releases").select("revision").execute();
    findings.count("revisions", revisions.length);
    release = await soundRelease(kysely);
    const told = await lastSummarized(tables);
    const newest = Math.max(0, ...revisions.map(({ revision }) => revision));
    findings.check(told <= newest, `revision ${told}`, "its changes are told, and its release is lost");
    const identities = await tables.selectFrom("archive_identity").selectAll().execute();
    if (revisions.length > 0) findings.check(identities.length === 1, "archive_identity", "does not have its one row");
    const damage = await damageOfChangeLog(tables);
    if (damage !== null) {
      findings.note("the log of changes", `${damage.message}: gradeline publish --all begins it anew`);
    }
  });
  await findings.part("the files of whole seasons", async () => {
    const offered = await readOfferedFiles(kysely);
    findings.count("files of whole seasons", offered.length);
    for (const file of offered) {
      const damage = (await hasRow(kysely, file)) ? await damageOfFile(kysely, file) : "its row is lost";
      findings.check(damage === null, file.path, "is not as it was made: gradeline files --check makes it anew");
    }
  });
  await findings.part("the proof of the files", async () => {
    for (const damage of await damagesOfProof(kysely)) findings.note("the proof of the files", damage);
  });
  if (release === null) return;
  const { manifest } = release as Release;
  findings.count("files", filesOf(manifest).length);
  const leagues = new Map<string, League>();
  for (const sport of sports) {
    await findings.part(`the file of the teams of ${sport}`, () =>
      notingDamage(findings, `the file of the teams of ${sport}`, async () => {
        const league = await readLeague(kysely, manifest, sport);
        leagues.set(sport, league);
        findings.count("teams", league.teams.length);
      }),
    );
  }
  for (const entry of manifest.seasons) {
    const name = `${entry.sport} ${entry.season}`;
    await findings.part(name, () =>
      notingDamage(findings, name, () => checkSeason(kysely, entry, leagues.get(entry.sport) ?? null, findings)),
    );
  }
  await findings.part("published_games", () => checkStrangers(kysely, manifest.seasons, findings));
}

/** Null where there is none, and where its row is not as it was written, which is told of with the chain. */
async function soundRelease(connection: Kysely<AnyTables>): Promise<Release | null> {
  try {
    return await readNewestRelease(connection);
  } catch (error) {
    if (error instanceof ReleaseDamaged) return null;
    throw error;
  }
}

async function checkSeason(
  connection: Kysely<AnyTables>,
  entry: SeasonEntry,
  league: League | null,
  findings: Findings,
): Promise<void> {
  const name = `${entry.sport} ${entry.season}`;
  findings.count("seasons", 1);
  findings.count("games", entry.games);
  findings.count("odds rows", entry.odds_rows);
  for (const file of Object.values(entry.files)) {
    findings.check(
      await hasRow(connection, file),
      name,
      `the row of the file ${file.sha256.slice(0, 12)} is not as it was written`,
    );
  }
  const values = await readSeasonValues(connection, entry);
  await checkPublished(connection, values, findings);
  for (const game of values.games) checkGame(game, findings);
  const row = league?.seasons.find((each) => each.row.season === entry.season);
  const stated = row === undefined ? "no row" : `a row that says ${row.row.games} games`;
  if (league !== null) findings.check(row?.row.games === entry.games, name, `has ${entry.games} games and ${stated}`);
  const made = makeView(values, contentOf(entry));
  findings.check(made.oddsRows === entry.odds_rows, name, `has ${made.oddsRows} odds rows, not ${entry.odds_rows}`);
  const view = await readView(connection, entry);
  if (view === null) return;
  const isSame = areSameViews(entry.sport, contentOf(entry), view, made.bytes);
  findings.check(isSame, name, "its view is not what its values say");
}

/** The table by which a publish compares, against the files. Its pairs are the ledger's. */
async function checkPublished(
  connection: Kysely<AnyTables>,
  { sport, season, games }: SeasonValues,
  findings: Findings,
): Promise<void> {
  const rows = await readPublishedOf(tablesOf<ReleaseTables>(connection), { sport, season });
  const known = new Map(rows.map((row) => [row.game_id, row]));
  for (const game of games) {
    const { game_id: id } = game.facts;
    const row = known.get(id);
    known.delete(id);
    if (row === undefined) findings.note(id, "is published, and not in the table of published games");
    else
      findings.check(
        areSamePublished(row, publishedGame(game, row.pair)),
        id,
        "is not the game that the table of published games has",
      );
  }
  for (const id of known.keys()) findings.note(id, "is in the table of published games, and not published");
}

async function checkStrangers(
  connection: Kysely<AnyTables>,
  entries: readonly SeasonEntry[],
  findings: Findings,
): Promise<void> {
  const seasons = await tablesOf<ReleaseTables>(connection)
    .selectFrom("published_games")
    .select(["sport", "season"])
    .distinct()
    .execute();
  for (const { sport, season } of seasons) {
    const isListed = entries.some((entry) => entry.sport === sport && entry.season === season);
    findings.check(isListed, `${sport} ${season}`, "has published games, and is not in the release");
  }
}

/** What a game says twice: its consensus is among its quotes too. */
function checkGame({ facts, lines }: GameValues, findings: Findings): void {
  const { entries } = gameLinesOf(unpackLines(lines));
  const agreed = entries.filter(({ period, bookId }) => period === "full" && bookId === consensusBookId);
  const stated = Object.fromEntries(agreed.map((entry) => [entry.market, entry]));
  const isSame = isDeepStrictEqual(agreed.length === 0 ? null : consensusMarkets(stated), facts.consensus);
  findings.check(isSame, facts.game_id, "its consensus is not that of its quotes");
}

async function notingDamage(findings: Findings, where: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ReleaseDamaged)) throw error;
    findings.note(where, error.message);
  }
}
