/**
 * A server with all seasons of the sample, for the programs of test/jobs: each runs in a process and a folder of its own, with the key
 * of one trial account, and its requests are those that the account's quota has counted.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { startTrial } from "../../src/access/accounts.ts";
import { addKey } from "../../src/access/keys/account-keys.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { openApi, walk } from "../support/api.ts";
import { testFolder } from "../support/folders.ts";
import { openFullSample, publishItems } from "../support/sample.ts";
import { runners } from "../support/sample-runners.ts";

const programs = import.meta.dirname;
const email = "trial@example.com";

export type Run = {
  /** What the program has written, line by line. */
  readonly lines: readonly string[];
  /** How many requests the account's quota has counted meanwhile. */
  readonly requests: number;
};

export type JobsSite = AsyncDisposable & {
  /** Where the programs write their files. */
  readonly folder: string;
  /** Runs a program of test/jobs, or a file by its whole path, to its end, in a minute in which the key has not been used yet. */
  run(program: string, ...words: string[]): Promise<Run>;
  /** Every row of a list, asked for with another key, which nothing limits. */
  // biome-ignore lint/suspicious/noExplicitAny: checks read what they expect
  rows(path: string, filters?: Readonly<Record<string, string>>): Promise<any[]>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  one(path: string): Promise<any>;
  /** Imports what came in, publishes it, and serves it. */
  night(items: Iterable<FeedItem>, publishedAt: string): Promise<void>;
  /** Requests of the trial so far. */
  used(): Promise<number>;
};

export async function openJobs(): Promise<JobsSite> {
  const folder = testFolder("jobs");
  const api = await openApi([], { facts: await openFullSample() });
  const address = await api.listen();
  await startTrial(api.access, email, new Date());
  const trial = (await addKey(api.access, email, "jobs", new Date())) ?? assert.fail("the trial has no key");
  const used = () => api.used(email);
  return {
    folder,
    used,
    async one(path) {
      const { status, text, body } = await api.get(path);
      assert.equal(status, 200, `${path}: ${text}`);
      return body;
    },
    rows: async (path, filters = {}) => (await walk(api, `${path}?${new URLSearchParams(filters)}`, 1000)).rows,
    async run(program, ...words) {
      api.passMs(61_000);
      const before = await used();
      const runner = program.endsWith(".py") ? (runners.python?.program ?? assert.fail("no Python")) : process.execPath;
      const env = { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8", BASE_URL: address, API_KEY: trial.key };
      const output = await new Promise<string>((resolve, reject) => {
        const options = { cwd: folder, env, timeout: 600_000, maxBuffer: 1 << 26 };
        const file = program.startsWith("/") ? program : join(programs, program);
        execFile(runner, [file, ...words], options, (error, written, errors) =>
          error === null ? resolve(written) : reject(new Error(`${program}: ${errors}`, { cause: error })),
        );
      });
      return { lines: output.trimEnd().split("\n"), requests: (await used()) - before };
    },
    async night(items, publishedAt) {
      await publishItems(api.database, items, publishedAt);
      await api.shelf.refresh();
    },
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}
