/** The game, season, team and venue records of one import, each in the state that outlives the others. */
import type { FeedRecord, QuoteRecord } from "../feed/records.ts";
import { gameRecordKey } from "./tables.ts";

export type KeptRecord = Exclude<FeedRecord, QuoteRecord>;

type Kind = KeptRecord["type"];

export class IncomingRecords {
  /** By kind and provider, then by the key of the record. */
  readonly #groups = new Map<Kind, Map<string, Map<string, KeptRecord>>>();
  #repeated = 0;

  add(record: KeptRecord): void {
    const records = this.#groupOf(record.type, record.provider);
    const key = recordKey(record);
    const known = records.get(key);
    if (known !== undefined) this.#repeated += 1;
    if (known === undefined || replaces(record, known)) records.set(key, record);
  }

  #groupOf(kind: Kind, provider: string): Map<string, KeptRecord> {
    const ofKind = this.#groups.get(kind) ?? new Map<string, Map<string, KeptRecord>>();
    this.#groups.set(kind, ofKind);
    const ofProvider = ofKind.get(provider) ?? new Map<string, KeptRecord>();
    ofKind.set(provider, ofProvider);
    return ofProvider;
  }

  /** How many records were read again in the same import: the same thing, or a state that another one outlives. */
  get repeated(): number {
    return this.#repeated;
  }

  *groups(): Generator<{ kind: Kind; provider: string; records: ReadonlyMap<string, KeptRecord> }> {
    for (const [kind, ofKind] of this.#groups) {
      for (const [provider, records] of ofKind) yield { kind, provider, records };
    }
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

/** How far a game has come. A final game does not become a scheduled one because an old file is read again. */
const progress = { scheduled: 0, postponed: 1, suspended: 1, cancelled: 2, final: 2 } as const;

/** Whether a record takes the place of one that is known of the same thing. */
export function replaces(record: KeptRecord, known: KeptRecord): boolean {
  if (record.type === "game" && known.type === "game") return progress[record.status] >= progress[known.status];
  if (record.type === "season" && known.type === "season") return record.complete || !known.complete;
  return true;
}
