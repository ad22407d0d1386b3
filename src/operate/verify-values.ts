/**
 * What `gradeline verify --season` looks at besides: it builds the games of seasons again from the ledger, by the functions of a
 * publish, and notes each value that is not what is published. It reads one state of the database, and writes nothing.
 */
import { isDeepStrictEqual } from "node:util";
import { Findings } from "../database/check.ts";
import type { Database } from "../database/engine.ts";
import { type PairKey, parseGameId } from "../domain/game-ids.ts";
import { type SeasonKey, SeasonMap, seasonOf } from "../domain/seasons.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { lastImportId, readFactRecords } from "../ledger/read.ts";
import { heldIn } from "../publish/findings.ts";
import { compareGames, type Finding } from "../publish/grade/compare.ts";
import { buildTeams } from "../publish/grade/facts.ts";
import { claimsOf } from "../publish/match/claims.ts";
import { type PublishStart, readGames, readStart, readSteps } from "../publish/start.ts";
import { listedIds, readFigures, readSeasonRow } from "../publish/write/write-release.ts";
import type { FieldChange } from "../release/changes.ts";
import { differenceOf, fieldChanges } from "../release/diff.ts";
import { type League, readLeague } from "../release/league.ts";
import { type Release, readNewestRelease } from "../release/manifest.ts";
import { readPublished } from "../release/published-games.ts";
import { ReleaseDamaged } from "../release/release-damaged.ts";
import { readSeasonValues } from "../release/season-values.ts";
import type { GameValues } from "../release/values.ts";

/** Null: all of them. */
export type VerifyScope = { readonly sport: Sport | null; readonly season: number | null };

/** Whether a season of this scope is published. */
export async function isPublished({ kysely }: Database, { sport, season }: VerifyScope): Promise<boolean> {
  const seasons = (await readNewestRelease(kysely))?.manifest.seasons ?? [];
  return seasons.some((each) => each.sport === (sport ?? each.sport) && each.season === (season ?? each.season));
}

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
      const { last, ...start } = await readStart(connection, false, null);
      if (last !== null) await verifyRelease(await begin({ ...start, last }, findings), scope, onProgress);
      return findings;
    });
}

type Verification = Awaited<ReturnType<typeof begin>>;

/** Reads what the last publish had beside the records and the events of each pair of teams. */
async function begin(start: PublishStart & { readonly last: Release }, findings: Findings) {
  return {
    ...start,
    findings,
    /** The pairs of which something came in that is not published yet. */
    waiting: new Set((await readSteps(start, start.all)).flat(2)),
    /** The ids of the games that the last publish held back. */
    held: new Set(heldIn(start.last).map(({ gameId }) => gameId)),
  };
}

async function verifyRelease(verification: Verification, scope: VerifyScope, onProgress: OnProgress): Promise<void> {
  const { connection, last, findings } = verification;
  if (verification.all) {
    const news = "has news by which the next publish builds every game again: run gradeline publish before";
    findings.note("the ledger", news);
  }
  const steps = Map.groupBy((await readSteps(verification, true)).flat(), ([pair = ""]) => pair.split(":", 1)[0]);
  const wanted = sports.filter((sport) => (scope.sport ?? sport) === sport);
  const pairCount = wanted.flatMap((sport) => steps.get(sport) ?? []).flat().length;
  let [done, games] = [0, 0];
  for (const sport of wanted) {
    const compared = await readValues(verification, sport, scope.season);
    for (const pairs of steps.get(sport) ?? []) {
      games += await verifyPairs(verification, pairs, compared);
      done += pairs.length;
      onProgress(done / pairCount, games);
    }
    for (const id of compared.published.keys()) findings.note(id, "is published, and the ledger has no such game");
    if (compared.seasons.length === 0) continue;
    const read = () => readLeague(connection, last.manifest, sport);
    const league = await reading(findings, `the teams of ${sport}`, read);
    if (league !== null) await compareLeague(verification, league, compared.seasons);
  }
}

type Compared = {
  readonly seasons: readonly SeasonKey[];
  /** Whether the games of a season are compared: those of files that cannot be read are not. */
  readonly isCompared: (season: number) => boolean;
  /** By game id; those that were not met yet. */
  readonly published: Map<string, GameValues>;
};

