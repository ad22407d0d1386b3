/**
 * The real input that the acceptance tests read, when it exists: `../shared/data` next to the repository. Readers in
 * this file share no code with src/, so that their results are an independent check; only the archive comes from the
 * program.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll } from "vitest";
import * as importing from "../../src/cli/import.ts";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import type { SeasonRow, TeamRow } from "../../src/contract/lists/reference.ts";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { readCanonical } from "../../src/feed/canonical.ts";
import { readInputs } from "../../src/feed/files.ts";
import { parseJson } from "../../src/feed/parse.ts";
import { readOddsApi, seenAtOfFileName } from "../../src/feed/providers/the-odds-api.ts";
import { type GameRecord, nothingStated, type SeasonRecord } from "../../src/feed/records.ts";
import { type FeedItem, InputError } from "../../src/feed/refusals.ts";
import type { ImportReport } from "../../src/ledger/import.ts";
import { importItems } from "../../src/ledger/import.ts";
import type { PublishReport } from "../../src/publish/findings.ts";
import { publish } from "../../src/publish/publish.ts";
import { gameOf, renderedGame } from "../../src/release/render.ts";
import { publishedLeagues, publishedValues } from "../support/published.ts";

const folder = join(import.meta.dirname, "../../../shared/data");

/** For the `skip` option of a test: returns why it cannot run, or false. */
export const withoutRealData: string | false = existsSync(join(folder, "README.md"))
  ? false
  : "skipped: the real input is not at ../shared/data";

export function realPath(...parts: readonly string[]): string {
  return join(folder, ...parts);
}

/** Lists the files of a folder of the real input by name. */
export function realFiles(...parts: readonly string[]): string[] {
  return readdirSync(realPath(...parts))
    .sort()
    .map((name) => realPath(...parts, name));
}

export function readRawText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

export function readRawJson<T>(path: string): T {
  return JSON.parse(readRawText(path)) as T;
}

export type RawObject = Readonly<Record<string, unknown>>;

/** Every object in the JSON files below a folder, also of one that is written as a text inside another. */
export function* rawObjects(...parts: readonly string[]): Generator<RawObject> {
  const names = readdirSync(realPath(...parts), { recursive: true, encoding: "utf8" }).sort();
  for (const name of names.filter((each) => /\.json(?:\.gz)?$/.test(each))) {
    yield* objectsIn(JSON.parse(readRawText(realPath(...parts, name)).replace(/^\ufeff/, "")));
  }
}

