/** What the page of season files shows beside the samples that run by themselves: a download that goes on, and DuckDB. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, test } from "vitest";
import { startServer } from "../../src/api/connections.ts";
import { fileSetNames } from "../../src/contract/file-sets.ts";
import { makeFiles } from "../../src/publish/files/make-files.ts";
import { dumpTerms } from "../../src/publish/files/make-season.ts";
import { readOfferedFiles } from "../../src/release/offered-files.ts";
import { readFile } from "../../src/release/store.ts";
import { openApi } from "../support/api.ts";
import { markdownOf, snippetsOf } from "../support/docs.ts";
import { publishSampleWeeks } from "../support/sample.ts";
import { runners, runSample } from "../support/sample-runners.ts";
import { skipIf } from "../support/skip-if.ts";

const page = "docs/api/files.md";
const site = await openApi();
await publishSampleWeeks(site.database);
await makeFiles(site.database, { termsUrl: null });
await site.shelf.refresh();
const server = await startServer(site.app, { host: "127.0.0.1", port: 0 });
const folder = mkdtempSync(join(tmpdir(), "gradeline-files-page-"));
afterAll(async () => {
  await server.close();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function bytesOf(path: string): Promise<Buffer> {
  const file = (await readOfferedFiles(site.database.kysely)).find((each) => each.path === path) ?? assert.fail(path);
  return readFile(site.database.kysely, file);
}

const { program = null, needs } = runners.sh ?? {};

test(
  "the download in curl goes on where it ended, and is refused when it is not the file",
  skipIf(program === null && `needs ${needs}`),
  async () => {
    const { code = "" } = snippetsOf(page).find(({ code }) => code.includes("-C -")) ?? {};
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
  const [{ code = "" } = {}] = snippetsOf(page).filter(({ language }) => language === "sql");
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

test("the page names every data set and the terms", () => {
  const text = markdownOf(page);
  for (const name of fileSetNames) assert.ok(text.includes(`\`${name}\``), name);
  assert.ok(text.replaceAll("\n  ", " ").includes(dumpTerms));
});
