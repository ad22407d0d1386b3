/**
 * What `gradeline verify --season` looks at besides: it builds the games of seasons again from the ledger, by the functions of a
 * publish, and notes each value that is not what is published. It reads one state of the database, and writes nothing.
 */
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { Findings } from "../database/check.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import { type SeasonKey, seasonOf } from "../domain/seasons.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { readDoubtDecisions, readResolutions } from "../ledger/decisions.ts";
import { lastImportId, readFactRecords, readIdentities } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { compareGames, type Finding } from "../publish/grade/compare.ts";
import { buildTeams, VenueFacts } from "../publish/grade/facts.ts";
import { readLedgerGames } from "../publish/ledger-games.ts";
import { claimsOf, GameIds } from "../publish/match/claims.ts";
import { heldIn } from "../publish/publish-report.ts";
import { SeasonMap } from "../publish/season-map.ts";
import { latestClock, type PublishStart, readStart, readSteps } from "../publish/start.ts";
import { listedIds, readSeasonRow } from "../publish/write/write-leagues.ts";
import type { FieldChange } from "../release/changes.ts";
import { differenceOf, fieldChanges, valueCount } from "../release/diff.ts";
import { type League, readLeague } from "../release/league.ts";
import type { Release, SeasonEntry } from "../release/manifest.ts";
import { type PublishedGame, publishedGame, readPublishedOf } from "../release/published-games.ts";
import { ReleaseDamaged } from "../release/release-damaged.ts";
import { readSeasonValues } from "../release/season-values.ts";
import type { ReleaseTables } from "../release/tables.ts";
import type { GameValues } from "../release/values.ts";

/** Null: all of them. */
export type VerifyScope = { readonly sport: Sport | null; readonly season: number | null };

/** Is called now and then with how far it is: a share from 0 to 1, and how many games it has been through. */
type OnProgress = (share: number, games: number) => void;

export function verifyValues(database: Database, scope: VerifyScope, onProgress: OnProgress): Promise<Findings> {
  // A publish that ends meanwhile changes nothing of what this transaction sees.
  return database.kysely
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (connection) => {
      const findings = new Findings();
      const start = await readStart(connection, false);
      if (start.last !== null) await verifyRelease({ connection, start, findings }, start.last, scope, onProgress);
      return findings;
    });
}

type Verification = {
  readonly connection: Transaction<AnyTables>;
  readonly start: PublishStart;
  readonly findings: Findings;
};

async function verifyRelease(
  verification: Verification,
  release: Release,
  scope: VerifyScope,
  onProgress: OnProgress,
): Promise<void> {
  const { connection, start, findings } = verification;
  const isWanted = ({ sport, season }: SeasonKey): boolean =>
    (scope.sport ?? sport) === sport && (scope.season ?? season) === season;
  const entries = release.manifest.seasons.filter(isWanted);
  const steps = (await readSteps(connection, { ...start, all: true })).map((ofSport) => ({
    sport: String(ofSport[0]?.[0]).split(":", 1)[0],
    pairs: ofSport,
  }));
  const wanted = steps.filter(({ sport }) => (scope.sport ?? sport) === sport);
  const all = entries.length + wanted.flatMap(({ pairs }) => pairs).length;
  let done = 0;
  let games = 0;
  const advance = (more: number): void => {
    done++;
    games += more;
    onProgress(done / all, games);
  };
  if (start.all) {
    const news = "has news by which the next publish builds every game again: run gradeline publish before";
    findings.note("the ledger", news);
  }
  const sources = await readSources(verification, release);
  for (const sport of sports.filter((each) => (scope.sport ?? each) === each)) {
    const again = new GamesAgain(verification, sources, isWanted);
    for (const entry of entries.filter((each) => each.sport === sport)) {
      await again.expect(entry);
      advance(0);
    }
    for (const pairs of wanted.find((each) => each.sport === sport)?.pairs ?? []) advance(await again.build(pairs));
    await again.tell();
    if (again.seasons.length === 0) continue;
    const league = await reading(findings, `the teams of ${sport}`, () =>
      readLeague(connection, release.manifest, sport),
    );
    if (league !== null) await compareLeague(verification, league, again.seasons, sources);
  }
}