function* objectsIn(value: unknown): Generator<RawObject> {
  if (typeof value === "string" && /^[[{]/.test(value)) yield* objectsIn(asJson(value));
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as RawObject;
  for (const each of Object.values(value)) yield* objectsIn(each);
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function gamesOf(items: Iterable<FeedItem>): GameRecord[] {
  return [...items].flatMap(({ record }) => (record?.type === "game" ? [record] : []));
}

/** Counts games by status, other records by type, and refusals by reason and field. */
export function tally(items: Iterable<FeedItem>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { record, refusal } of items) {
    const ofRecord = record?.type === "game" ? record.status : `${record?.type}`;
    const key = refusal ? `${refusal.reason} ${refusal.field}` : ofRecord;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** The same of each file, by its name without its ending; of one that stops the import, `no games`. */
export function tallies(
  provider: "espn" | "mlb-statsapi" | "nhl-api",
  files: readonly string[],
  nameOf: (file: string) => string = (file) => basename(file),
): Record<string, Record<string, number> | "no games"> {
  return Object.fromEntries(
    files.map((file) => {
      try {
        return [nameOf(file), tally(importing.itemsOfFiles(provider, [file], importedMs))];
      } catch (error) {
        if (error instanceof InputError) return [nameOf(file), "no games"];
        throw error;
      }
    }),
  );
}

export type CsvRow = Readonly<Record<string, string>>;

/** Reads the rows of a CSV file; the first line names the columns. */
export function readRawCsv(path: string): CsvRow[] {
  return parse(readRawText(path), { columns: true, relax_quotes: true }) as CsvRow[];
}

const easternParts = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/New_York",
  dateStyle: "short",
  timeStyle: "short",
});

/** Formats a time in New York as `YYYY-MM-DD HH:MM`. */
export function easternText(ms: number): string {
  return easternParts.format(ms);
}

/** Reads NBA results. They have only the official date and no time of day; the start comes from the odds. */
function nbaRecords(path: string): (GameRecord | SeasonRecord)[] {
  const rows = readRawCsv(path);
  const seasons = new Set(rows.map((row) => Number(row.season)));
  return [
    ...rows.map((row) => nbaGame(row)),
    ...[...seasons].map((season) => ({
      type: "season" as const,
      provider: nbaProvider,
      sport: "nba" as const,
      season,
      complete: true,
    })),
  ];
}

const nbaProvider = "nba-results";

/** The final of the NBA Cup, at a neutral site in Las Vegas [D-6]. */
const cupFinal = "2023-12-09";

function nbaGame(row: CsvRow): GameRecord {
  const date = row.date ?? "";
  const isPlayoff = row.playoffs === "True";
  // The file marks the play-in and the Cup final alike, as neither regular nor playoffs. The Cup final counts as
  // regular.
  const isPlayIn = row.regular === "False" && !isPlayoff && date.slice(5, 7) === "04";
  const isCupFinal = date === cupFinal;
  const points = (side: "home" | "away"): number[] => {
    const quarters = ["q1", "q2", "q3", "q4"].map((quarter) => Number(row[`${quarter}_${side}`]));
    return hasOvertime(row) ? [...quarters, Number(row[`ot_${side}`])] : quarters;
  };
  return {
    ...nothingStated,
    type: "game",
    provider: nbaProvider,
    game_id: `${date}-${row.away}-${row.home}`,
    sport: "nba",
    season: Number(row.season),
    season_type: isPlayoff || isPlayIn ? "postseason" : "regular",
    game_date: date,
    status: "final",
    home: row.home ?? "",
    away: row.away ?? "",
    neutral_site: isCupFinal ? true : null,
    overtime: hasOvertime(row),
    home_score: Number(row.score_home),
    away_score: Number(row.score_away),
    line_score: { home: points("home"), away: points("away") },
  };
}

/** Overtime ends with a winner, so at least one side scores in it. */
function hasOvertime(row: CsvRow): boolean {
  return Number(row.ot_home) + Number(row.ot_away) > 0;
}

/** Gives the results as a canonical feed, through the reader of every canonical feed. */
export function nbaItems(path: string): Generator<FeedItem> {
  return readCanonical(
    nbaRecords(path).map((record) => JSON.stringify(record)),
    { file: basename(path), nowMs: importedMs },
  );
}

/** A time after everything in the real input. */
const importedAt = "2026-08-01T00:00:00Z";
export const importedMs = Date.parse(importedAt);

/** The odds that the command takes, without its columns. */
export function* oddsApiItems(paths: readonly string[], sport: Sport): Generator<FeedItem> {
  for (const { file, text } of readInputs(paths, [".json"])) {
    const source = { file, nowMs: importedMs, sport, seenAt: seenAtOfFileName(file) };
    yield* readOddsApi(parseJson(text, file), source);
  }
}

export function nflverseItems(gamesFile: string, teamsFile: string | undefined): Generator<FeedItem> {
  return importing.nflverseItems(gamesFile, teamsFile, importedMs);
}

export function cfbdItems(gamesFile: string, linesFile: string | undefined): Generator<FeedItem> {
  return importing.cfbdItems(gamesFile, linesFile, importedMs);
}

/** The results of the recorded week of MLB, in which teams have nicknames. */
export const mlbWeek = () => realPath("mlb-results", "2026-07-05_12.json");
/** What a nightly job wrote of the same games: `6 - 7` is away - home. */
export const mlbScores = () =>
  readRawJson<{ readonly gamePk: number; readonly score: string }[]>(
    realPath("mlb-results", "2026-07-05_12_finals.json"),
  );

/** A temporary database of the test. */
export type Scratch = {
  readonly database: Database;
  take(items: Iterable<FeedItem>): Promise<ImportReport>;
  publish(): Promise<PublishReport>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openScratch(): Promise<Scratch> {
  const home = mkdtempSync(join(tmpdir(), "gradeline-real-"));
  const database = await openDatabase(join(home, "real.db"));
  return {
    database,
    take: (items) => importItems(database, items, importedAt),
    publish: () => publish(database, { all: false, acceptRemovals: false, publishedAt: importedAt }),
    async [Symbol.asyncDispose]() {
      await database.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** What is published of lists of real input. */
export type Published = Scratch & {
  /** Of the import of each list. */
  readonly reports: readonly ImportReport[];
  readonly night: PublishReport;
  readonly archive: Archive;
};

/** Publishes these lists before the first test of a group, which may look at what is returned; it is removed after the last one. */
export function publishedBefore(...lists: readonly (() => Iterable<FeedItem>)[]): Published {
  const published = {} as Published;
  beforeAll(async () => {
    const scratch = await openScratch();
    const reports: ImportReport[] = [];
    for (const list of lists) reports.push(await scratch.take(list()));
    const night = await scratch.publish();
    Object.assign(published, scratch, { reports, night, archive: await readArchive(scratch.database) });
  });
  afterAll(() => published[Symbol.asyncDispose]());
  return published;
}

export type ArchivedGame = {
  readonly id: string;
  readonly game: Game;
  readonly extras: Omit<GameDetail, keyof Game>;
  /** Ordered by book id. */
  readonly odds: readonly OddsRow[];
};

export type Archive = {
  readonly games: ReadonlyMap<string, ArchivedGame>;
  readonly seasons: ReadonlyMap<string, SeasonRow>;
  readonly teams: readonly TeamRow[];
  /** Everything that is published, without revision numbers, to compare two databases. */
  readonly rows: Readonly<Record<"games" | "odds" | "seasons" | "teams", readonly object[]>>;
};

export async function readArchive(database: Database): Promise<Archive> {
  const values = await publishedValues(database);
  const { seasons, teams } = await publishedLeagues(database);
  const games = values.map((game) => {
    const { detail, odds } = renderedGame(game);
    return { id: game.facts.game_id, game: gameOf(game.facts), extras: detail, odds };
  });
  return {
    games: new Map(games.map((game) => [game.id, game])),
    seasons: new Map(seasons.map(({ row }) => [`${row.sport} ${row.season}`, row])),
    teams,
    rows: { games: values, odds: games.flatMap(({ odds }) => odds), seasons, teams },
  };
}

/** Published game ids by the provider's own id. */
export async function publishedIds(database: Database, provider: string): Promise<Map<string, string>> {
  const rows = await tablesOf<{ ledger_identities: { provider: string; record_key: string; game_id: string } }>(
    database.kysely,
  )
    .selectFrom("ledger_identities")
    .selectAll()
    .where("provider", "=", provider)
    .execute();
  return new Map(rows.map((row) => [row.record_key, row.game_id]));
}

/** `NBA-20231124-SAS-GSW betmgm total`: the quotes that were left out because a rule doubts them, each once. */
export async function doubtedQuotes(database: Database): Promise<string[]> {
  const quotes = (await publishedValues(database)).flatMap(({ facts, doubts }) =>
    // Sources that do not agree on a start are a doubt of the game.
    doubts.flatMap(({ book, market }) => (book === null ? [] : [`${facts.game_id} ${book} ${market}`])),
  );
  return [...new Set(quotes)].sort();
}
