// @module-tag volume
/**
 * Every code sample of the docs is run as it stands, against a listening server with sample games whose lists come in
 * pages of three rows: a sample that stops after the first page is found out. So are, in their turn, those of the pages of endpoints,
 * and those of "Get this" beside the numbers of a page, which get what the page is made of.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { afterAll, describe, test } from "vitest";
import { startServer } from "../../src/api/connections.ts";
import { fileSetNames } from "../../src/contract/file-sets.ts";
import { makeFiles } from "../../src/publish/files/make-files.ts";
import { dumpTerms } from "../../src/publish/files/make-season.ts";
import { readOfferedFiles } from "../../src/release/offered-files.ts";
import { readFile } from "../../src/release/store.ts";
import { endpointAt } from "../../src/web/docs/pages.ts";
import { getThisPanel } from "../../src/web/get-this/panel.ts";
import { endpointSamples, readRequest, typescriptSample } from "../../src/web/get-this/request.ts";
import { walk } from "../support/api.ts";
import { installClient } from "../support/clients/installed.ts";
import { allSamples, markdownOf, type Snippet, snippetsOf } from "../support/docs.ts";
import { Page } from "../support/document.ts";
import { testFolder } from "../support/folders.ts";
import { testKey, whyNoProofPrograms } from "../support/offered-files.ts";
import { openApiOf, publishSampleWeeks } from "../support/sample.ts";
import { runners, runSample, versionOfNode } from "../support/sample-runners.ts";
import { skipIf } from "../support/skip-if.ts";
import { longIf, someSlow } from "../support/volume.ts";
import { type ListAnswer, startPagingProxy } from "./paging-proxy.ts";

const site = await openApiOf(async (database) => {
  await publishSampleWeeks(database);
  await makeFiles(database, { termsUrl: null, key: testKey(1) });
});
const server = await startServer(site.app, { host: "127.0.0.1", port: 0 });
/** So few that four games of one team are two pages. */
const rowsPerPage = 3;
const proxy = await startPagingProxy(server.url, rowsPerPage);
const folder = testFolder("samples");
installClient(folder);
// Programs of Python import what lies beside them.
cpSync(join(import.meta.dirname, "../../clients/python/gradeline"), join(folder, "gradeline"), { recursive: true });
afterAll(async () => {
  await proxy.close();
  await server.close();
  await site[Symbol.asyncDispose]();
});

/** Those of SQL are run below. */
const shown: readonly string[] = ["json", "http", "sql"];
/** Nothing of ours but the two variables that the quick start names. */
const settings = { BASE_URL: proxy.url, API_KEY: site.key };

/** Samples that set something up or write files say nothing. */
function isSilent({ code }: Snippet): boolean {
  return /^export /.test(code) || / -o \S+\n$/.test(code);
}

/** Debian has no polars, nor has npm: where it is missing, the samples for it are read by Python and not run. */
const hasPolars = spawnSync(String(runners.python?.program), ["-c", "import polars"]).status === 0;

