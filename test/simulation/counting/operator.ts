/** Who sets up accounts and changes them while others ask: with the functions that the command line and the page call. */
import { readAccount, setAccount } from "../../../src/access/accounts.ts";
import { createKey, revokeKey } from "../../../src/access/keys/operator-keys.ts";
import type { Database } from "../../../src/database/engine.ts";
import type { Process } from "../world/process.ts";
import type { World } from "../world/world.ts";
import type { Account, Book, Key, Standing, Terms } from "./book.ts";
import type { Store } from "./store.ts";

const trialMs = 3 * 86_400_000;
const planLimits = { trial: { perMinute: 30, quota: 2000 }, standard: { perMinute: 120, quota: 100_000 } } as const;

export class Operator {
  readonly process: Process;
  readonly #world: World;
  readonly #book: Book;
  readonly #store: Store;
  #access: Database | null = null;

  constructor(world: World, book: Book, store: Store) {
    this.#world = world;
    this.#book = book;
    this.#store = store;
    this.process = world.process("operator");
    store.network.keepNear(this.process);
  }

  /** Does work to its end, before or after the run. */
  async do<Result>(work: (access: Database) => Promise<Result>): Promise<Result> {
    const outcome: { result?: Result; error?: unknown; isDone: boolean } = { isDone: false };
    await this.#world.slot(this.process, () => {
      this.#use(work).then(
        (result) => Object.assign(outcome, { result, isDone: true }),
        (error) => Object.assign(outcome, { error, isDone: true }),
      );
    });
    const fromMs = this.#world.nowMs;
    while (!outcome.isDone && this.#world.nowMs - fromMs < 1000) await this.#world.run(this.#world.nowMs + 1);
    if (!outcome.isDone) throw new Error("the operator waits");
    if ("error" in outcome) throw outcome.error;
    return outcome.result as Result;
  }

  /** Closes the database; the next work opens it again. */
  leave(): void {
    const access = this.#access;
    this.#access = null;
    this.#world.after(0, this.process, () => void access?.close());
  }

  async #use<Result>(work: (access: Database) => Promise<Result>): Promise<Result> {
    this.#access ??= await this.#store.open();
    return work(this.#access);
  }

  /** An account with so many keys; limits of null are the plan's. */
  async makeAccount(
    name: string,
    given: { plan: "trial" | "standard"; perMinute: number | null; quota: number | null; keys: number },
  ): Promise<Account> {
    const email = `${name}@example.com`;
    const now = new Date(this.#world.nowMs);
    const limits = planLimits[given.plan];
    const terms: Terms = {
      fromMs: this.#world.nowMs,
      standing: given.plan === "trial" ? "trialing" : "active",
      perMinute: given.perMinute ?? limits.perMinute,
      quota: given.quota ?? limits.quota,
      epoch: 1,
      endsMs: given.plan === "trial" ? Math.floor(this.#world.nowMs) + trialMs : null,
    };
    const account: Account = { email, terms: [terms], keys: [], asks: [] };
    for (let number = 1; number <= given.keys; number++) {
      const { key } = await this.do((access) =>
        createKey(access, {
          email,
          plan: given.plan,
          requestsPerMinute: given.perMinute,
          requestsPerMonth: given.quota,
          now,
        }),
      );
      account.keys.push({ name: `${name}/${number}`, secret: key, account, revokedMs: null });
    }
    this.#book.accounts.push(account);
    return account;
  }

  async usedBy(account: Account): Promise<number> {
    const found = await this.do((access) => readAccount(access, account.email, new Date(this.#world.nowMs)));
    return found?.requestsUsed ?? -1;
  }

  /** In the operator's slot: the change has happened when the callback says so. */
  revoke(key: Key): void {
    this.#act(
      `revokes ${key.name}`,
      (access) => revokeKey(access, { prefix: key.secret, now: new Date(this.#world.nowMs) }),
      () => {
        key.revokedMs ??= this.#world.nowMs;
      },
    );
  }

  setStanding(account: Account, standing: Exclude<Standing, "trialing">): void {
    this.#change(account, `sets ${account.email} ${standing}`, { standing }, { standing });
  }

  setLimits(account: Account, perMinute: number, quota: number): void {
    const changes = { requestsPerMinute: perMinute, requestsPerMonth: quota };
    this.#change(account, `gives ${account.email} ${perMinute} a minute and ${quota} a month`, changes, {
      perMinute,
      quota,
    });
  }

  #change(account: Account, what: string, changes: Parameters<typeof setAccount>[2], terms: Partial<Terms>): void {
    this.#act(
      what,
      (access) => setAccount(access, account.email, changes, new Date(this.#world.nowMs)),
      () => {
        const latest = account.terms.at(-1) as Terms;
        account.terms.push({ ...latest, ...terms, fromMs: this.#world.nowMs });
      },
    );
  }

  #act(what: string, work: (access: Database) => Promise<unknown>, done: () => void): void {
    this.#world.after(0, this.process, () => {
      this.#world.note(`the operator ${what}`);
      this.#use(work).then(done, (error) => this.#world.violated(`the operator ${what}: ${error}`));
    });
  }
}
