/** The keys that were used on this server, each with its account, as their rows were when they were last read. */
import type { Direct } from "../../database/direct.ts";
import { isSameDigest } from "../keys/keys.ts";
import { windowMs } from "../meters.ts";
import type { Period } from "../periods.ts";
import { plans } from "../plans.ts";
import type { AccountRow } from "../present-period.ts";
import { KeyWindow } from "./key-window.ts";

type KeyRow = AccountRow & {
  readonly secret_hash: string;
  readonly key_id: string;
  readonly revoked_ms: number | null;
};

export type KnownKey = KeyRow & {
  readonly minuteLimit: number;
  readonly quotaLimit: number;
  /** Kept, because finding a month in the calendar takes ten microseconds. */
  present: Period;
};

export class SqliteAccounts {
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #keys = new Map<string, KnownKey>();

  constructor(direct: Direct) {
    this.#statements = statementsOf(direct);
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Makes each row be read again when it is used. */
  forget(): void {
    this.#keys.clear();
  }

  find(hash: string): KnownKey | null {
    const known = this.#keys.get(hash);
    if (known !== undefined) return known;
    const row = this.#statements.key.get(hash) as KeyRow | undefined;
    if (row === undefined || !isSameDigest(row.secret_hash, hash)) return null;
    const key = {
      ...row,
      minuteLimit: row.requests_per_minute ?? plans[row.plan].requestsPerMinute,
      quotaLimit: row.requests_per_month ?? plans[row.plan].requests,
      present: { startMs: row.period_start_ms, endMs: row.period_end_ms },
    };
    this.#keys.set(hash, key);
    return key;
  }

  usedOf(email: string, period: number, startMs: number): number {
    return (this.#statements.used.get(email, period, startMs) as { used: number } | undefined)?.used ?? 0;
  }

  /**
   * Reads a key's window as it is stored. What a clock that was ahead has stored is forgotten [D-40].
   * @param nowMs of this machine's clock, and `elapsedMs` the same moment in the runtime's monotonic time.
   */
  storedWindow(keyId: string, nowMs: number, elapsedMs: number) {
    const window = new KeyWindow();
    let total = 0;
    let latestMs = 0;
    for (const row of this.#statements.window.iterate(keyId)) {
      const moment = row as { at_ms: number; total: number };
      const ageMs = nowMs - moment.at_ms;
      if (ageMs >= 0 && ageMs < windowMs) window.count(elapsedMs - ageMs, moment.total - total);
      total = moment.total;
      latestMs = moment.at_ms;
    }
    return { window, stored: { total, latestMs } };
  }
}

function statementsOf({ prepare }: Direct) {
  return {
    key: prepare(
      `select account.*, key.secret_hash, key.key_id, key.revoked_ms
         from account_keys key join accounts account on account.email = key.email where key.secret_hash = ?`,
    ),
    used: prepare("select used from period_uses where email = ? and period = ? and start_ms = ?"),
    window: prepare("select at_ms, total from key_windows where key_id = ? order by at_ms"),
  };
}
