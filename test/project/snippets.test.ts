/** Whatever the docs show in a fence is run, or held to something, by a test. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { docsPages } from "../../src/web/docs/pages.ts";
import { jobsPage, pages, type Snippet, snippetsOf } from "../support/docs.ts";

const root = join(import.meta.dirname, "../..");
const sources = globSync("test/**/*.ts", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));

/** Calls of `snippetsUnder` with their three texts, wherever in the tests. Each fails when there are more than it runs. */
const named = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/\bsnippetsUnder\(\s*"([^"]*)",\s*"([^"]*)",\s*"([^"]*)"(?:,\s*\d+)?,?\s*\)/g)].map(
      ([, ...texts]) => JSON.stringify(texts),
    ),
  ),
);

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** Pages whose snippets are all read by one test, and what in that test says so. */
const readWhole: readonly { readonly page: (page: string) => boolean; readonly test: string; readonly says: RegExp }[] =
  [
    {
      page: (page) => page === jobsPage,
      test: "test/jobs/jobs.long.ts",
      says: /snippetsOf\(jobsPage\)/,
    },
    {
      page: (page) => docsPages.some(({ file }) => file === page) && page !== jobsPage,
      test: "test/web/samples.volume.test.ts",
      says: /of allSamples\.entries\(\)/,
    },
    {
      page: (page) => /^docs\/(?:install|collect|backup|trouble)\.md$/.test(page),
      test: "test/project/docs.test.ts",
      says: /"every gradeline command that README and the pages for operators type exists/,
    },
    { page: (page) => page === "docs/feed.md", test: "test/feed/docs.test.ts", says: /page\.matchAll\(\/```json/ },
  ];

/** Drawings: there is nothing in them to run. */
const drawings = new Set(["ARCHITECTURE.md", "docs/scaling.md"]);

function isRun({ page, heading, language }: Snippet): boolean {
  if (language === "" && drawings.has(page)) return true;
  if (named.has(JSON.stringify([page, heading, language]))) return true;
  const whole = readWhole.find((each) => each.page(page));
  return whole?.says.test(textOf(whole.test)) === true;
}

test("every fenced snippet of README, CONTRIBUTING, ARCHITECTURE and docs is run by a test", () => {
  const snippets = pages.flatMap(snippetsOf);
  assert.ok(snippets.length > 30);
  const unrun = snippets.filter((snippet) => !isRun(snippet));
  assert.deepEqual(
    unrun.map(({ page, line, language, heading }) => `${page}:${line} (${language} under "${heading}")`),
    [],
    "run it in a test that takes it with snippetsUnder(page, heading, language)",
  );
});

test("a fence that was opened is closed, so that none is overlooked", () => {
  for (const page of pages) {
    const fences = textOf(page).match(/^ *```/gm)?.length ?? 0;
    assert.equal(fences, 2 * snippetsOf(page).length, page);
    assert.doesNotMatch(textOf(page), /^ *~~~/m, page);
  }
});
