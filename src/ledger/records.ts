/** Game, season, team and venue records: one row each, with all that its provider has said of it. */
import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { pairOf } from "../domain/game-ids.ts";
import { providerRank } from "../domain/providers.ts";
import { slateDate } from "../domain/times.ts";
import type { FeedRecord, GameRecord, QuoteRecord, SeasonRecord } from "../feed/records.ts";
import { gameRecordKey, type LedgerTables, putRows, type RecordRow } from "./tables.ts";

// Questions that are asked of a single game record, and the order in which records are believed.

/** A game that was called off takes no events and has no number among the games of its day. */
export function isCalledOff(record: GameRecord): boolean {
  return record.status === "cancelled" || record.status === "postponed";
}

/** The slate date that a record is filed under; null when it has neither a date nor a start. */
export function dateOfGame(record: GameRecord): string | null {
  if (record.game_date !== null) return record.game_date;
  const start = record.start_time ?? record.actual_start_time;
  return start === null ? null : slateDate(Date.parse(start));
}

/** Orders records so that the one that is believed first comes first. */
export function byTrust(a: GameRecord, b: GameRecord): number {
  return providerRank(a.provider) - providerRank(b.provider) || compareTexts(a.provider, b.provider);
}

/** Orders texts by their code units: a database's collation or a language would each have an order of its own. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

// Two records of one thing by one provider are made one. A provider's answers each tell a part: a schedule has no
// officials, and a page of details comes once. So the record that counts keeps what the other one knows of the same
// state of the game. Pure; decision 0065 has the reasons.

export type KeptRecord = Exclude<FeedRecord, QuoteRecord>;

/** The record to keep of one that comes in and the one that is known of the same thing. */
export function mergeRecords(incoming: KeptRecord, known: KeptRecord): KeptRecord {
  if (incoming.type === "game" && known.type === "game") {
    return leads(incoming, known) ? filled(incoming, known) : filled(known, incoming);
  }
  return incoming.type === "season" && known.type === "season" ? mergeSeasons(incoming, known) : incoming;
}

/** A season that is complete stays so. Of two that know when their last undecided game is, the later day counts. */
function mergeSeasons(incoming: SeasonRecord, known: SeasonRecord): SeasonRecord {
  if (incoming.complete || known.complete) return incoming.complete ? incoming : known;
  return (known.undecided_until ?? "") > (incoming.undecided_until ?? "9999") ? known : incoming;
}

/** How far a game has come. A final game does not become a scheduled one because an old file is read again. */
const progress = { scheduled: 0, postponed: 0, suspended: 1, cancelled: 2, final: 2 } as const;

/** Whether a record that comes in counts before the known one. */
function leads(incoming: GameRecord, known: GameRecord): boolean {
  if (progress[incoming.status] !== progress[known.status]) return progress[incoming.status] > progress[known.status];
  const hasPostponed = incoming.status === "postponed" || known.status === "postponed";
  // Records bear no time of retrieval, and corrections come as later imports.
  if (!hasPostponed) return true;
  // A postponed game goes on under its id on a later day, and may be postponed there again. So the later day is the
  // newer statement, and of one day the postponement is.
  const [date, knownDate] = [dateOfGame(incoming) ?? "", dateOfGame(known) ?? ""];
  return date === knownDate ? incoming.status === "postponed" : date > knownDate;
}

/** The record that counts, with what the other one knows where it has nothing itself. */
function filled(record: GameRecord, other: GameRecord): GameRecord {
  if (record.home !== other.home || record.away !== other.away || record.season_type !== other.season_type) {
    return record;
  }
  const isSameDay = dateOfGame(record) === dateOfGame(other);
  const isSameState = isSameDay && record.status === other.status;
  const isSameScore = isSameState && record.home_score === other.home_score && record.away_score === other.away_score;
  const hasBegun = record.status === "final" || record.status === "suspended";
  const ofDay = isSameDay ? other : null;
  const ofState = isSameState ? other : null;
  const ofScore = isSameScore ? other : null;
  return {
    ...record,
    week: record.week ?? other.week,
    game_number: record.game_number ?? ofDay?.game_number ?? null,
    // A provider may take back a start that is still to come, by stating none.
    start_time: record.start_time ?? (hasBegun ? (ofDay?.start_time ?? null) : null),
    actual_start_time: record.actual_start_time ?? ofState?.actual_start_time ?? null,
    neutral_site: record.neutral_site ?? ofDay?.neutral_site ?? null,
    overtime: record.overtime ?? ofScore?.overtime ?? null,
    line_score: record.line_score ?? ofScore?.line_score ?? null,
    venue: ofDay === null ? record.venue : filledVenue(record.venue, ofDay.venue, isSameState),
    referee: record.referee ?? ofState?.referee ?? null,
    weather: record.weather ?? ofState?.weather ?? null,
    ...otherIds(record, other),
    ...starters(record, ofState),
    ...(record.resumed_on == null && ofState?.resumed_on != null ? { resumed_on: ofState.resumed_on } : {}),
  };
}

