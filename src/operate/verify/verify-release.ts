/**
 * Verifies the newest release: it builds every game again from the ledger, makes the rows of every file again from the release, and
 * notes each value that is not what is published. It reads one state of the database, and writes nothing.
 */
import type { Transaction } from "kysely";
import { type Database, tablesOf } from "../../database/engine.ts";
import { Findings } from "../../database/findings.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import { lastImportId } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { entryBefore, shelfOfView } from "../../publish/files/season-rows.ts";
import { SeasonMap } from "../../publish/season-map.ts";
import { type PublishStart, readStart } from "../../publish/start.ts";
import type { SeasonShelf } from "../../query/season.ts";
import { readLeague } from "../../release/league.ts";
import { contentOf, type Release, type SeasonEntry } from "../../release/manifest.ts";
import { type OfferedFile, readOfferedFiles } from "../../release/offered-files.ts";
import { damagesOfProof } from "../../release/proof/manifests.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { readSeasonValues } from "../../release/season-values.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import type { SeasonValues } from "../../release/values.ts";
import { makeView } from "../../release/view/make-view.ts";
import { compareFiles } from "./files-again.ts";
import { GamesAgain } from "./games-again.ts";
import { compareSeasonRows, compareTeams } from "./league-again.ts";
import { type LedgerSources, readLedgerSources, stepsBySport } from "./ledger-sources.ts";

/** Null: all of them. */
export type VerifyScope = { readonly sport: Sport | null; readonly season: number | null };

/** Told now and then how far it is: a share from 0 to 1, and how many games it has been through. */
type OnProgress = (share: number, games: number) => void;

export function verifyRelease(database: Database, scope: VerifyScope, onProgress: OnProgress): Promise<Findings> {
  // A publish that ends meanwhile changes nothing of what this transaction sees.
  return database.kysely
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (connection) => {
      const findings = new Findings();
      const start = await readStart(connection, false);
      if (start.known === null) {
        findings.check(!start.isLost, "the release", "is not as it was written: run gradeline check");
        return findings;
      }
      await new Verification(connection, start, start.known, findings).run(scope, onProgress);
      return findings;
    });
}

class Verification {
  readonly #connection: Transaction<AnyTables>;
  readonly #start: PublishStart;
  readonly #release: Release;
  readonly #findings: Findings;
  #before: SeasonShelf | null = null;

  constructor(connection: Transaction<AnyTables>, start: PublishStart, release: Release, findings: Findings) {
    this.#connection = connection;
    this.#start = start;
    this.#release = release;
    this.#findings = findings;
  }

  async run(scope: VerifyScope, onProgress: OnProgress): Promise<void> {
    const isWanted = ({ sport, season }: SeasonKey): boolean =>
      (scope.sport ?? sport) === sport && (scope.season ?? season) === season;
    const entries = this.#release.manifest.seasons.filter(isWanted);
    const steps = await stepsBySport(this.#connection, this.#start);
    const wantedSports = sports.filter((sport) => (scope.sport ?? sport) === sport);
    const all = entries.length + wantedSports.flatMap((sport) => steps.get(sport) ?? []).length;
    let done = 0;
    let games = 0;
    const advance = (more: number): void => {
      done++;
      games += more;
      onProgress(done / all, games);
    };
    if (this.#start.all) {
      const news = "has news by which the next publish builds every game again: run gradeline publish before";
      this.#findings.note("the ledger", news);
    }
    const sources = await readLedgerSources(this.#connection, this.#start, this.#release);
    const offered = await readOfferedFiles(this.#connection);
    for (const sport of wantedSports) {
      const ofSport = entries.filter((entry) => entry.sport === sport);
      const damaged = new Set<number>();
      const isCompared = (season: SeasonKey): boolean => isWanted(season) && !damaged.has(season.season);
      const again = new GamesAgain(this.#connection, sources, this.#findings, isCompared);
      for (const entry of ofSport) {
        if (!(await this.#season(entry, again, offered, damaged))) damaged.add(entry.season);
        advance(0);
      }
      for (const pairs of steps.get(sport) ?? []) advance(await again.build(pairs));
      await again.tell(ofSport.filter(isCompared));
      await this.#compareLeague(sport, ofSport, sources);
    }
    for (const damage of await damagesOfProof(this.#connection)) this.#findings.note("the proof of the files", damage);
    const tables = tablesOf<ReleaseTables>(this.#connection);
    this.#findings.count("manifests", (await tables.selectFrom("file_manifests").select("revision").execute()).length);
  }

  /** Looks at one season, which is in memory until the next one has been looked at. @returns whether it can be read. */
  async #season(
    entry: SeasonEntry,
    again: GamesAgain,
    offered: readonly OfferedFile[],
    damaged: ReadonlySet<number>,
  ): Promise<boolean> {
    const shelf = await this.#reading(`${entry.sport} ${entry.season}`, async () => {
      const values = await readSeasonValues(this.#connection, entry);
      const made = await this.#shelfOf(entry, values);
      this.#findings.count("seasons", 1);
      await again.expect(values);
      return made;
    });
    if (shelf === null) return false;
    // Files that tell of a season before that cannot be read are not looked at: that season is named already.
    const previous = damaged.has(entry.season - 1) ? "damaged" : await this.#shelfBefore(entry);
    this.#before = shelf;
    await compareFiles(shelf, previous, { connection: this.#connection, offered, findings: this.#findings });
    return true;
  }

  /** The view is made here: the one that is kept is a copy, which may say something else than the values. */
  #shelfOf(entry: SeasonEntry, values: SeasonValues): Promise<SeasonShelf> {
    const { bytes } = makeView(values, contentOf(entry));
    return shelfOfView(this.#connection, this.#release.manifest, entry, bytes);
  }

  /** The season before, which may be out of scope, or the last one that was looked at; null: it is not there. */
  async #shelfBefore(entry: SeasonEntry): Promise<SeasonShelf | "damaged" | null> {
    const before = entryBefore(this.#release.manifest, entry);
    if (before === null) return null;
    const last = this.#before;
    if (last !== null && last.sport === before.sport && last.season === before.season) return last;
    const read = this.#reading(`${before.sport} ${before.season}`, async () =>
      this.#shelfOf(before, await readSeasonValues(this.#connection, before)),
    );
    return (await read) ?? "damaged";
  }

  async #compareLeague(sport: Sport, entries: readonly SeasonEntry[], sources: LedgerSources): Promise<void> {
    if (entries.length === 0) return;
    const { manifest } = this.#release;
    const league = await this.#reading(`the teams of ${sport}`, () => readLeague(this.#connection, manifest, sport));
    if (league === null) return;
    const leagueSources = { ...sources, connection: this.#connection, findings: this.#findings };
    const news = new SeasonMap(this.#start.changedSeasons.map((season) => [season, null]));
    const known = entries.filter((entry) => !this.#start.all && !news.has(entry));
    await compareSeasonRows(league, known, leagueSources);
    const hasNews = (await lastImportId(tablesOf<LedgerTables>(this.#connection))) !== this.#start.seen;
    if (!hasNews) await compareTeams(league, leagueSources);
  }

  /** Null for what is damaged, which is noted. */
  async #reading<Read>(where: string, read: () => Promise<Read>): Promise<Read | null> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ReleaseDamaged)) throw error;
      this.#findings.note(where, error.message);
      return null;
    }
  }
}
