/** The keys that have asked on this server, as they are on disk, and the rows that go back there. */
import type { Direct } from "../../database/direct.ts";
import { isSameDigest } from "../keys.ts";
import { windowMs } from "../meters.ts";
import type { Plan, Standing } from "../plans.ts";
import type { Receipt } from "./counter.ts";
import { KeyWindow } from "./key-window.ts";
import { foldStatements } from "./unfolded.ts";

export type KnownAccount = {
  readonly email: string;
  readonly plan: Plan;
  readonly standing: Standing;
  readonly requestsPerMinute: number | null;
  readonly requestsPerMonth: number | null;
  readonly period_anchor_ms: number | null;
  period_start_ms: number;
  period_end_ms: number;
  used: number;
  day: string;
  dayRequests: number;
  /** When its row was last written. */
  writtenMs: number;
  /** Keys with requests that are not in its row. */
  readonly unfolded: Set<KnownKey>;
};

/** Keys remembered at once; past that all are forgotten, and read again as they ask. */
const rememberedLimit = 20_000;
/** Rows that have left a key's window are deleted this often, and accounts' rows written, not every moment. */
const tidyEveryMs = 1000;

export class KnownKey {
  readonly keyId: string;
  readonly isRevoked: boolean;
  readonly account: KnownAccount;
  readonly window: KeyWindow;
  /** How much of the window's total is in the account's row. */
  folded: number;
  tidiedMs: number;
  readonly #changes: Changes;

  constructor(row: { keyId: string; isRevoked: boolean; account: KnownAccount; window: KeyWindow }, changes: Changes) {
    this.keyId = row.keyId;
    this.isRevoked = row.isRevoked;
    this.account = row.account;
    this.window = row.window;
    this.folded = row.window.total;
    this.tidiedMs = 0;
    this.#changes = changes;
  }

  /** Counts a request in the key's window and in its account's use. */
  count(nowMs: number, day: string): void {
    const { account, window } = this;
    window.count(nowMs);
    if (account.day !== day) {
      this.#changes.days.push({ email: account.email, day: account.day, requests: account.dayRequests });
      account.day = day;
      account.dayRequests = 0;
      // What is not in the row is of the row's own day and period.
      this.#changes.accounts.add(account);
    }
    account.used++;
    account.dayRequests++;
    account.unfolded.add(this);
    this.#changes.keys.add(this);
    if (nowMs - account.writtenMs >= tidyEveryMs) {
      account.writtenMs = nowMs;
      this.#changes.accounts.add(account);
    }
  }
}

/** What is in memory and not yet in a row. */
type Changes = {
  readonly keys: Set<KnownKey>;
  readonly accounts: Set<KnownAccount>;
  readonly days: { email: string; day: string; requests: number }[];
};

export class SqliteKeys {
  readonly #direct: Direct;
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #keys = new Map<string, KnownKey>();
  readonly #accounts = new Map<string, KnownAccount>();
  readonly #changes: Changes = { keys: new Set(), accounts: new Set(), days: [] };
  #version = -1;

  constructor(direct: Direct) {
    this.#direct = direct;
    this.#statements = statementsOf(direct);
  }

  /** Inside a transaction, so that nobody can change anything after we have looked. */
  forgetIfChanged(): void {
    const version = this.#direct.version();
    if (version !== this.#version || this.#keys.size > rememberedLimit) this.forget();
    this.#version = version;
  }

  forget(): void {
    this.#version = -1;
    this.#keys.clear();
    this.#accounts.clear();
    this.#dropChanges();
  }

  find(hash: string, nowMs: number): KnownKey | null {
    const known = this.#keys.get(hash);
    if (known !== undefined) return known;
    const row = this.#statements.key.get(hash) as unknown as [string, string, number | null, string] | undefined;
    if (row === undefined) return null;
    const [secretHash, keyId, revokedMs, email] = row;
    if (!isSameDigest(secretHash, hash)) return null;
    const key = new KnownKey(
      { keyId, isRevoked: revokedMs !== null, account: this.#account(email), window: this.#window(keyId, nowMs) },
      this.#changes,
    );
    this.#keys.set(hash, key);
    return key;
  }

  /** The account's use afterwards; zero when there is no such account any more. */
  giveBack({ email, periodStartMs, day }: Receipt): number {
    const account = this.#account(email);
    if (account.period_start_ms === periodStartMs && account.used > 0) account.used--;
    if (account.day === day && account.dayRequests > 0) account.dayRequests--;
    else this.#statements.lessOfDay.run(email, day);
    this.#changes.accounts.add(account);
    return account.used;
  }

  /** Brings every change into its row. */
  write(): void {
    const { keys, accounts, days } = this.#changes;
    for (const { email, day, requests } of days) if (requests > 0) this.#statements.writeDay.run(email, day, requests);
    for (const account of accounts) {
      for (const key of account.unfolded) {
        key.folded = key.window.total;
        keys.add(key);
      }
      account.unfolded.clear();
      const { period_start_ms, period_end_ms, used, day, dayRequests, email } = account;
      this.#statements.writeAccount.run(period_start_ms, period_end_ms, used, day, dayRequests, email);
    }
    for (const key of keys) this.#writeWindow(key);
    this.#dropChanges();
  }

  #writeWindow(key: KnownKey): void {
    const { latestMs, total } = key.window;
    this.#statements.writeWindow.run(key.keyId, latestMs, total, key.folded);
    if (latestMs - key.tidiedMs < tidyEveryMs) return;
    key.tidiedMs = latestMs;
    this.#statements.tidyWindow.run(key.keyId, key.keyId, latestMs - windowMs);
  }

  #dropChanges(): void {
    this.#changes.keys.clear();
    this.#changes.accounts.clear();
    this.#changes.days.length = 0;
  }