/** The ids of a game stay when it is played on another day. A record of a game without any stays without the member. */
function otherIds({ other_ids: own }: GameRecord, { other_ids: known }: GameRecord): Pick<GameRecord, "other_ids"> {
  if (known == null) return own === undefined ? {} : { other_ids: own };
  const stated = Object.entries(own ?? {}).filter(([, id]) => id !== null);
  return { other_ids: { ...known, ...Object.fromEntries(stated) } };
}

/** Each side's own, or else what the other record of the same state says. A record without any stays without the member. */
function starters({ starters: own }: GameRecord, other: GameRecord | null): Pick<GameRecord, "starters"> {
  const known = other?.starters;
  if (known == null) return own === undefined ? {} : { starters: own };
  return { starters: { home: own?.home ?? known.home, away: own?.away ?? known.away } };
}

type Venue = GameRecord["venue"];

/** Whether a game is played below a roof is known on its day, so that a schedule's word on it does not fill a final's. */
function filledVenue(venue: Venue, other: Venue, isSameState: boolean): Venue {
  if (other === null || (venue !== null && venue.venue_id !== other.venue_id)) return venue;
  return {
    venue_id: other.venue_id,
    name: venue?.name ?? other.name,
    city: venue?.city ?? other.city,
    indoor: venue?.indoor ?? (isSameState ? other.indoor : null),
  };
}

// Gathers the records of one import, each as all of the import says it, and writes those that are new or changed.

/** How many records one part of an import has accepted, and whether the ledger is another one now. */
export type ImportTally = { readonly accepted: number; readonly unchanged: number; readonly hasChanged: boolean };

/** By kind, provider and the key of the record. */
export class IncomingRecords {
  readonly #records = new Map<string, { readonly key: string; readonly record: KeptRecord }>();
  /** How many records were read again in the same import: the same thing, another state of it, or another part. */
  repeated = 0;

  add(record: KeptRecord): void {
    const key = recordKey(record);
    const whole = `${record.type}\n${record.provider}\n${key}`;
    const known = this.#records.get(whole);
    if (known !== undefined) this.repeated += 1;
    this.#records.set(whole, { key, record: known === undefined ? record : mergeRecords(record, known.record) });
  }

  /** Those of one kind and provider together. */
  groups() {
    return Map.groupBy(this.#records.values(), ({ record }) => `${record.type}\n${record.provider}`).values();
  }
}

/** The key of a record among those of its kind and provider. */
function recordKey(record: KeptRecord): string {
  switch (record.type) {
    case "game": {
      const key = gameRecordKey(record);
      // The final record may forget when the game began, so the suspended one is kept beside it [D-4].
      return record.status === "suspended" ? `${key}:suspended` : key;
    }
    case "team":
      return `${record.sport}:${record.abbreviation}`;
    case "season":
      return `${record.sport}:${record.season}`;
    case "venue":
      return record.venue_id;
  }
}

/** Writes the records that are new or changed. */
export async function writeRecords(
  connection: Transaction<AnyTables>,
  incoming: IncomingRecords,
  importId: number,
): Promise<ImportTally> {
  const tables = tablesOf<LedgerTables>(connection);
  const changed: RecordRow[] = [];
  let unchanged = incoming.repeated;
  for (const group of incoming.groups()) {
    const known = await readBodies(tables, group);
    for (const { key, record: taken } of group) {
      const before = known.get(key);
      const record = before === undefined ? taken : mergeRecords(taken, JSON.parse(before) as KeptRecord);
      const body = JSON.stringify(record);
      if (before === body) unchanged += 1;
      else changed.push(rowOf(record, key, body, importId));
    }
  }
  await putRows(connection, "ledger_records", changed);
  return { accepted: changed.length, unchanged, hasChanged: changed.length > 0 };
}

type Group = readonly { readonly record: KeptRecord }[];

async function readBodies(tables: Kysely<LedgerTables>, [first]: Group): Promise<Map<string, string>> {
  if (first === undefined) return new Map();
  const rows = await tables
    .selectFrom("ledger_records")
    .select(["record_key", "body"])
    .where("kind", "=", first.record.type)
    .where("provider", "=", first.record.provider)
    .execute();
  return new Map(rows.map((row) => [row.record_key, row.body]));
}

function rowOf(record: KeptRecord, key: string, body: string, importId: number): RecordRow {
  return {
    kind: record.type,
    provider: record.provider,
    record_key: key,
    sport: record.type === "venue" ? null : record.sport,
    season: record.type === "game" || record.type === "season" ? record.season : null,
    pair: record.type === "game" ? pairOf(record) : null,
    body,
    changed_in: importId,
  };
}
