/** The keys that have been used on this server, and their accounts, as they are on disk. */
import type { Direct } from "../../database/direct.ts";
import { isSameDigest } from "../keys/keys.ts";
import { dayOf } from "../periods.ts";
import type { Plan, Standing } from "../plans.ts";
import { isAhead, mostAheadMs } from "./clock-ahead.ts";
import type { Receipt } from "./counter.ts";
import type { KeyWindow } from "./key-window.ts";
import type { KnownAccount } from "./known-account.ts";
import { RequestLog } from "./request-log.ts";
import { SqlitePeriods } from "./sqlite-periods.ts";

export type KnownKey = {
  readonly hash: string;
  readonly keyId: string;
  readonly isRevoked: boolean;
  readonly account: KnownAccount;
  readonly window: KeyWindow;
};

/** How many keys are remembered. With more, all are forgotten, and each is read again when it is used. */
const rememberedLimit = 20_000;

/**
 * The caller of every method must hold the file's write lock and must have called `lookAgain` in the same transaction.
 */
export class SqliteKeys {
  readonly #direct: Direct;
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #log: RequestLog;
  readonly #periods: SqlitePeriods;
  readonly #keys = new Map<string, KnownKey>();
  readonly #keysById = new Map<string, KnownKey>();
  readonly #accounts = new Map<string, KnownAccount>();
  #version = -1;
  #nowMs = 0;
  /** The latest day that an account may have begun. */
  #latestDay = "";

  constructor(direct: Direct) {
    this.#direct = direct;
    this.#statements = statementsOf(direct);
    this.#log = new RequestLog(direct);
    this.#periods = new SqlitePeriods(direct);
  }

  /** Sets the present time, and corrects the log after a clock that was ahead of it. */
  setRight(nowMs: number): void {
    this.#nowMs = nowMs;
    this.#latestDay = dayOf(nowMs + mostAheadMs);
    this.#log.setRight(nowMs);
  }

  /** Whether the present transaction writes to the database itself. */
  get hasWritten(): boolean {
    return this.#log.hasWritten;
  }

  /** Whether there is anything to fold. */
  get hasPending(): boolean {
    return this.#log.hasPending;
  }

  /**
   * Must come first in every transaction. After a commit by another connection, forgets keys and accounts, which are
   * read again when they are used. Reads what others have added to the log.
   */
  lookAgain(): void {
    this.#log.begin();
    if (this.#keys.size > rememberedLimit || this.#log.newKeys > rememberedLimit) this.forget();
    const version = this.#direct.version();
    if (version !== this.#version) {
      this.#forgetRows();
      this.#log.catchUp();
      this.#version = version;
    }
    for (const { keyId, requests } of this.#log.readJournal()) {
      const account = this.#keysById.get(keyId)?.account;
      // The account may be known by another key. Then it is read again, with this one's requests.
      if (account === undefined) this.#forgetRows();
      else {
        account.used += requests;
        account.dayRequests += requests;
      }
    }
  }

  forget(): void {
    this.#version = -1;
    this.#forgetRows();
    this.#log.forget();
  }

  #forgetRows(): void {
    this.#keys.clear();
    this.#keysById.clear();
    this.#accounts.clear();
  }

