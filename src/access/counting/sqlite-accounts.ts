/** The keys and accounts that were used on this server, as their rows were when they were last read. */
import type { Direct } from "../../database/direct.ts";
import { isSameDigest } from "../keys/keys.ts";
import { windowMs } from "../meters.ts";
import type { Period } from "../periods.ts";
import { plans } from "../plans.ts";
import type { AccountRow } from "../present-period.ts";
import { KeyWindow, type Moment } from "./key-window.ts";

export type KnownKey = {
  readonly hash: string;
  readonly keyId: string;
  readonly isRevoked: boolean;
  readonly account: KnownAccount;
};

export type KnownAccount = Omit<AccountRow, "plan" | "requests_per_minute" | "requests_per_month"> & {
  readonly minuteLimit: number;
  readonly quotaLimit: number;
  /** Kept, because finding a month in the calendar takes ten microseconds. */
  present: Period;
};

type KeyRow = [secretHash: string, keyId: string, revokedMs: number | null, email: string];
type Row = [
  plan: AccountRow["plan"],
  standing: AccountRow["standing"],
  requestsPerMinute: number | null,
  requestsPerMonth: number | null,
  anchorMs: number | null,
  period: number,
  startMs: number,
  endMs: number,
  createdMs: number,
];

export class SqliteAccounts {
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #keys = new Map<string, KnownKey>();
  readonly #accounts = new Map<string, KnownAccount>();

  constructor(direct: Direct) {
    this.#statements = statementsOf(direct);
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Makes each row be read again when it is used. */
  forget(): void {
    this.#keys.clear();
    this.#accounts.clear();
  }

  find(hash: string): KnownKey | null {
    const known = this.#keys.get(hash);
    if (known !== undefined) return known;
    const row = this.#statements.key.get(hash) as unknown as KeyRow | undefined;
    if (row === undefined || !isSameDigest(row[0], hash)) return null;
    const [, keyId, revokedMs, email] = row;
    const key = { hash, keyId, isRevoked: revokedMs !== null, account: this.#account(email) };
    this.#keys.set(hash, key);
    return key;
  }

  #account(email: string): KnownAccount {
    const known = this.#accounts.get(email);
    if (known !== undefined) return known;
    const row = this.#statements.account.get(email) as unknown as Row;
    const [plan, standing, perMinute, perMonth, anchorMs, period, startMs, endMs, createdMs] = row;
    const account = {
      email,
      standing,
      minuteLimit: perMinute ?? plans[plan].requestsPerMinute,
      quotaLimit: perMonth ?? plans[plan].requests,
      period,
      period_anchor_ms: anchorMs,
      period_start_ms: startMs,
      period_end_ms: endMs,
      created_ms: createdMs,
      present: { startMs, endMs },
    };
    this.#accounts.set(email, account);
    return account;
  }

  usedOf(email: string, period: number, startMs: number): number {
    return (this.#statements.used.get(email, period, startMs) as unknown as [number] | undefined)?.[0] ?? 0;
  }

  /**
   * Reads a key's window as it is stored. What a clock that was ahead has stored counts as made now.
   * @param nowMs of this machine's clock, and `elapsedMs` the same moment in the runtime's monotonic time.
   */
  storedWindow(keyId: string, nowMs: number, elapsedMs: number) {
    const moments: Moment[] = [];
    let total = 0;
    let latestMs = 0;
    for (const row of this.#statements.window.iterate(keyId)) {
      const [atMs, totalThen] = row as unknown as [number, number];
      const ageMs = Math.max(0, nowMs - atMs);
      // One that is far ahead was stored by a clock that was wrong: when it was made nobody knows any more.
      const isFarAhead = atMs > nowMs + windowMs;
      if (ageMs < windowMs && !isFarAhead) moments.push({ atMs: elapsedMs - ageMs, requests: totalThen - total });
      [total, latestMs] = [totalThen, atMs];
    }
    return { window: new KeyWindow(moments), stored: { total, latestMs } };
  }
}

function statementsOf({ prepare }: Direct) {
  return {
    key: prepare("select secret_hash, key_id, revoked_ms, email from account_keys where secret_hash = ?"),
    account: prepare(
      `select plan, standing, requests_per_minute, requests_per_month, period_anchor_ms, period, period_start_ms,
         period_end_ms, created_ms from accounts where email = ?`,
    ),
    used: prepare("select used from period_uses where email = ? and period = ? and start_ms = ?"),
    window: prepare("select at_ms, total from key_windows where key_id = ? order by at_ms"),
  };
}
