/** `gradeline import …`: files to feed items, feed items to the ledger, and the table of what became of them. */
import type { Config } from "../config.ts";
import { openDatabase } from "../database/engine.ts";
import type { Sport } from "../domain/sports.ts";
import { readCanonical } from "../feed/canonical.ts";
import type { FeedItem } from "../feed/feed-item.ts";
import { expandPaths, readInputs, readLines, readText } from "../feed/files.ts";
import { parseJson } from "../feed/json-text.ts";
import { readCfbdGames } from "../feed/providers/cfbd.ts";
import { readCfbdLines } from "../feed/providers/cfbd-lines.ts";
import { readNflverseGames, readNflverseTeams } from "../feed/providers/nflverse.ts";
import { readOddsApi, seenAtOfFileName } from "../feed/providers/the-odds-api.ts";
import { importItems } from "../ledger/import.ts";
import { printable } from "./table-text.ts";
import { patienceOfNight } from "./waiting.ts";

type Strict = { readonly strict?: true };

export function importOddsApi(
  config: Config,
  paths: readonly string[],
  options: Strict & { readonly sport: Sport },
): Promise<void> {
  return runImport(config, options, oddsApiItems(paths, options.sport));
}

export function importNflverse(
  config: Config,
  options: Strict & { readonly games: string; readonly teams?: string },
): Promise<void> {
  return runImport(config, options, nflverseItems(options.games, options.teams));
}

export function importCfbd(
  config: Config,
  options: Strict & { readonly games: string; readonly lines?: string },
): Promise<void> {
  return runImport(config, options, cfbdItems(options.games, options.lines));
}

export function importCanonical(config: Config, paths: readonly string[], options: Strict): Promise<void> {
  return runImport(config, options, canonicalItems(paths));
}

export function* oddsApiItems(paths: readonly string[], sport: Sport): Generator<FeedItem> {
  for (const { file, text } of readInputs(paths, [".json"])) {
    yield* readOddsApi(parseJson(text, file), { file, sport, seenAt: seenAtOfFileName(file) });
  }
}

export function* nflverseItems(gamesFile: string, teamsFile: string | undefined): Generator<FeedItem> {
  if (teamsFile !== undefined) yield* readNflverseTeams(readText(teamsFile), { file: teamsFile });
  yield* readNflverseGames(readText(gamesFile), { file: gamesFile });
}

export function* cfbdItems(gamesFile: string, linesFile: string | undefined): Generator<FeedItem> {
  yield* readCfbdGames(parseJson(readText(gamesFile), gamesFile), { file: gamesFile });
  if (linesFile === undefined) return;
  yield* readCfbdLines(parseJson(readText(linesFile), linesFile), { file: linesFile });
}

export function* canonicalItems(paths: readonly string[]): Generator<FeedItem> {
  for (const file of expandPaths(paths, [".ndjson", ".jsonl"])) yield* readCanonical(readLines(file), { file });
}

async function runImport(config: Config, options: Strict, items: Iterable<FeedItem>): Promise<void> {
  const database = await openDatabase(config.databaseUrl, patienceOfNight(config));
  try {
    const report = await importItems(database, items, new Date().toISOString());
    for (const line of report.lines()) console.log(printable(line));
    if (options.strict && report.refused > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