type Sources = Awaited<ReturnType<typeof readSources>>;

/** The inputs that the last publish had beside the records and the events of each pair of teams. */
async function readSources({ connection, start }: Verification, release: Release) {
  const ledger = tablesOf<LedgerTables>(connection);
  return {
    ids: new GameIds(await readIdentities(ledger)),
    resolutions: await readResolutions(ledger),
    decisions: await readDoubtDecisions(ledger),
    // A publish judges by its own clock, and so must whoever does it again.
    nowMs: await latestClock(ledger, release.published_at),
    venues: new VenueFacts(await readFactRecords(ledger, "venue")),
    /** The pairs of which something came in that is not published yet. */
    waiting: new Set((await readSteps(connection, start)).flat(2)),
    /** The ids of the games that the last publish held back. */
    held: new Set(heldIn(release).map(({ gameId }) => gameId)),
  };
}

/** So many games that differ are told value by value; of others no more than that they differ. */
const mostDetailed = 200;

/** The games of some seasons of one sport: those that are published, and those that the ledger gives. */
class GamesAgain {
  readonly #connection: Transaction<AnyTables>;
  readonly #findings: Findings;
  readonly #sources: Sources;
  readonly #isWanted: (season: SeasonKey) => boolean;
  /** The published seasons that are compared, and those whose files cannot be read. */
  readonly seasons: SeasonEntry[] = [];
  readonly #damaged: number[] = [];
  /** The published games that were not met yet, by id. */
  readonly #expected = new Map<string, PublishedGame>();
  /** Games with the season that they are published in, and their values as they were recomputed. */
  readonly #different: { readonly season: number; readonly values: GameValues }[] = [];

  constructor({ connection, findings }: Verification, sources: Sources, isWanted: (season: SeasonKey) => boolean) {
    this.#connection = connection;
    this.#findings = findings;
    this.#sources = sources;
    this.#isWanted = isWanted;
  }

