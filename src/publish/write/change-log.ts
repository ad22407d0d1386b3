/** Collects what a publish changes of each game, for `archive_changes`. */
import type { Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { PairKey } from "../../domain/pairs.ts";
import { identityKey, type LedgerTables } from "../../ledger/tables.ts";
import type { ChangeRow } from "../../release/change-log.ts";
import type { ChangeBody } from "../../release/changes.ts";
import { differenceOf } from "../../release/diff.ts";
import type { GameChange } from "./changed-seasons.ts";
import { type IsNews, newsProviders } from "./game-speakers.ts";

/**
 * The games of one publish whose changes are kept value by value. A rule that changes twenty thousand games is told in its
 * release notes; of the other games, the changed values are counted by member.
 */
const mostDetailed = 2_000;

/** A change that has no number yet. */
type NewChange = Omit<ChangeRow, "position" | "sport_position">;

type ChangeCounts = { readonly added: number; readonly changed: number; readonly removed: number };

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

  async add(changes: readonly GameChange[], connection: Transaction<AnyTables>): Promise<void> {
    const known = changes.flatMap(({ game, before }) => ("values" in game && before !== null ? [game.row.pair] : []));
    const pairs = [...new Set(known)];
    const isNews = pairs.length > 0 ? await this.#news(connection, pairs) : () => false;
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

const nothing = { fields: [], others: [], providers: { records: [], lines: [] }, corrected: 0 };
/** At least one value, nobody knows which. */
const somethingElse: ChangeBody["others"] = [{ path: "", count: 1 }];
