/** Writes what a night changes of each game to `archive_changes`, in the transaction of the night. */
import type { Transaction } from "kysely";
import type { ChangeBody } from "../archive/changes.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { PairKey } from "../domain/pairs.ts";
import { gameRecordKey, identityKey, type LedgerTables } from "../ledger/tables.ts";
import type { LedgerGame } from "./assemble.ts";
import { differenceOf } from "./changes.ts";
import { chunks } from "./chunks.ts";
import type { Finding } from "./compare.ts";

/**
 * The games of one night whose changes are kept value by value. A rule that changes twenty thousand games is told in its
 * release notes; of the other games, the changed values are counted by member.
 */
const mostDetailed = 2_000;

/** A finding about the rows of a game that are another ones now, or gone. */
export type GameChange = Extract<Finding, { readonly kind: "changed" | "gone" }>;
type ChangeRow = ArchiveTables["archive_changes"];

export type ChangeCounts = { readonly added: number; readonly changed: number; readonly removed: number };

export class ChangeLog {
  readonly #revision: number;
  readonly #publishedAt: string;
  /** The last import that was published before. */
  readonly #seen: number;
  #detailed = 0;
  #corrected = 0;
  readonly #counts = { added: 0, changed: 0, removed: 0 };

  constructor(night: { readonly revision: number; readonly publishedAt: string; readonly seen: number }) {
    this.#revision = night.revision;
    this.#publishedAt = night.publishedAt;
    this.#seen = night.seen;
  }

  /** How many games were corrected so far. */
  get corrected(): number {
    return this.#corrected;
  }

  get counts(): ChangeCounts {
    return { ...this.#counts };
  }

  /** @param pairs those that the changed games are of. */
  async write(
    connection: Transaction<AnyTables>,
    pairs: readonly PairKey[],
    changes: readonly GameChange[],
  ): Promise<void> {
    const isNews = changes.some((change) => change.before !== null) ? await this.#news(connection, pairs) : () => false;
    const rows = changes.map((change) => this.#rowOf(change, isNews)).filter((row) => row !== null);
    for (const chunk of chunks(rows)) {
      // A row of a game that is damaged may be met under two pairs: what was met first is told.
      await tablesOf<ArchiveTables>(connection)
        .insertInto("archive_changes")
        .values(chunk)
        .onConflict((conflict) => conflict.columns(["revision", "game_id"]).doNothing())
        .execute();
    }
  }

  /** Null for rows that were damaged, and for those that callers see no difference in. */
  #rowOf(change: GameChange, isNews: IsNews): ChangeRow | null {
    if (change.wasDamaged) return null;
    if (change.kind === "gone") return this.#row(change.before, "removed", { ...nothing, corrected: 1 });
    if (change.before === null) return this.#row(change.rows, "added", nothing);
    const difference = differenceOf(change.before, change.rows, this.#detailed < mostDetailed);
    if (difference.fields.length === 0 && difference.others.length === 0) return null;
    this.#detailed += 1;
    return this.#row(change.rows, "changed", { ...difference, providers: providersOf(change.game, isNews) });
  }

  #row(
    { game }: NonNullable<GameChange["before"]>,
    change: ChangeRow["change"],
    { corrected, ...body }: ChangeBody & { readonly corrected: number },
  ): ChangeRow {
    this.#counts[change] += 1;
    if (corrected > 0) this.#corrected += 1;
    const { game_id, sport, season } = game;
    const when = { revision: this.#revision, published_at: this.#publishedAt };
    return { ...when, game_id, sport, season, change, corrected, body: JSON.stringify(body) };
  }

  /** The imports of these pairs since the revision before. */
  async #news(connection: Transaction<AnyTables>, pairs: readonly PairKey[]): Promise<IsNews> {
    const ledger = tablesOf<LedgerTables>(connection);
    const records = await ledger
      .selectFrom("ledger_records")
      .select(["provider", "record_key"])
      .where("kind", "=", "game")
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

function providersOf({ records, events }: LedgerGame, isNews: IsNews): ChangeBody["providers"] {
  const ofRecords = records.filter((record) => {
    const key = gameRecordKey(record);
    return isNews("records", record.provider, key) || isNews("records", record.provider, `${key}:suspended`);
  });
  const ofLines = events.filter(({ provider, eventId }) => isNews("lines", provider, eventId));
  return { records: names(ofRecords), lines: names(ofLines) };
}

function names(stating: readonly { readonly provider: string }[]): string[] {
  return [...new Set(stating.map(({ provider }) => provider))].sort();
}