  /** Takes in what is published of a season, whose files may not be what their names say. All seasons come before the first pair. */
  async expect(entry: SeasonEntry): Promise<void> {
    const read = () => readSeasonValues(this.#connection, entry);
    const values = await reading(this.#findings, `${entry.sport} ${entry.season}`, read);
    if (values === null) return void this.#damaged.push(entry.season);
    this.seasons.push(entry);
    this.#findings.count("seasons", 1);
    const rows = await readPublishedOf(tablesOf<ReleaseTables>(this.#connection), entry);
    const pairs = new Map(rows.map(({ game_id: id, pair }) => [id, pair]));
    for (const game of values.games) {
      const { game_id: id, sport } = game.facts;
      const pair = pairs.get(id) ?? pairOf(parseGameId(id) ?? { sport, home: id, away: id });
      this.#expected.set(id, publishedGame(game, pair));
      this.#findings.count("games", 1);
      this.#findings.count("values", valueCount(game));
    }
  }

  /** Builds the games of some pairs, and lets go of those that are as they are published. @returns how many there are. */
  async build(pairs: readonly PairKey[]): Promise<number> {
    const games = await readLedgerGames(tablesOf<LedgerTables>(this.#connection), pairs);
    const claims = claimsOf(games, this.#sources.ids, this.#sources).filter(({ id }) => this.#isOfCompared(id));
    const ofPairs = new Set(pairs);
    const published = new Map(this.#expected.entries().filter(([, { pair }]) => ofPairs.has(pair)));
    for (const finding of compareGames({ games, claims, published }, this.#sources)) this.#take(finding);
    for (const id of published.keys()) this.#expected.delete(id);
    return games.length;
  }

  #isOfCompared(id: string): boolean {
    const game = parseGameId(id);
    if (game === null) return false;
    const season = seasonOf(game.sport, game.gameDate);
    return this.#isWanted({ sport: game.sport, season }) && !this.#damaged.includes(season);
  }

  #take(finding: Finding): void {
    const { held, waiting } = this.#sources;
    if (finding.kind === "held") {
      if (finding.before !== null) this.#findings.count("games that stand as they were", 1);
    } else if (finding.kind === "changed") {
      const { gameId, row, before, built } = finding;
      if (waiting.has(row.pair)) this.#findings.count("games that wait for the next publish", 1);
      else if (held.has(gameId)) this.#findings.count("games that stand as they were", 1);
      else if (before === null) this.#findings.note(gameId, "is not published, and the ledger has it");
      else if (this.#different.length < mostDetailed)
        this.#different.push({ season: before.season, values: built.values });
      else this.#findings.note(gameId, "is published with other values than are recomputed");
    } else if (finding.kind === "gone") {
      const { gameId, before, sentence } = finding;
      if (waiting.has(before.pair)) this.#findings.count("games that wait for the next publish", 1);
      else this.#findings.note(gameId, sentence.slice(`${gameId}: `.length));
    }
  }

  /** Notes every value that is another one, when all pairs are done, and the games of which the ledger knows no teams. */
  async tell(): Promise<void> {
    for (const id of this.#expected.keys()) this.#findings.note(id, "is published, and the ledger has no such game");
    for (const entry of this.seasons) {
      const different = this.#different.filter(({ season }) => season === entry.season);
      if (different.length === 0) continue;
      const { games } = await readSeasonValues(this.#connection, entry);
      for (const { values } of different) {
        const published = games.find(({ facts }) => facts.game_id === values.facts.game_id);
        if (published !== undefined) this.#tellGame(published, values);
      }
    }
  }

  #tellGame(published: GameValues, recomputed: GameValues): void {
    const { game_id: id } = published.facts;
    const { fields, others } = differenceOf(published, recomputed, true);
    noteDifferences(this.#findings, id, fields);
    for (const { path, count } of others)
      this.#findings.note(id, `${path}: ${count} other values are not as recomputed`);
    if (!isDeepStrictEqual(published.doubts, recomputed.doubts)) {
      noteDifferences(this.#findings, id, [{ path: "doubts", from: published.doubts, to: recomputed.doubts }]);
    }
    noteDifferences(this.#findings, id, fieldChanges("starters", published.starters, recomputed.starters));
    const resumed = [published, recomputed].map(({ resumedOn = null }) => resumedOn);
    noteDifferences(this.#findings, id, fieldChanges("resumed_on", resumed[0], resumed[1]));
  }
}

/** Makes the teams of a sport and the rows of its seasons again. What came in since the last publish may change them. */
async function compareLeague(
  { connection, start, findings }: Verification,
  { sport, seasons: rows, teams }: League,
  seasons: readonly SeasonKey[],
  { ids, nowMs }: Sources,
): Promise<void> {
  const ledger = tablesOf<LedgerTables>(connection);
  const news = new SeasonMap(start.changedSeasons.map((season) => [season, null]));
  const statements = await readFactRecords(ledger, "season");
  const listed = await listedIds(connection, sport);
  for (const key of seasons.filter((season) => !start.all && !news.has(season))) {
    const built = await readSeasonRow(connection, key, { listed, ids, nowMs, statements });
    const published = rows.find(({ row }) => row.season === key.season) ?? null;
    noteDifferences(findings, `${sport} ${key.season}`, fieldChanges("", published, built?.body ?? null));
  }
  if ((await lastImportId(ledger)) !== start.seen) return;
  const facts = await readFactRecords(ledger, "team");
  const byName = (own: League["teams"]) => Object.fromEntries(own.map((team) => [team.abbreviation, team]));
  noteDifferences(findings, `the teams of ${sport}`, fieldChanges("", byName(teams), byName(buildTeams(sport, facts))));
}

/** Null for a file that is not what its name says, which is noted. */
async function reading<Read>(findings: Findings, where: string, read: () => Promise<Read>): Promise<Read | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ReleaseDamaged)) throw error;
    findings.note(where, error.message);
    return null;
  }
}

/** A list or an object may be as long as a page. */
const mostCharacters = 200;

/** @param fields `from` is what is published, `to` what was recomputed. */
function noteDifferences(findings: Findings, where: string, fields: Iterable<FieldChange>): void {
  for (const { path, from, to } of fields) {
    const isUntold = from === null && to === null;
    const what = isUntold ? "not as recomputed" : `published ${shown(from)}, recomputed ${shown(to)}`;
    findings.note(where, `${path}: ${what}`);
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}
