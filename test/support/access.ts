/** Accounts of tests: their database, what they have used, who is signed in, and the clock by which requests are counted. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Runtime, realRuntime } from "../../src/access/counting/memory.ts";
import { createKey, type NewKey } from "../../src/access/keys/account-keys.ts";
import type { SignIn } from "../../src/access/people/sign-in.ts";
import type { AccessTables } from "../../src/access/tables.ts";
import { type Database, openAccess, tablesOf } from "../../src/database/engine.ts";
import { type FreshDatabases, onEachEngine as onEngines } from "./engines.ts";

/** Limits that no test reaches by accident. */
export const plenty = { requestsPerMinute: 1_000_000, requestsPerMonth: 1_000_000_000 } as const;

export type TestAccess = { readonly access: Database; close(): Promise<void> };

export async function openTestAccess(): Promise<TestAccess> {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-access-"));
  const access = await openAccess(join(folder, "test.db"));
  return {
    access,
    async close() {
      await access.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type EngineAccounts = ReturnType<typeof accountsOn>;

/** Declares the same tests for the accounts of each engine, which are opened before the first of them and closed after the last. */
export function onEachEngine(tests: (accounts: EngineAccounts) => void): void {
  onEngines((engine) => tests(accountsOn(engine)));
}

function accountsOn(engine: FreshDatabases) {
  let url: string;
  let access: Database;
  let addresses = 0;
  beforeAll(async () => {
    url = await engine.migratedUrl();
    access = await openAccess(url);
  });
  afterAll(() => access?.close());
  const newEmail = () => `caller${++addresses}@example.com`;
  return {
    name: engine.name,
    /** An address that nobody has had before. */
    newEmail,
    /** A key of a new account, or of the one that the terms name. */
    newKey: (terms?: Partial<NewKey>) =>
      createKey(access, { email: newEmail(), plan: "standard", now: new Date(), ...terms }),
    /** Their DATABASE_URL, for another process. */
    get url() {
      return url;
    },
    get access() {
      return access;
    },
  };
}

/** Makes a key of a new account, or of one that is there, in the database of a DATABASE_URL. No test reaches its limits. */
export async function makeKeyIn(databaseUrl: string, email: string): Promise<string> {
  const access = await openAccess(databaseUrl);
  try {
    return (await createKey(access, { email, plan: "standard", ...plenty, now: new Date() })).key;
  } finally {
    await access.close();
  }
}

/** Sets what an account has used of the quota period in its row. */
export async function setUsed(access: Database, email: string, used: number): Promise<void> {
  const tables = tablesOf<AccessTables>(access.kysely);
  await tables
    .insertInto("period_uses")
    .columns(["email", "period", "start_ms", "used"])
    .expression(({ selectFrom, val }) =>
      selectFrom("accounts")
        .select(["email", "period", "period_start_ms"])
        .select(val(used).as("used"))
        .where("email", "=", email),
    )
    .onConflict((known) => known.columns(["email", "period", "start_ms"]).doUpdateSet({ used }))
    .execute();
}

/** The value of the header Cookie of somebody who is signed in. */
export async function sessionCookie(signIn: SignIn, email: string): Promise<string> {
  const { link } = await signIn.requestLink(email, email);
  const used = await signIn.useLink(new URL(link ?? "").searchParams.get("token") ?? "");
  const set = used?.setCookies.find((each) => !each.includes("Max-Age=0;")) ?? "";
  assert.match(set, /; Path=\/;/);
  return set.split(";", 1)[0] ?? "";
}

/** Time passes with the clock, and never backwards. */
export function withClock(clockMs: () => number): Runtime {
  let elapsedMs = Number.NEGATIVE_INFINITY;
  return {
    ...realRuntime,
    nowMs: clockMs,
    elapsedMs() {
      elapsedMs = Math.max(elapsedMs, clockMs());
      return elapsedMs;
    },
  };
}
