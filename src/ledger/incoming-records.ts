/** The game, season, team and venue records of one import, each as all of the import says it. */
import { type KeptRecord, mergeRecords } from "./merge-records.ts";
import { gameRecordKey } from "./tables.ts";

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
    records.set(key, known === undefined ? record : mergeRecords(record, known));
  }

  #groupOf(kind: Kind, provider: string): Map<string, KeptRecord> {
    const ofKind = this.#groups.get(kind) ?? new Map<string, Map<string, KeptRecord>>();
    this.#groups.set(kind, ofKind);
    const ofProvider = ofKind.get(provider) ?? new Map<string, KeptRecord>();
    ofKind.set(provider, ofProvider);
    return ofProvider;
  }

  /** How many records were read again in the same import: the same thing, another state of it, or another part. */
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
