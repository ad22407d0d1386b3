/** The changes of a publish, game by game, as `archive_changes` keeps them for callers, and the summary of its revision. */
import type { Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { PairKey } from "../../domain/pairs.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import type { GameRecord } from "../../feed/records.ts";
import { gameRecordKey, identityKey, type LedgerTables } from "../../ledger/tables.ts";
import {
  type ChangeBody,
  type ChangeEnds,
  type ChangeRow,
  type SummaryBody,
  summaryBodyOf,
  summaryRow,
} from "../../release/changes.ts";
import { differenceOf } from "../../release/diff.ts";
import { insertChunks } from "../../release/published-games.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import { eachOnce } from "../season-map.ts";
import type { PublishStart } from "../start.ts";
import type { GameChange, GameSpeakers } from "./changed-seasons.ts";

/**
 * The games of one publish whose changes are kept value by value. A rule that changes twenty thousand games is told in its
 * release notes; of the other games, the changed values are counted by member.
 */
const mostDetailed = 2_000;

/** A change that has no number yet. */
type NewChange = Omit<ChangeRow, "position" | "sport_position">;

export class ChangeLog {
  readonly #connection: Transaction<AnyTables>;
  readonly #start: PublishStart;
  readonly #publishedAt: string;
  #detailed = 0;
  /** By game id: a game that is met under two pairs is as it was met last. */
  readonly #rows = new Map<string, NewChange>();

  constructor(connection: Transaction<AnyTables>, start: PublishStart, publishedAt: string) {
    this.#connection = connection;
    this.#start = start;
    this.#publishedAt = publishedAt;
  }

  /** How many games were corrected so far. */
  get corrected(): number {
    return [...this.#rows.values()].filter(({ corrected }) => corrected > 0).length;
  }

  async add(changes: readonly GameChange[]): Promise<void> {
    const known = changes.flatMap(({ game, before }) => ("values" in game && before !== null ? [game.row.pair] : []));
    const isNews = known.length > 0 ? await this.#news([...new Set(known)]) : () => false;
    for (const change of changes) {
      const row = this.#rowOf(change, isNews);
      if (row !== null) this.#rows.set(row.game_id, row);
    }
  }

  /** Null when callers see no difference between the values. */
  #rowOf({ game, before }: GameChange, isNews: IsNews): NewChange | null {
    if (!("values" in game)) return this.#row(game.before, "removed", { ...nothing, corrected: 1 });
    const after = game.values;
    if (before === null && game.before === null) return this.#row(after.facts, "added", nothing);
    // Nobody knows what callers saw of values that are damaged now, so they count as changed.
    if (before === null) return this.#row(after.facts, "changed", { ...nothing, others: somethingElse });
    const difference = differenceOf(before, after, this.#detailed < mostDetailed);
    if (difference.fields.length === 0 && difference.others.length === 0) return null;
    this.#detailed += 1;
    const hasMoved = before.facts.start_time !== after.facts.start_time;
    const providers = newsProviders(game.speakers, isNews, hasMoved);
    return this.#row(after.facts, "changed", { ...difference, providers });
  }

  #row(
    { game_id, sport, season }: Pick<NewChange, "game_id" | "sport" | "season">,
    change: NewChange["change"],
    { corrected, ...body }: ChangeBody & { readonly corrected: number },
  ): NewChange {
    const when = { revision: this.#start.revision, published_at: this.#publishedAt };
    return { ...when, game_id, sport, season, change, corrected, body: JSON.stringify(body) };
  }

  /** The imports of these pairs since the revision before. */
  async #news(pairs: readonly PairKey[]): Promise<IsNews> {
    const ledger = tablesOf<LedgerTables>(this.#connection);
    const { seen } = this.#start;
    const records = await ledger
      .selectFrom("ledger_records")
      .select(["provider", "record_key"])
      // Only games have a pair; see `readGameRecords`.
      .where("pair", "in", pairs)
      .where("changed_in", ">", seen)
      .execute();
    const events = await ledger
      .selectFrom("ledger_events")
      .select(["provider", "event_id as record_key"])
      .where("pair", "in", pairs)
      .where("changed_in", ">", seen)
      .execute();
    const known = { records: new Set(records.map(identityKey)), lines: new Set(events.map(identityKey)) };
    return (kind, provider, key) => known[kind].has(identityKey({ provider, record_key: key }));
  }

  /**
   * Writes the changes in the order of their game ids, which is the same on every engine, and the summary of the revision.
   * @param written the seasons whose rows were written.
   */
  async write(written: readonly SeasonKey[], oddsRows: number): Promise<void> {
    const archive = tablesOf<ReleaseTables>(this.#connection);
    const { last, revision } = this.#start;
    const summaries = archive.selectFrom("archive_summaries").selectAll();
    const before = last === null ? undefined : await summaries.where("revision", "=", last.revision).executeTakeFirst();
    const ends: { -readonly [Of in keyof ChangeEnds]: number } =
      before === undefined ? {} : { ...summaryBodyOf(before).ends };
    const next = (of: keyof ChangeEnds): number => {
      const number = (ends[of] ?? 0) + 1;
      ends[of] = number;
      return number;
    };
    const rows = [...this.#rows.values()]
      .sort((a, b) => (a.game_id < b.game_id ? -1 : 1))
      .map((row): ChangeRow => ({ ...row, position: next("all"), sport_position: next(row.sport as Sport) }));
    for (const chunk of insertChunks(rows)) await archive.insertInto("archive_changes").values(chunk).execute();
    const touched = [...written, ...rows.map(({ sport, season }) => ({ sport: sport as Sport, season }))];
    const counts = { added: 0, changed: 0, removed: 0 };
    for (const { change } of rows) counts[change] += 1;
    const seasons = eachOnce(touched);
    const body: SummaryBody = { ...counts, odds_rows: oddsRows, seasons, ends };
    const row = { revision, published_at: this.#publishedAt, kept_since: before?.kept_since ?? last?.revision ?? 0 };
    await archive.insertInto("archive_summaries").values(summaryRow(row, body)).execute();
  }
}

const nothing = { fields: [], others: [], providers: { records: [], lines: [] }, corrected: 0 };
/** At least one value, nobody knows which. */
const somethingElse: ChangeBody["others"] = [{ path: "", count: 1 }];

// The providers who have moved the values of a game, by what is new of its records and its captures.

/** Whether a record, or the captures of an event, came in after the revision before. */
type IsNews = (kind: "records" | "lines", provider: string, key: string) => boolean;

function newsProviders(
  { records, events, startMs }: GameSpeakers,
  isNews: IsNews,
  hasMoved: boolean,
): ChangeBody["providers"] {
  const ofRecords = records.filter((record) => {
    const key = gameRecordKey(record);
    return isNews("records", record.provider, key) || isNews("records", record.provider, `${key}:suspended`);
  });
  const ofLines = events.filter(({ provider, eventId }) => isNews("lines", provider, eventId));
  const told = { records: names(ofRecords), lines: names(ofLines) };
  if (!hasMoved) return told;
  // When nothing new states the start that counts now, a record has withdrawn the start that counted before.
  const byRecord = ofRecords.filter((record) => startsOf(record).includes(startMs));
  const byEvent = ofLines.filter((event) => event.startMs === startMs);
  const movers = [byRecord, byEvent, ofRecords].find((each) => each.length > 0) ?? [];
  return { ...told, start: names(movers) };
}

function startsOf({ actual_start_time: actual, start_time: scheduled }: GameRecord): (number | null)[] {
  return [actual, scheduled].map((time) => (time === null ? null : Date.parse(time)));
}

function names(stating: readonly { readonly provider: string }[]): string[] {
  return [...new Set(stating.map(({ provider }) => provider))].sort();
}
