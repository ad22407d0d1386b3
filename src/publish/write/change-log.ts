/** Collects what a publish changes of each game, for `archive_changes`. */
import type { Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import type { PairKey } from "../../domain/pairs.ts";
import { seasonOf } from "../../domain/seasons.ts";
import type { GameRecord } from "../../feed/records.ts";
import { gameRecordKey, identityKey, type LedgerTables } from "../../ledger/tables.ts";
import type { ChangeRow } from "../../release/change-log.ts";
import type { ChangeBody } from "../../release/changes.ts";
import type { Finding } from "../build/compare.ts";
import type { LedgerGame } from "../match/assemble.ts";
import type { GameIds } from "../match/game-ids.ts";
import { differenceOf } from "./changes.ts";

/**
 * The games of one publish whose changes are kept value by value. A rule that changes twenty thousand games is told in its
 * release notes; of the other games, the changed values are counted by member.
 */
const mostDetailed = 2_000;

/** A finding about the rows of a game that are another ones now, or gone. */
export type GameChange = Extract<Finding, { readonly kind: "changed" | "gone" }>;
/** A change that has no number yet. */
type NewChange = Omit<ChangeRow, "position" | "sport_position" | "checksum">;

type ChangeCounts = { readonly added: number; readonly changed: number; readonly removed: number };

type ChangeSources = {
  readonly connection: Transaction<AnyTables>;
  /** The pairs that the changed games are of. */
  readonly pairs: readonly PairKey[];
  readonly ids: Pick<GameIds, "isGiven">;
};

export class ChangeLog {
  readonly #revision: number;
  readonly #publishedAt: string;
  /** The last import that was published before. */
  readonly #seen: number;
  #detailed = 0;
  /** By game id: a game that is met under two pairs is as it was met last. */
  readonly #rows = new Map<string, NewChange>();

  constructor(run: { readonly revision: number; readonly publishedAt: string; readonly seen: number }) {
    this.#revision = run.revision;
    this.#publishedAt = run.publishedAt;
    this.#seen = run.seen;
  }

  get rows(): readonly NewChange[] {
    return [...this.#rows.values()];
  }

  /** How many games were corrected so far. */
  get corrected(): number {
    return this.rows.filter(({ corrected }) => corrected > 0).length;
  }

  get counts(): ChangeCounts {
    const counts = { added: 0, changed: 0, removed: 0 };
    for (const { change } of this.#rows.values()) counts[change] += 1;
    return counts;
  }

  async add(changes: readonly GameChange[], { connection, pairs, ids }: ChangeSources): Promise<void> {
    const isNews = changes.some((change) => change.before !== null) ? await this.#news(connection, pairs) : () => false;
    for (const change of changes) {
      const row = this.#rowOf(change, isNews, ids);
      if (row !== null) this.#rows.set(row.game_id, row);
    }
  }

  /** Null when callers see no difference between the rows. */
  #rowOf(change: GameChange, isNews: IsNews, ids: ChangeSources["ids"]): NewChange | null {
    if (change.kind === "gone") return this.#removed(change, ids);
    if (change.before === null) return this.#row(change.row, "added", nothing);
    // Nobody knows what callers saw of the row before it was damaged, so it counts as changed.
    if (change.wasDamaged) return this.#row(change.row, "changed", { ...nothing, others: somethingElse });
    const difference = differenceOf(change.before, change.row, this.#detailed < mostDetailed);
    if (difference.fields.length === 0 && difference.others.length === 0) return null;
    this.#detailed += 1;
    const hasMoved = change.before.start_ms !== change.row.start_ms;
    const providers = providersOf(change.game, isNews, hasMoved);
    return this.#row(change.row, "changed", { ...difference, providers });
  }

  /** Of a damaged row only the id is believed, where a game was given it: any other was never seen by anyone. */
  #removed(
    { gameId, before, wasDamaged }: Extract<GameChange, { readonly kind: "gone" }>,
    ids: ChangeSources["ids"],
  ): NewChange | null {
    if (!wasDamaged) return this.#row(before, "removed", { ...nothing, corrected: 1 });
    const game = ids.isGiven(gameId) ? parseGameId(gameId) : null;
    if (game === null) return null;
    const { sport, gameDate } = game;
    return this.#row({ game_id: gameId, sport, season: seasonOf(sport, gameDate) }, "removed", nothing);
  }

  #row(
    { game_id, sport, season }: Pick<NewChange, "game_id" | "sport" | "season">,
    change: NewChange["change"],
    { corrected, ...body }: ChangeBody & { readonly corrected: number },
  ): NewChange {
    const when = { revision: this.#revision, published_at: this.#publishedAt };
    return { ...when, game_id, sport, season, change, corrected, body: JSON.stringify(body) };
  }

  /** The imports of these pairs since the revision before. */
  async #news(connection: Transaction<AnyTables>, pairs: readonly PairKey[]): Promise<IsNews> {
    const ledger = tablesOf<LedgerTables>(connection);
    const records = await ledger
      .selectFrom("ledger_records")
      .select(["provider", "record_key"])
      // Only games have a pair; see `readGameRecords`.
      .where("pair", "in", pairs)
      .where("changed_in", ">", this.#seen)
      .execute();
    const events = await ledger
      .selectFrom("ledger_events")
      .select(["provider", "event_id as record_key"])
      .where("pair", "in", pairs)
      .where("changed_in", ">", this.#seen)
      .execute();
    const known = { records: new Set(records.map(identityKey)), lines: new Set(events.map(identityKey)) };
    return (kind, provider, key) => known[kind].has(identityKey({ provider, record_key: key }));
  }
}

type IsNews = (kind: "records" | "lines", provider: string, key: string) => boolean;

const nothing = { fields: [], others: [], providers: { records: [], lines: [] }, corrected: 0 };
/** At least one value, nobody knows which. */
const somethingElse: ChangeBody["others"] = [{ path: "", count: 1 }];

function providersOf(
  { records, events, startMs }: LedgerGame,
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
