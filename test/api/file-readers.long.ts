// @module-tag long
/** Programs that others use read the files over HTTP, and find what the lists say: a fifth of the files each day, all before a release. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { zstdDecompressSync } from "node:zlib";
import { asyncBufferFromUrl, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, test } from "vitest";
import { type RunningServer, startServer } from "../../src/api/connections.ts";
import { type FileSetName, fileSetNames, fileSets } from "../../src/contract/file-sets.ts";
import { makeFiles } from "../../src/publish/files/make-files.ts";
import { type OfferedFile, readOfferedFiles } from "../../src/release/offered-files.ts";
import type { TestApi } from "../support/api.ts";
import { testFolder } from "../support/folders.ts";
import { openSampleApi } from "../support/sample.ts";
import { skipIf } from "../support/skip-if.ts";
import { someSlow } from "../support/volume.ts";

const python = ["/usr/bin/python3", "python3"].find(
  (command) => spawnSync(command, ["-c", "import pandas"]).status === 0,
);
const noPandas = "no python3 here can import pandas (Debian: apt-get install python3-pandas)";
const compressors = { ZSTD: (page: Uint8Array) => zstdDecompressSync(page) };
/** The session secret signs the addresses. */
const folder = testFolder("readers");
let api: TestApi;
let server: RunningServer;
let files: readonly OfferedFile[];

beforeAll(async () => {
  api = await openSampleApi({ DATA_DIR: folder, MANAGE_URL: "" });
  await makeFiles(api.database, { termsUrl: null });
  files = await readOfferedFiles(api.database.kysely);
  server = await startServer(api.app, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await server.close();
  await api[Symbol.asyncDispose]();
});

/** Files of a game's list have no list of a season to be compared with. */
const hasSeasonList = ({ data_set }: OfferedFile) => !fileSets[data_set].list.includes("{game_id}");

const listOf = ({ data_set, sport, season }: OfferedFile) =>
  `${server.url}${fileSets[data_set].list}?sport=${sport}&season=${season}`;

test("hyparquet reads every file of Parquet that has a list of the season by ranges, and finds the rows of the lists", async () => {
  const headers = { "x-api-key": api.key };
  assert.equal(
    files.length,
    new Set(files.map(({ sport, season }) => `${sport} ${season}`)).size * fileSetNames.length * 2,
  );
  for (const file of someSlow(files.filter((file) => file.format === "parquet" && hasSeasonList(file)))) {
    const url = `${server.url}/v1/files/${file.path}`;
    const source = await asyncBufferFromUrl({ url, requestInit: { headers } });
    const rows = await parquetReadObjects({ file: source, compressors });
    const wanted: Record<string, unknown>[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await fetch(`${listOf(file)}&limit=1000${cursor && `&cursor=${cursor}`}`, { headers });
      const { data, next_cursor } = (await page.json()) as { data: object[]; next_cursor: string | null };
      wanted.push(...data.map((row) => flat(file.data_set, { ...row, season: file.season })));
      cursor = next_cursor;
    }
    assert.equal(rows.length, file.rows);
    for (const [at, row] of rows.entries()) assert.deepEqual(plain(file.data_set, row), wanted[at], file.path);
  }
});

test("pandas reads every CSV.gz that has a list of the season by its signed address, and finds the pages of the lists", {
  ...skipIf(python === undefined ? noPandas : false),
}, async () => {
  const wanted = someSlow(files.filter((file) => file.format === "csv.gz" && hasSeasonList(file)));
  const asked = wanted.map((file) => ({ link: `${server.url}/v1/files/${file.path}/link`, list: listOf(file) }));
  const child = spawn(python ?? "", [join(import.meta.dirname, "read_files_with_pandas.py")]);
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.stdin.end(JSON.stringify({ key: api.key, files: asked }));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(await ended, 0, errors);
  assert.equal(output.trim().split("\n").length, wanted.length);
});

/** A row of a file as the lists write dates and times. */
function plain(dataSet: FileSetName, row: Record<string, unknown>): Record<string, unknown> {
  const entries = fileSets[dataSet].columns.map(({ name, type }) => {
    const value = row[name] ?? null;
    if (!(value instanceof Date)) return [name, value];
    return [name, type === "DATE" ? value.toISOString().slice(0, 10) : value.toISOString()];
  });
  return Object.fromEntries(entries);
}

/** A row of JSON as a row of a file. */
function flat(dataSet: FileSetName, row: object): Record<string, unknown> {
  const entries = fileSets[dataSet].columns.map(({ name, csvName }) => {
    let value: unknown = row;
    for (const member of (csvName ?? name).split("."))
      value = (value as Record<string, unknown> | null)?.[member] ?? null;
    return [name, Array.isArray(value) ? value.join("|") || null : value];
  });
  return Object.fromEntries(entries);
}
