/** Gradeline's own feed format: one record a line, JSON (NDJSON). docs/feed.md explains it to people. */

import { readPrice } from "../domain/american-odds.ts";
import { bookByProviderKey } from "../domain/books.ts";
import { teamByAbbreviation } from "../domain/teams/registry.ts";
import { isObject, jsonOrNull, objectOf } from "./parse.ts";
import type { FeedRecord, GameRecord, QuoteRecord, SeasonRecord, TeamRecord, VenueRecord } from "./records.ts";
import {
  type FeedItem,
  InputError,
  problem,
  type RecordProblem,
  refused,
  type Source,
  type Where,
} from "./refusals.ts";
import { recordTypeOf, recordTypes, shapeProblem, withMissingAsNull } from "./shape.ts";
import { matchTeam } from "./team-names.ts";
import { utcTime } from "./utc-times.ts";
import { acceptFact, acceptGame, acceptQuote, acceptSeason, strangeBook, unknownTeam } from "./validate.ts";

/** The line of a record, without the line break that must follow it. */
export function writeCanonicalLine(record: FeedRecord): string {
  return JSON.stringify(record);
}

/** The teams by their abbreviations, whatever spelling the line has. */
function nameTeams(record: GameRecord | QuoteRecord): RecordProblem | null {
  for (const side of ["home", "away"] as const) {
    // Most files have abbreviations already, and folding a name is the dearest step of a line.
    const team = teamByAbbreviation(record.sport, record[side]) ?? matchTeam(record.sport, record[side]);
    if (team === null) return unknownTeam(record.sport, record[side], side);
    record[side] = team.abbreviation;
  }
  return null;
}

function normaliseTime<Field extends string>(
  record: { [F in Field]: string | null },
  field: Field,
): RecordProblem | null {
  const text: string | null = record[field];
  if (text === null) return null;
  const time = utcTime(text);
  if (time === null) return problem("malformed", `"${text}" is not a time with date and zone`, field);
  record[field] = time;
  return null;
}

function readGame(record: GameRecord, where: Where, nowMs: number): FeedItem {
  const wrong = nameTeams(record) ?? normaliseTime(record, "start_time") ?? normaliseTime(record, "actual_start_time");
  return wrong === null ? acceptGame(record, where, nowMs) : refused(where, wrong);
}

function nameBook(record: QuoteRecord): RecordProblem | null {
  const book = bookByProviderKey(record.book);
  if (book === null) return strangeBook(record.book);
  record.book = book.slug;
  return null;
}

function readQuote(record: QuoteRecord, where: Where, nowMs: number): FeedItem {
  const wrong =
    nameTeams(record) ??
    nameBook(record) ??
    normaliseTime(record, "start_time") ??
    normaliseTime(record, "seen_at") ??
    normaliseTime(record, "captured_at");
  return wrong === null ? acceptQuote(record, where, nowMs) : refused(where, wrong);
}

function readTeam(record: TeamRecord, where: Where): FeedItem {
  const team = matchTeam(record.sport, record.abbreviation);
  if (team === null) return refused(where, unknownTeam(record.sport, record.abbreviation, "abbreviation"));
  record.abbreviation = team.abbreviation;
  return acceptFact(record, where);
}

/** Books' marks for "off the board" are prices that are missing, 0.0001 too, which is no whole number [D-13]. */
function clearSentinels(value: { [key: string]: unknown }): void {
  for (const field of ["home_odds", "away_odds", "over_odds", "under_odds"]) {
    const odds = value[field];
    if (typeof odds !== "number") continue;
    const price = readPrice(odds);
    if (price.ok) value[field] = price.odds;
  }
}

type CanonicalPlace = Source & { readonly lineNumber: number };

/** Reads one line that is not blank. */
export function readCanonicalLine(line: string, { file, lineNumber, nowMs }: CanonicalPlace): FeedItem {
  const where = { file, record: `line ${lineNumber}` };
  const parsed = jsonOrNull(line);
  if (!isObject(parsed)) return refused(where, problem("malformed", "is not a JSON object"));
  const type = recordTypeOf(parsed);
  if (type === null) return refused(where, problem("malformed", `must be ${recordTypes.join(", ")}`, "type"));
  const value = withMissingAsNull(type, parsed);
  if (type === "quote") clearSentinels(value);
  const shape = shapeProblem(type, value);
  if (shape !== null) return refused(where, shape);
  switch (type) {
    case "team":
      return readTeam(value as TeamRecord, where);
    case "venue":
      return acceptFact(value as VenueRecord, where);
    case "season":
      return acceptSeason(value as SeasonRecord, where, nowMs);
    case "game":
      return readGame(value as GameRecord, where, nowMs);
    case "quote":
      return readQuote(value as QuoteRecord, where, nowMs);
  }
}

/** How far the reading of a file has come. */
type Progress = { lines: number; records: number };

function* itemsOfLines(lines: Iterable<string>, source: Source, done: Progress): Generator<FeedItem> {
  for (const rawLine of lines) {
    done.lines += 1;
    const line = done.lines === 1 && rawLine.startsWith("\ufeff") ? rawLine.slice(1) : rawLine;
    if (line.trim() === "") continue;
    // One bad line is a refusal; a file that does not even begin as one of ours is another file.
    if (done.records === 0 && recordTypeOf(objectOf(jsonOrNull(line))) === null) {
      const types = recordTypes.join(", ");
      const problem = `line ${done.lines} is no JSON object with a type (${types})`;
      throw new InputError(source.file, `is not a canonical feed: ${problem}`);
    }
    done.records += 1;
    yield readCanonicalLine(line, { ...source, lineNumber: done.lines });
  }
}

function refuseEmpty({ file }: Source, { records }: Progress): void {
  if (records === 0) throw new InputError(file, "is empty");
}

/** Reads the lines of a file, without their ends. Blank lines are passed over. */
export function* readCanonical(lines: Iterable<string>, source: Source): Generator<FeedItem> {
  const done = { lines: 0, records: 0 };
  yield* itemsOfLines(lines, source, done);
  refuseEmpty(source, done);
}

/** As `readCanonical`, of lines that come from a file in pieces, so that it may be larger than the memory. */
export async function* readCanonicalPieces(
  pieces: AsyncIterable<readonly string[]>,
  source: Source,
): AsyncGenerator<FeedItem> {
  const done = { lines: 0, records: 0 };
  for await (const lines of pieces) yield* itemsOfLines(lines, source, done);
  refuseEmpty(source, done);
}