/** What the samples of a page have found out, which is the same in every language. */
const results = new Map<string, string>();

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
  const { program, needs } = runner;
  if (/^import polars/m.test(code) && !hasPolars) {
    test(`the polars sample of ${page}:${line} is Python`, skipIf(program === null && `needs ${needs}`), () => {
      const check = "import ast, sys; ast.parse(sys.stdin.read())";
      const parsed = spawnSync(String(program), ["-c", check], { input: code });
      assert.equal(parsed.status, 0, String(parsed.stderr));
    });
    continue;
  }
  const skip = program === null ? `needs ${needs}` : /^ssh-keygen /m.test(code) && whyNoProofPrograms();
  const on = language === "ts" ? ` on Node ${versionOfNode}` : "";
  test(`the ${language} sample of ${page}:${line} runs${on}`, skipIf(skip), async () => {
    proxy.takeAnswers();
    const { code: exitCode, output, errors } = await runSample({ language, code }, `sample-${index}`, folder, settings);
    assert.equal(exitCode, 0, `${output}\n${errors}`);
    if (!isSilent(sample)) assert.notEqual(output.trim(), "", errors);
    for (const [result] of output.matchAll(/^\d+ games, .*$/gm)) {
      const key = `${page} ${result.split(" ").length}`;
      assert.equal(result, results.get(key) ?? result, `${page}:${line} says something else than another language`);
      results.set(key, result);
    }
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
  test(`a sample in ${language} reads a list to its end`, skipIf(program === null ? `needs ${needs}` : false), () => {
    assert.ok(languagesThatReadOn.has(language));
  });
}

const filesPage = "docs/api/files.md";

async function bytesOf(path: string): Promise<Buffer> {
  const file = (await readOfferedFiles(site.database.kysely)).find((each) => each.path === path) ?? assert.fail(path);
  return readFile(site.database.kysely, file);
}

test(
  "the download in curl goes on where it ended, and is refused when it is not the file",
  skipIf(runners.sh?.program === null && `needs ${runners.sh.needs}`),
  async () => {
    const { code = "" } = snippetsOf(filesPage).find(({ code }) => code.includes("-C -")) ?? {};
    const whole = await bytesOf("nfl/2025/odds.csv.gz");
    const settings = { BASE_URL: server.url, API_KEY: site.key };
    const to = join(folder, "odds.csv.gz");
    writeFileSync(to, whole.subarray(0, 5000));
    const ran = await runSample({ language: "sh", code }, "download", folder, settings);
    assert.deepEqual([ran.code, ran.output], [0, "odds.csv.gz: OK\n"], ran.errors);
    assert.ok(readFileSync(to).equals(whole));
    writeFileSync(to, Buffer.alloc(5000));
    const other = await runSample({ language: "sh", code }, "other", folder, settings);
    assert.deepEqual([other.code, other.output], [1, "odds.csv.gz: FAILED\n"], other.errors);
  },
);

test("the SQL of DuckDB is SQL, and its query reads the files of both seasons as one table", async () => {
  const [{ code = "" } = {}] = snippetsOf(filesPage).filter(({ language }) => language === "sql");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const statements = await connection.extractStatements(code);
  assert.equal(statements.count, 4);
  // The extension for HTTP is not part of DuckDB's package: the query is asked of the same files on this disk.
  const games = await bytesOf("nfl/2025/games.parquet");
  const query = (code.split(";").find((each) => each.includes("read_parquet")) ?? "").replaceAll(
    /'http:\/\/127\.0\.0\.1:8080\/v1\/files\/([^']+)'/g,
    (_, path: string) => {
      const to = join(folder, path);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, games);
      return `'${to}'`;
    },
  );
  const [row, ...others] = (await connection.runAndReadAll(query)).getRowObjectsJson();
  connection.closeSync();
  assert.deepEqual([row?.season, others], [2025, []]);
  const all = (await site.get("/v1/games?sport=nfl&season=2025&limit=1000")).body.data;
  assert.equal(Number(row?.games), 2 * all.length);
  const covered = all.filter(({ result }: { result: { home_covered: boolean | null } }) => result.home_covered);
  assert.equal(Number(row?.home_covered), 2 * covered.length);
});

/** The samples name a game that was played. The archive of this test is made up, and has others. */
const { body: games } = await site.get("/v1/games?sport=nfl&season=2025&limit=1");
const played = String(games.data[0].game_id);
const endpoints = [...endpointAt].map(([path, endpoint]) => {
  const { game_id: inPath } = endpoint.inPath;
  return inPath === undefined
    ? ([path, endpoint] as const)
    : ([path, { ...endpoint, inPath: { game_id: { ...inPath, example: played } } }] as const);
});

describe.for(someSlow(endpoints))("the samples of %s", ([path, endpoint]) => {
  const samples = endpointSamples(path, endpoint, server.url);
  const languages = endpoint.answer === null ? ["sh", "python"] : ["sh", "python", "r", "ts"];
  assert.deepEqual(
    samples.map(({ language }) => language),
    languages,
  );
  for (const sample of samples) {
    const { program = null, needs = "" } = runners[sample.language] ?? {};
    test(`run in ${sample.language}`, skipIf(program === null ? `needs ${needs}` : false), async () => {
      const name = `${endpoint.operation}-${sample.language}`;
      const { code, output, errors } = await runSample(sample, name, folder, { API_KEY: site.key });
      assert.equal(code, 0, `${output}\n${errors}`);
      assert.notEqual(output.trim(), "", errors);
      assert.doesNotMatch(output, /"error"|Empty DataFrame|<0 rows>/);
    });
  }
});

test("the page names every data set and the terms", () => {
  const text = markdownOf(filesPage);
  for (const name of fileSetNames) assert.ok(text.includes(`\`${name}\``), name);
  assert.ok(text.replaceAll("\n  ", " ").includes(dumpTerms));
});

const query = "sport=nfl&season=2025&market=spread&period=game&selection=away&role=underdog";
const places = { apiUrl: server.url, manageUrl: "/manage" };
const panel = new Page(getThisPanel({ ...places, path: "/v1/trends", query }).text);