  #account(email: string): KnownAccount {
    const known = this.#accounts.get(email);
    if (known !== undefined) return known;
    // What another server, or we before we forgot, had not brought into the row.
    for (const statement of this.#statements.fold) statement.run(email);
    const row = this.#statements.account.get(email) as unknown as AccountRow | undefined;
    // A key has an account, so this is one whose request is given back after it was deleted.
    const account = row === undefined ? nobody(email) : accountOf(email, row);
    this.#accounts.set(email, account);
    return account;
  }

  #window(keyId: string, nowMs: number): KeyWindow {
    const before = this.#statements.windowBase.get(keyId, nowMs - windowMs) as unknown as [number, number] | undefined;
    const rows = this.#statements.window.all(keyId, before?.[0] ?? -1) as unknown as [number, number][];
    const moments = rows.map(([atMs, total]) => ({ atMs, total }));
    return new KeyWindow(moments, { atMs: before?.[0] ?? 0, total: before?.[1] ?? 0 });
  }
}

type AccountRow = [
  plan: Plan,
  standing: Standing,
  requestsPerMinute: number | null,
  requestsPerMonth: number | null,
  periodAnchorMs: number | null,
  periodStartMs: number,
  periodEndMs: number,
  used: number,
  day: string,
  dayRequests: number,
];

function accountOf(email: string, row: AccountRow): KnownAccount {
  const [plan, standing, requestsPerMinute, requestsPerMonth, anchor, start, end, used, day, dayRequests] = row;
  return {
    email,
    plan,
    standing,
    requestsPerMinute,
    requestsPerMonth,
    period_anchor_ms: anchor,
    period_start_ms: start,
    period_end_ms: end,
    used,
    day,
    dayRequests,
    writtenMs: 0,
    unfolded: new Set(),
  };
}

function nobody(email: string): KnownAccount {
  return accountOf(email, ["trial", "trial_ended", 0, 0, null, 0, 0, 0, "", 0]);
}

function statementsOf(direct: Direct) {
  const prepare = (sql: string) => direct.prepare(sql);
  return {
    key: prepare("select secret_hash, key_id, revoked_ms, email from account_keys where secret_hash = ?"),
    account: prepare(
      `select plan, standing, requests_per_minute, requests_per_month, period_anchor_ms, period_start_ms,
         period_end_ms, requests_used, day, day_requests from accounts where email = ?`,
    ),
    fold: foldStatements.map(prepare),
    windowBase: prepare(
      "select at_ms, total from key_windows where key_id = ? and at_ms <= ? order by at_ms desc limit 1",
    ),
    window: prepare("select at_ms, total from key_windows where key_id = ? and at_ms > ? order by at_ms"),
    writeWindow: prepare(
      `insert into key_windows (key_id, at_ms, total, folded) values (?, ?, ?, ?)
         on conflict do update set total = excluded.total, folded = excluded.folded`,
    ),
    // The newest row that is a minute old stays: it is what the window is counted from.
    tidyWindow: prepare(
      `delete from key_windows where key_id = ? and at_ms <
         (select max(at_ms) from key_windows where key_id = ? and at_ms <= ?)`,
    ),
    writeAccount: prepare(
      `update accounts set period_start_ms = ?, period_end_ms = ?, requests_used = ?, day = ?, day_requests = ?
         where email = ?`,
    ),
    writeDay: prepare(
      "insert into account_days (email, day, requests) values (?, ?, ?) on conflict do update set requests = excluded.requests",
    ),
    lessOfDay: prepare("update account_days set requests = requests - 1 where email = ? and day = ? and requests > 0"),
  };
}
