/** `gradeline import …` reads files, puts their records into the ledger, and prints a report and what comes next. */
import type { Config } from "../config/config.ts";
import { tablesOf } from "../database/engine.ts";
import type { Sport } from "../domain/sports.ts";
import { readCanonicalPieces } from "../feed/canonical.ts";
import { expandPaths, readInputs, readLines, readText } from "../feed/files.ts";
import { parseJson } from "../feed/parse.ts";
import { readCfbd } from "../feed/providers/cfbd.ts";
import { readEspn } from "../feed/providers/espn.ts";
import { readMlbStatsapi } from "../feed/providers/mlb-statsapi.ts";
import { readNflverseGames, readNflverseTeams } from "../feed/providers/nflverse.ts";
import { readNhlApi } from "../feed/providers/nhl-api.ts";
import { readRetrosheet } from "../feed/providers/retrosheet.ts";
import { isOddsApiScores, readOddsApi, readOddsApiScores, seenAtOfFileName } from "../feed/providers/the-odds-api.ts";
import {
  type FeedItem,
  ProviderError,
  problem,
  type RefusalReason,
  refusalReasons,
  refused,
  type Source,
} from "../feed/refusals.ts";
import { type ImportReport, importItems } from "../ledger/import.ts";
import { holdsSample } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { withDatabase } from "./with-database.ts";

type Options = { readonly strict?: true; readonly json?: true };
type Reading = Source & { readonly sport: Sport | null };
type Items = Iterable<FeedItem> | AsyncIterable<FeedItem>;
type Read<Found extends Items> = (files: readonly string[], about: Omit<Reading, "file">) => Found;

/** A reader of files of JSON, and of folders of them. */
function ofJson(
  read: (payload: unknown, source: Reading & { readonly seenAt: string | null }) => Iterable<FeedItem>,
): Read<Iterable<FeedItem>> {
  return (paths, about) =>
    itemsOfEach(paths, (payload, file) => read(payload, { ...about, file, seenAt: seenAtOfFileName(file) }));
}

/** The providers whose files all say themselves what they hold. A sport is one that the files must be of. */
const readers = {
  "the-odds-api": ofJson((payload, source) =>
    isOddsApiScores(payload) ? readOddsApiScores(payload, source) : readOddsApi(payload, source),
  ),
  "mlb-statsapi": ofJson(readMlbStatsapi),
  *retrosheet(paths, about) {
    for (const { file, text } of readInputs(paths, [".txt"])) yield* readRetrosheet(text, { ...about, file });
  },
  "nhl-api": ofJson(readNhlApi),
  espn: ofJson(readEspn),
  // Files of lines may be larger than the memory, and are read piece by piece. All others are texts.
  async *canonical(paths, about) {
    for (const file of expandPaths(paths, [".ndjson", ".jsonl"])) {
      yield* readCanonicalPieces(readLines(file), { ...about, file });
    }
  },
} satisfies Readonly<Record<string, Read<Items>>>;

export type FileProvider = keyof typeof readers;

/** @param sport null: each file says it itself. */
export function itemsOfFiles<Of extends FileProvider>(
  provider: Of,
  paths: readonly string[],
  nowMs: number,
  sport: Sport | null = null,
) {
  return readers[provider](paths, { nowMs, sport }) as ReturnType<(typeof readers)[Of]>;
}

export function importFilesOf(provider: FileProvider) {
  return (config: Config, paths: readonly string[], options: Options & { readonly sport?: Sport }): Promise<void> =>
    runImport(config, provider, options, (nowMs) => itemsOfFiles(provider, paths, nowMs, options.sport));
}

export function importNflverse(
  config: Config,
  options: Options & { readonly games: string; readonly teams?: string },
): Promise<void> {
  return runImport(config, "nflverse", options, (nowMs) => nflverseItems(options.games, options.teams, nowMs));
}

export async function importCfbd(
  config: Config,
  options: Options & { readonly games?: string; readonly lines?: string },
): Promise<void> {
  if (options.games === undefined && options.lines === undefined) {
    throw new CommandError("give --games, --lines or both");
  }
  await runImport(config, "cfbd", options, (nowMs) => cfbdItems(options.games, options.lines, nowMs));
}

export function* nflverseItems(gamesFile: string, teamsFile: string | undefined, nowMs: number): Generator<FeedItem> {
  if (teamsFile !== undefined) yield* readNflverseTeams(readText(teamsFile), { file: teamsFile, nowMs });
  yield* readNflverseGames(readText(gamesFile), { file: gamesFile, nowMs });
}

/** Lines may come without the games: those are in the ledger, or come later. */
export function* cfbdItems(
  gamesFile: string | undefined,
  linesFile: string | undefined,
  nowMs: number,
): Generator<FeedItem> {
  for (const file of [gamesFile, linesFile]) {
    if (file !== undefined) yield* readCfbd(parseJson(readText(file), file), { file, nowMs });
  }
}

/** Errors of a provider among other files are refused at the end. One that is named alone stops the import. */
function* itemsOfEach(
  paths: readonly string[],
  read: (payload: unknown, file: string) => Iterable<FeedItem>,
): Generator<FeedItem> {
  const refusals: FeedItem[] = [];
  for (const { file, text } of readInputs(paths, [".json"])) {
    let payload: unknown;
    try {
      payload = parseJson(text, file);
    } catch (error) {
      if (!(error instanceof ProviderError) || (paths.length === 1 && paths[0] === file)) throw error;
      refusals.push(refused({ file, record: "the whole file" }, problem("malformed", error.detail)));
      continue;
    }
    yield* read(payload, file);
  }
  yield* refusals;
}

function runImport(
  config: Config,
  provider: string,
  { strict, json }: Options,
  itemsAt: (nowMs: number) => Items,
): Promise<void> {
  return withDatabase(config, async (database) => {
    // Nobody takes a file by mistake, as a first backfill would: what is invented goes on being said of the whole archive.
    if (await holdsSample(tablesOf<LedgerTables>(database.kysely)))
      console.error("gradeline: the database holds the sample, so all of it is published as a sample, real games too");
    const now = new Date();
    const source = `import ${provider}`;
    const report = await importItems(database, itemsAt(now.getTime()), now.toISOString(), { source });
    const isCut = report.refusedCount > Object.keys(report.refused).length;
    const next = [
      ...(isCut ? [`gradeline log ${report.reportId} --all`] : []),
      ...(report.accepted > 0 ? ["gradeline publish"] : []),
    ];
    print(reportAsJson(report, next), { json });
    if (strict && report.refusedCount > 0) process.exitCode = 1;
  });
}

function reportAsJson(report: ImportReport, next: readonly string[]) {
  const { reportId, read, accepted, unchanged, refused, refusedCount } = report;
  return {
    report: reportId,
    read,
    accepted,
    unchanged,
    refused: refusedCount,
    refusals: Object.entries(refused).map(([reason, counted]) => {
      return { reason, about: refusalReasons[reason as RefusalReason], ...counted };
    }),
    next,
  };
}
