/**
 * Every code sample of the docs is run as it stands, against a listening server with sample games whose lists come in
 * pages of three rows: a sample that stops after the first page is found out.
 */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startServer } from "../../src/http/server.ts";
import { openApi, walk } from "../support/api.ts";
import { allSamples, type Sample } from "../support/docs.ts";
import { type ListAnswer, startPagingProxy } from "../support/paging-proxy.ts";
import { publishSampleWeeks } from "../support/sample-archive.ts";

const site = await openApi();
await publishSampleWeeks(site.database);
await site.shelf.refresh();
const server = await startServer(site.app, { host: "127.0.0.1", port: 0 });
/** So few that four games of one team are two pages. */
const rowsPerPage = 3;
const proxy = await startPagingProxy(server.url, rowsPerPage);
const folder = mkdtempSync(join(tmpdir(), "gradeline-samples-"));
after(async () => {
  await proxy.close();
  await server.close();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** How a sample of a language is run: a program that is there, its arguments before the file, and the file's ending. */
type Runner = { readonly program: string | null; readonly ending: string; readonly needs: string };

/** The first of these programs that does this; a developer's own Python may lack the packages that the system's has. */
function firstThatRuns(programs: readonly string[], ...check: readonly string[]): string | null {
  return programs.find((program) => spawnSync(program, check).status === 0) ?? null;
}

const runners: Readonly<Record<string, Runner>> = {
  sh: { program: firstThatRuns(["bash"], "-c", "curl --version"), ending: "sh", needs: "bash and curl" },
  python: {
    program: firstThatRuns(["python3", "/usr/bin/python3"], "-c", "import pandas"),
    ending: "py",
    needs: "python3 with pandas",
  },
  ts: { program: process.execPath, ending: "ts", needs: "Node" },
  r: { program: firstThatRuns(["Rscript"], "--version"), ending: "R", needs: "Rscript" },
};

const shown: readonly string[] = ["json", "http"];

function run(program: string, file: string): Promise<{ code: unknown; output: string; errors: string }> {
  // Nothing of ours but the two variables that the quick start names; no proxy, no profile.
  const env = { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8", BASE_URL: proxy.url, API_KEY: site.key };
  return new Promise((resolve) => {
    execFile(program, [file], { cwd: folder, env, timeout: 60_000 }, (error, output, errors) =>
      resolve({ code: error === null ? 0 : error.code, output, errors }),
    );
  });
}

/** Samples that set something up or write files say nothing. */
function isSilent({ code }: Sample): boolean {
  return /^export /.test(code) || / -o \S+\n$/.test(code) || code.includes("|| true");
}

/** Languages of the samples that read a list to its end. */
const languagesThatReadOn = new Set<string>();

for (const [index, sample] of allSamples.entries()) {
  const { page, line, language, code } = sample;
  const runner = runners[language];
  if (runner === undefined) {
    test(`the ${language} of ${page}:${line} is well formed`, () => {
      assert.ok(shown.includes(language), `a sample must be one of ${[...Object.keys(runners), ...shown].join(", ")}`);
      if (language === "json") JSON.parse(code);
    });
    continue;
  }
  const { program, ending, needs } = runner;
  const skip = program === null ? `needs ${needs}` : false;
  test(`the ${language} sample of ${page}:${line} runs`, { skip }, async () => {
    const file = join(folder, `sample-${index}.${ending === "ts" ? "mts" : ending}`);
    writeFileSync(file, language === "sh" ? `set -euo pipefail\n${code}` : code);
    proxy.takeAnswers();
    const { code: exitCode, output, errors } = await run(program as string, file);
    assert.equal(exitCode, 0, `${output}\n${errors}`);
    if (!isSilent(sample)) assert.notEqual(output.trim(), "", errors);
    // curl prints refusals and ends well.
    assert.doesNotMatch(output, /^\{"error"/);
    await assertNothingIsLost(proxy.takeAnswers(), language, output);
  });
}

/**
 * A list that was asked for with a small `limit` of its own shows its first rows. Every other list is read to its end,
 * and the sample prints how many rows it has: as many as a walk of our own finds.
 */
async function assertNothingIsLost(answers: readonly ListAnswer[], language: string, output: string): Promise<void> {
  for (const [list, pages] of Map.groupBy(answers, ({ path, filters }) => `${path}?${filters}`)) {
    if (pages.every(({ ownLimit }) => ownLimit !== null)) continue;
    for (const [index, { url, nextCursor }] of pages.entries()) {
      assert.equal(pages[index + 1]?.cursor ?? null, nextCursor, `${url} is not read on`);
    }
    const { rows } = await walk(site, list, 7);
    assert.ok(rows.length > rowsPerPage, `${list} is more than one page: ${rows.length}`);
    const read = pages.reduce((sum, page) => sum + page.rows, 0);
    assert.equal(read, rows.length, list);
    assert.match(output, new RegExp(`\\b${rows.length} (games|rows of odds|rows of lines|rows of bets)\\b`), list);
    languagesThatReadOn.add(language);
  }
}

for (const [language, { program, needs }] of Object.entries(runners)) {
  test(`a sample in ${language} reads a list to its end`, { skip: program === null ? `needs ${needs}` : false }, () => {
    assert.ok(languagesThatReadOn.has(language));
  });
}
