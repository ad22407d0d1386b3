/** Gradeline's own feed format: one record a line, JSON (NDJSON). docs/feed.md explains it to people. */
import { readPrice } from "../domain/american-odds.ts";
import { checkedFact, checkedGame, checkedSeason } from "./game-rules.ts";
import { isObject, jsonOrNull, objectOf } from "./parse.ts";
import { bookNamed, checkedQuote } from "./quote-rules.ts";
import type { FeedRecord, GameRecord, QuoteRecord } from "./records.ts";
import { type FeedItem, InputError, itemOf, refuse, type Source } from "./refusals.ts";
import { checkShape, recordTypeOf, recordTypes, withMissingAsNull } from "./shape.ts";
import { teamNamed } from "./team-names.ts";
import { utcTime } from "./utc-times.ts";

/** The line of a record, without the line break that must follow it. */
export function writeCanonicalLine(record: FeedRecord): string {
  return JSON.stringify(record);
}

function nameTeams(record: GameRecord | QuoteRecord): void {
  record.home = teamNamed(record.sport, record.home, "home").abbreviation;
  record.away = teamNamed(record.sport, record.away, "away").abbreviation;
}

function inUtc(text: string | null, field: string): string | null {
  if (text === null) return null;
  return utcTime(text) ?? refuse("malformed", `"${text}" is not a time with date and zone`, field);
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

/** Reads one line that is not blank. */
export function readCanonicalLine(line: string, place: Source & { readonly lineNumber: number }): FeedItem {
  return itemOf({ file: place.file, record: `line ${place.lineNumber}` }, () =>
    recordOf(jsonOrNull(line), place.nowMs),
  );
}

function recordOf(parsed: unknown, nowMs: number): FeedRecord {
  if (!isObject(parsed)) return refuse("malformed", "is not a JSON object");
  const type = recordTypeOf(parsed);
  if (type === null) return refuse("malformed", `must be ${recordTypes.join(", ")}`, "type");
  const value = withMissingAsNull(type, parsed);
  if (type === "quote") clearSentinels(value);
  checkShape(type, value);
  const record = value as FeedRecord;
  switch (record.type) {
    case "team":
      record.abbreviation = teamNamed(record.sport, record.abbreviation, "abbreviation").abbreviation;
      return checkedFact(record);
    case "venue":
      return checkedFact(record);
    case "season":
      return checkedSeason(record, nowMs);
    case "game":
      nameTeams(record);
      record.start_time = inUtc(record.start_time, "start_time");
      record.actual_start_time = inUtc(record.actual_start_time, "actual_start_time");
      return checkedGame(record, nowMs);
    case "quote":
      nameTeams(record);
      record.book = bookNamed(record.book).slug;
      record.start_time = inUtc(record.start_time, "start_time");
      record.seen_at = inUtc(record.seen_at, "seen_at");
      record.captured_at = inUtc(record.captured_at, "captured_at");
      return checkedQuote(record, nowMs);
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