/** The values that are published of the wanted seasons of a sport. */
async function readValues(
  { connection, last, findings }: Verification,
  sport: Sport,
  season: number | null,
): Promise<Compared> {
  const isWanted = (each: number): boolean => (season ?? each) === each;
  const seasons: SeasonKey[] = [];
  const damaged = new Set<number>();
  const published = new Map<string, GameValues>();
  for (const entry of last.manifest.seasons.filter((each) => each.sport === sport && isWanted(each.season))) {
    const values = await reading(findings, `${sport} ${entry.season}`, () => readSeasonValues(connection, entry));
    if (values === null) damaged.add(entry.season);
    else {
      seasons.push({ sport, season: entry.season });
      for (const game of values.games) published.set(game.facts.game_id, game);
      findings.count("seasons", 1);
      findings.count("games", values.games.length);
    }
  }
  return { seasons, published, isCompared: (each) => isWanted(each) && !damaged.has(each) };
}

/** Builds the games of some pairs, and compares them. @returns how many games the ledger has of them. */
async function verifyPairs(
  verification: Verification,
  pairs: readonly PairKey[],
  { isCompared, published }: Compared,
): Promise<number> {
  const { tables, ids } = verification;
  const games = await readGames(verification.ledger, pairs);
  const claims = claimsOf(games, ids, verification).filter(({ id }) => {
    const game = parseGameId(id);
    return game !== null && isCompared(seasonOf(game.sport, game.gameDate));
  });
  const rows = await readPublished(tables, pairs);
  const known = new Map(rows.entries().filter(([id]) => published.has(id)));
  for (const finding of compareGames(games, claims, known, verification)) {
    noteGame(verification, finding, published);
  }
  for (const id of known.keys()) published.delete(id);
  return games.length;
}

function noteGame(
  { findings, held, waiting }: Verification,
  finding: Finding,
  published: ReadonlyMap<string, GameValues>,
): void {
  if (finding.kind === "held") {
    if (finding.before !== null) findings.count("games that stand as they were", 1);
  } else if (finding.kind === "gone") {
    const { gameId, before, sentence } = finding;
    if (waiting.has(before.pair)) findings.count("games that wait for the next publish", 1);
    else findings.note(gameId, sentence.slice(`${gameId}: `.length));
  } else {
    const { claim, row, built } = finding;
    const before = published.get(claim.id);
    if (before !== undefined && isDeepStrictEqual(before, built.values)) return;
    if (waiting.has(row.pair)) findings.count("games that wait for the next publish", 1);
    else if (held.has(claim.id)) findings.count("games that stand as they were", 1);
    else if (before === undefined) findings.note(claim.id, "is not published, and the ledger has it");
    else noteValues(findings, before, built.values);
  }
}

function noteValues(findings: Findings, published: GameValues, recomputed: GameValues): void {
  const { game_id: id } = published.facts;
  const { fields, others } = differenceOf(published, recomputed, true);
  noteDifferences(findings, id, fields);
  for (const { path, count } of others) findings.note(id, `${path}: ${count} other values are not as recomputed`);
  const beside = ({ doubts, starters, resumedOn: resumed_on, innings }: GameValues) => {
    return { doubts, starters, resumed_on, innings };
  };
  noteDifferences(findings, id, fieldChanges("", beside(published), beside(recomputed)));
}

/** Makes the teams of a sport and the rows of its seasons again. What came in since the last publish may change them. */
async function compareLeague(
  verification: Verification,
  { sport, seasons: rows, teams }: League,
  seasons: readonly SeasonKey[],
): Promise<void> {
  const { ledger, findings } = verification;
  const news = new SeasonMap(verification.changedSeasons.map((season) => [season, null]));
  const statements = await readFactRecords(ledger, "season");
  const listed = await listedIds(verification, sport);
  const figures = await readFigures(verification.tables);
  for (const key of seasons.filter((season) => !verification.all && !news.has(season))) {
    const built = await readSeasonRow(verification, key, { figures, listed, statements });
    const published = rows.find(({ row }) => row.season === key.season) ?? null;
    noteDifferences(findings, `${sport} ${key.season}`, fieldChanges("", published, built?.body ?? null));
  }
  if ((await lastImportId(ledger)) !== verification.seen) return;
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
  const shown = (value: unknown): string => {
    const text = JSON.stringify(value);
    return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
  };
  for (const { path, from, to } of fields) {
    const isUntold = from === null && to === null;
    const what = isUntold ? "not as recomputed" : `published ${shown(from)}, recomputed ${shown(to)}`;
    findings.note(where, `${path}: ${what}`);
  }
}