for (const [language, tab] of [
  ["sh", "curl"],
  ["python", "pandas"],
  ["r", "r"],
  ["ts", "typescript"],
] as const) {
  const { program = null, needs = "" } = runners[language] ?? {};
  const how = { ...skipIf(program === null && `needs ${needs}`), ...longIf(language !== "sh") };
  test(`the sample in ${language} gets the record, and fails when the key is refused`, how, async () => {
    // What pandas prints of a wide row leaves most of it out.
    const whole = language === "python" ? "\nprint(trends.to_csv())\n" : "\n";
    const sample = { language, code: panel.document.querySelector(`#get-this-${tab}`)?.textContent + whole };
    const { data } = (await site.get(`/v1/trends?${query}`)).body;
    const { code, output, errors } = await runSample(sample, "record", folder, { API_KEY: site.key });
    assert.equal(code, 0, errors);
    for (const number of [data[0].bets, data[0].won]) assert.match(output, new RegExp(`\\b${number}\\b`));
    const { code: refused } = await runSample(sample, "refused", folder, { API_KEY: "gl_live_wrong" });
    assert.notEqual(refused, 0);
  });
}

test("the samples in TypeScript have sound types", () => {
  const files = ["/v1/trends", "/v1/games/NFL-20250904-DAL-PHI"].map((path, index) => {
    const file = join(folder, `sample-${index}.mts`);
    writeFileSync(file, typescriptSample(readRequest("http://127.0.0.1", path, "")));
    return file;
  });
  const packages = join(import.meta.dirname, "../../node_modules");
  const options =
    "--noEmit --strict --noUncheckedIndexedAccess --target es2024 --module nodenext --types node --typeRoots";
  const sent = [join(packages, "typescript/bin/tsc"), ...options.split(" "), join(packages, "@types"), ...files];
  const { status, stdout } = spawnSync(process.execPath, sent, { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, stdout);
});

test("values are letters, digits and percent escapes in the samples, whatever they are", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }))), (pairs) => {
      const wanted = pairs.filter(([name]) => !["limit", "cursor", "format"].includes(name));
      const encoded = new URLSearchParams(pairs.map((pair) => [...pair])).toString();
      const { csvUrl, jsonUrl } = readRequest("http://127.0.0.1:1", "/v1/bets", encoded);
      for (const url of [csvUrl, jsonUrl]) {
        assert.match(url, /^http:\/\/127\.0\.0\.1:1\/v1\/bets\?[\w.*,=&%-]*$/);
        const read = [...new URL(url).searchParams].slice(0, wanted.length);
        assert.deepEqual(
          read,
          wanted.map((pair) => pair.map((text) => text.toWellFormed())),
        );
      }
    }),
  );
});

test.for([
  ["/v1/trends", "sport=nfl&season=2025", "nfl/2025/bets.parquet"],
  ["/v1/trends", "season=2025&sport=nfl&group_by=month&tries=3", "nfl/2025/bets.parquet"],
  ["/v1/bets", "sport=nba&season=2026&book=consensus&limit=100", "nba/2026/bets.parquet"],
  ["/v1/odds", "sport=mlb&season=2024", "mlb/2024/odds.parquet"],
  ["/v1/ids/games", "sport=nfl&season=2025", "nfl/2025/ids.parquet"],
  ["/v1/trends", "sport=nfl", ""],
  ["/v1/trends", "sport=nfl&season=2025&market=spread", ""],
  ["/v1/bets", "sport=nfl&season=2025&book=all", ""],
  ["/v1/odds", "sport=nfl&season=2025&book=consensus", ""],
  ["/v1/coverage", "sport=nfl&season=2025", ""],
] as const)("%s?%s is offered as %s, which is a file where the set is a season of one sport", ([path, query, file]) => {
  const { text } = getThisPanel({ ...places, path, query, hasFiles: true });
  const line = new Page(text).text("#get-this-file");
  assert.equal(line.includes(`"${server.url}/v1/files/${file}"`), file !== "", line);
  assert.equal(line === "", file === "");
});

test("the file of a season comes by the line that is shown, as Parquet and as CSV", async () => {
  const line = new Page((await site.get("/?sport=nfl&season=2025")).text).text("#get-this-file");
  assert.match(line, /\/v1\/files\/nfl\/2025\/bets\.parquet"$/);
  for (const ending of ["parquet", "csv.gz"]) {
    const code = `${line.replace("parquet", ending).replace(/https?:\/\/[^/]+/, server.url)}\n`;
    assert.equal((await runSample({ language: "sh", code }, "file", folder, { API_KEY: site.key })).code, 0);
    assert.ok(readFileSync(join(folder, `bets.${ending}`)).equals(await bytesOf(`nfl/2025/bets.${ending}`)));
  }
});
