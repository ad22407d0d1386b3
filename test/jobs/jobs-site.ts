/**
 * A server with all seasons of the sample, for the programs of docs/api/jobs.md: each runs in a process of its own, with the key of one
 * trial account, and its requests are those that the account's quota has counted.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTrial } from "../../src/access/accounts.ts";
import { addKey } from "../../src/access/keys/account-keys.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { openApi, walk } from "../support/api.ts";
import { jobsPage, markdownOf } from "../support/docs.ts";
import { testFolder } from "../support/folders.ts";
import { openFullSample, publishItems } from "../support/sample.ts";
import { runners } from "../support/sample-runners.ts";

const email = "trial@example.com";

export type Run = {
  /** What the program has written, line by line. */
  readonly lines: readonly string[];
  /** How many requests the account's quota has counted meanwhile. */
  readonly requests: number;
};

/** Puts the programs of the page into a folder, as a reader does who copies them. Returns their names. */
function writePrograms(folder: string): string[] {
  const shown = [...markdownOf(jobsPage).matchAll(/^`([\w.-]+)`:\n\n```\w+\n([\s\S]*?)^```$/gm)];
  for (const [, name = "", code = ""] of shown) writeFileSync(join(folder, name), code);
  return shown.map(([, name = ""]) => name);
}

export async function openJobs() {
  const folder = testFolder("jobs");
  const programs = writePrograms(folder);
  const api = await openApi([], { facts: await openFullSample() });
  const address = await api.listen();
  await startTrial(api.access, email, new Date());
  const trial = (await addKey(api.access, email, "jobs", new Date())) ?? assert.fail("the trial has no key");
  const used = () => api.used(email);
  return {
    /** Where the programs are, and write their files. */
    folder,
    /** The names of the programs of the page. */
    programs,
    /** Requests of the trial so far. */
    used,
    /** Every row of a list, asked for with another key, which nothing limits. */
    // biome-ignore lint/suspicious/noExplicitAny: checks read what they expect
    rows: async (path: string, filters: Readonly<Record<string, string>> = {}): Promise<any[]> =>
      (await walk(api, `${path}?${new URLSearchParams(filters)}`, 1000)).rows,
    /** Runs a program of the folder to its end, in a minute in which the key has not been used yet. */
    async run(program: string, ...words: readonly string[]): Promise<Run> {
      api.passMs(61_000);
      const before = await used();
      const runner = program.endsWith(".py") ? (runners.python?.program ?? assert.fail("no Python")) : process.execPath;
      const env = { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8", BASE_URL: address, API_KEY: trial.key };
      const output = await new Promise<string>((resolve, reject) => {
        const options = { cwd: folder, env, timeout: 600_000, maxBuffer: 1 << 26 };
        execFile(runner, [program, ...words], options, (error, written, errors) =>
          error === null ? resolve(written) : reject(new Error(`${program}: ${errors}`, { cause: error })),
        );
      });
      return { lines: output.trimEnd().split("\n"), requests: (await used()) - before };
    },
    /** Imports what came in, publishes it, and serves it. */
    async night(items: Iterable<FeedItem>, publishedAt: string) {
      await publishItems(api.database, items, publishedAt);
      await api.shelf.refresh();
    },
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}