  find(hash: string): KnownKey | null {
    const known = this.#keys.get(hash);
    if (known !== undefined) return known;
    const row = this.#statements.key.get(hash) as unknown as [string, string, number | null, string] | undefined;
    if (row === undefined) return null;
    const [secretHash, keyId, revokedMs, email] = row;
    if (!isSameDigest(secretHash, hash)) return null;
    const account = this.#account(email);
    const key = { hash, keyId, isRevoked: revokedMs !== null, account, window: this.#log.windowOf(keyId) };
    this.#keys.set(hash, key);
    this.#keysById.set(keyId, key);
    return key;
  }

  /**
   * Moves the account into the quota period of the moment. It also moves it back from a quota period or a day that a
   * clock that was ahead began.
   */
  setAccountRight(account: KnownAccount, atMs: number): void {
    const isOver = atMs >= account.period_end_ms;
    const isBegunAhead =
      isAhead(account.period_start_ms, this.#nowMs) && (account.period_anchor_ms ?? 0) <= this.#nowMs;
    if (account.standing === "active" && (isOver || isBegunAhead)) {
      // The entries of the log belong to the present quota period, so they are folded first.
      this.#log.fold();
      this.#periods.move(account, isOver ? atMs : this.#nowMs);
    }
    if (account.day > this.#latestDay) this.#undoDay(account, dayOf(this.#nowMs));
  }

  /** Counts a request in the key's window and in its account's use. */
  count({ keyId, account }: KnownKey, nowMs: number): void {
    const day = dayOf(nowMs);
    // After a clock was set back, counting goes on with the day that had begun.
    if (day > account.day) this.#beginDay(account, day);
    this.#log.count(keyId, nowMs);
    account.used++;
    account.dayRequests++;
  }

  /** Gives a request back. Returns the account's use after that, or zero when the key no longer exists. */
  giveBack({ hash, period, day }: Receipt): number {
    // A row alone may fall below zero, so the table must have what is to be added to it.
    this.#log.persist();
    const account = this.find(hash)?.account;
    if (account === undefined) return 0;
    if ((account.period === period || this.#periods.giveBack(account.email, period)) && account.used > 0) {
      account.used--;
      this.#statements.lessOfPeriod.run(account.email);
    }
    const isKept = day !== account.day && this.#statements.lessOfKeptDay.run(account.email, day).changes > 0;
    // A request of a day that a clock that was ahead began counts as today's.
    if (!isKept && day >= account.day && account.dayRequests > 0) {
      account.dayRequests--;
      this.#statements.lessOfDay.run(account.email);
    }
    return account.used;
  }

  /** Makes writes that count nothing, wherever a request may be written. */
  writeNothing(): void {
    this.#log.willWrite();
    this.#statements.writeNothing.run();
    this.#log.tryJournal();
  }

  /** Writes what was counted to disk. */
  write(nowMs: number): void {
    this.#log.write(nowMs);
  }

  /** Writes all that was counted to the rows of its accounts. */
  fold(nowMs: number): void {
    this.#log.foldAndTrim(nowMs);
  }

  /** Takes away what the present transaction has written outside of the database. */
  undo(): void {
    this.#log.undo();
  }

  close(): void {
    this.#log.close();
  }

  #beginDay(account: KnownAccount, day: string): void {
    // The entries of the log belong to the day before, so they are folded first.
    this.#log.fold();
    const { email, dayRequests } = account;
    if (dayRequests > 0) this.#statements.keepDay.run(email, account.day, dayRequests);
    this.#statements.beginDay.run(day, email);
    account.day = day;
    account.dayRequests = 0;
  }

  #undoDay(account: KnownAccount, today: string): void {
    this.#log.fold();
    const kept = this.#statements.keptDay.get(account.email, today) as unknown as [number] | undefined;
    account.day = today;
    account.dayRequests += kept?.[0] ?? 0;
    this.#statements.setDay.run(today, account.dayRequests, account.email);
  }

  #account(email: string): KnownAccount {
    const known = this.#accounts.get(email);
    if (known !== undefined) return known;
    const account = accountOf(email, this.#statements.account.get(email) as unknown as AccountRow);
    // Folding would write, and then every other process would read everything again, and fold in its turn.
    const keyIds = new Set((this.#statements.keysOf.all(email) as unknown as [string][]).map(([keyId]) => keyId));
    const [inTable] = this.#statements.unfolded.get(email) as unknown as [number];
    const unfolded = inTable + this.#log.outsideTable(keyIds);
    account.used += unfolded;
    account.dayRequests += unfolded;
    this.#accounts.set(email, account);
    return account;
  }
}

type AccountRow = [
  plan: Plan,
  standing: Standing,
  requestsPerMinute: number | null,
  requestsPerMonth: number | null,
  periodAnchorMs: number | null,
  period: number,
  periodStartMs: number,
  periodEndMs: number,
  used: number,
  day: string,
  dayRequests: number,
];

function accountOf(email: string, row: AccountRow): KnownAccount {
  const [plan, standing, requestsPerMinute, requestsPerMonth, anchor, period, start, end, used, day, dayRequests] = row;
  return {
    email,
    plan,
    standing,
    requestsPerMinute,
    requestsPerMonth,
    period_anchor_ms: anchor,
    period,
    period_start_ms: start,
    period_end_ms: end,
    used,
    day,
    dayRequests,
  };
}

function statementsOf({ prepare }: Direct) {
  return {
    key: prepare("select secret_hash, key_id, revoked_ms, email from account_keys where secret_hash = ?"),
    account: prepare(
      `select plan, standing, requests_per_minute, requests_per_month, period_anchor_ms, period, period_start_ms,
         period_end_ms, requests_used, day, day_requests from accounts where email = ?`,
    ),
    keysOf: prepare("select key_id from account_keys where email = ?"),
    unfolded: prepare(
      `select coalesce(sum(l.requests), 0) from request_log l join account_keys k on k.key_id = l.key_id
         where k.email = ? and l.entry > (select f.entry from request_log_fold f)`,
    ),
    keptDay: prepare("select requests from account_days where email = ? and day = ?"),
    setDay: prepare("update accounts set day = ?, day_requests = ? where email = ?"),
    writeNothing: prepare("update access_lock set taken = taken where id = 1"),
    beginDay: prepare("update accounts set day = ?, day_requests = 0 where email = ?"),
    keepDay: prepare(
      "insert into account_days (email, day, requests) values (?, ?, ?) on conflict do update set requests = excluded.requests",
    ),
    // A row may be below zero until the log is folded into it.
    lessOfPeriod: prepare("update accounts set requests_used = requests_used - 1 where email = ?"),
    lessOfDay: prepare("update accounts set day_requests = day_requests - 1 where email = ?"),
    lessOfKeptDay: prepare("update account_days set requests = max(0, requests - 1) where email = ? and day = ?"),
  };
}
