/**
 * A server with sample seasons, for the programs of test/jobs: each runs in a process and a folder of its own, with the key
 * of one trial account, and its requests are those that the account's quota has counted.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Extent, sampleRecords } from "../../../sample/src/sample.ts";
import { startTrial } from "../../../src/access/accounts.ts";
import { addKey, createKey } from "../../../src/access/keys/account-keys.ts";
import { usageOf } from "../../../src/access/usage.ts";
import { type Database, openDatabase } from "../../../src/database/engine.ts";
import type { FeedItem } from "../../../src/feed/refusals.ts";
import { importItems } from "../../../src/ledger/import.ts";
import { publish } from "../../../src/publish/publish.ts";
import { openServer } from "../../../src/serve/open-server.ts";
import { openTestAccess, plenty } from "../access.ts";
import { siteConfig } from "../api.ts";
import { askApp } from "../ask-app.ts";
import { withClock } from "../with-clock.ts";

const programs = join(import.meta.dirname, "../../jobs");
const email = "trial@example.com";

export type Run = {
  /** What the program has written, line by line. */
  readonly lines: readonly string[];
  /** How many requests the account's quota has counted meanwhile. */
  readonly requests: number;
};

export type JobsSite = AsyncDisposable & {
  readonly database: Database;
  /** Where the programs write their files. */
  readonly folder: string;
  /** Runs a program of test/jobs to its end, in a minute in which the key has not been used yet. */
  run(program: string, ...words: string[]): Promise<Run>;
  /** Every row of a list, asked for with another key, which nothing limits. */
  // biome-ignore lint/suspicious/noExplicitAny: checks read what they expect
  rows(path: string, filters?: Readonly<Record<string, string>>): Promise<any[]>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  one(path: string): Promise<any>;
  /** Imports what came in, publishes it, and serves it. */
  night(items: Iterable<FeedItem>, publishedAt: string): Promise<void>;
  /** Requests of the trial so far, and how many it has. */
  quota(): Promise<{ readonly used: number; readonly most: number }>;
};

/** @param python a Python that can import pandas, for programs in Python. */
export async function openJobs(extent: Extent, python: string | undefined): Promise<JobsSite> {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-jobs-"));
  const url = join(folder, "facts.db");
  const database = await openDatabase(url);
  const { access, close } = await openTestAccess();
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const server = await openServer(siteConfig({ DATABASE_URL: url }), {
    databases: { facts: database, access },
    runtime: withClock(() => now().getTime()),
    prepare: () => take(itemsOf(extent), "2026-10-28T10:00:00.000Z"),
  });
  const address = await server.listen();
  await startTrial(access, email, now());
  const trial = (await addKey(access, email, "jobs", now())) ?? assert.fail("the trial has no key");
  const { key } = await createKey(access, { email: "check@example.com", plan: "standard", ...plenty, now: now() });

  async function take(items: Iterable<FeedItem>, publishedAt: string): Promise<void> {
    await importItems(database, items, publishedAt);
    await publish(database, { all: false, acceptRemovals: false, publishedAt });
  }
  async function one(path: string) {
    const answer = await askApp(server.app, { url: path, headers: { "x-api-key": key } });
    assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
    return answer.json();
  }
  async function quota() {
    await server.gate.settle();
    const usage = (await usageOf(access, email, now())) ?? assert.fail("the trial is gone");
    return { used: usage.account.requestsUsed, most: usage.account.requests };
  }
  return {
    database,
    folder,
    one,
    quota,
    async run(program, ...words) {
      aheadMs += 61_000;
      const { used } = await quota();
      const runner = program.endsWith(".py") ? (python ?? assert.fail("no Python")) : process.execPath;
      const env = { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8", BASE_URL: address, API_KEY: trial.key };
      const output = await new Promise<string>((resolve, reject) => {
        const options = { cwd: folder, env, timeout: 600_000, maxBuffer: 1 << 26 };
        execFile(runner, [join(programs, program), ...words], options, (error, written, errors) =>
          error === null ? resolve(written) : reject(new Error(`${program}: ${errors}`, { cause: error })),
        );
      });
      return { lines: output.trimEnd().split("\n"), requests: (await quota()).used - used };
    },
    async rows(path, filters = {}) {
      const all = [];
      let cursor: string | null = null;
      do {
        const next: Record<string, string> = cursor === null ? {} : { cursor };
        const page = await one(`${path}?${new URLSearchParams({ ...filters, ...next, limit: "1000" })}`);
        all.push(...page.data);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return all;
    },
    async night(items, publishedAt) {
      await take(items, publishedAt);
      await server.shelf.refresh();
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function* itemsOf(extent: Extent): Generator<FeedItem> {
  for (const record of sampleRecords({ seed: 1, extent })) yield { record };
}
