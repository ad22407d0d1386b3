/** The list of files of seasons, and their bytes: whole, in parts, by version, and what is wrong with a request. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { test } from "vitest";
import { fileColumnsVersion } from "../../src/contract/file-sets.ts";
import { tablesOf } from "../../src/database/engine.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { closedAfterAll, openApi } from "../support/api.ts";
import { problemsWithAnswer } from "../support/contract.ts";
import { league } from "../support/league.ts";
import { offerFile } from "../support/offered-files.ts";
import { assertRefusal } from "./refusals.ts";

const api = closedAfterAll(await openApi());
const base = await api.listen();

const hourMs = 3_600_000;
const agoIso = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
/** More than two pieces of the database, and more than some parts of an answer. */
const bytes = randomBytes(2_500_000);
const sha256 = createHash("sha256").update(bytes).digest("hex");
const old = await offerFile(api.database, { bytes: Buffer.from("of yesterday"), replacedAt: agoIso(47) });
const gone = await offerFile(api.database, { bytes: Buffer.from("of last week"), replacedAt: agoIso(49) });
await offerFile(api.database, { bytes, revision: 7 });
await offerFile(api.database, { dataSet: "games", format: "parquet", bytes: Buffer.from("PAR1") });
await offerFile(api.database, { season: 2023, dataSet: "games", bytes: Buffer.from("older") });
await offerFile(api.database, { sport: "mlb", season: 2024, bytes: Buffer.from("baseball") });

const url = "/v1/files/nfl/2025/odds.csv.gz";
const documented = "/v1/files/{sport}/{season}/{file}";
const known = { authorization: `Bearer ${api.key}` };

type Got = { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer };

/** Asks on a socket, where bytes are bytes. */
function get(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request(base + path, { method, headers: { ...known, ...headers }, agent: false }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      const status = answer.statusCode ?? 0;
      resolve({ status, headers: answer.headers as Record<string, string>, body: Buffer.concat(parts) });
    });
    asked.on("error", reject);
    asked.end();
  });
}

const errorOf = ({ body }: Got) => JSON.parse(body.toString()).error as { code: string; message: string };
const left = async () => Number((await get("/v1/nothing")).headers["x-quota-remaining"]);

test("meta names the seasons whose files are not made yet or are of an earlier revision, and the tag follows from it", async () => {
  await using other = await openApi(league);
  const { body: before, headers } = await other.get("/v1/files?sport=nfl");
  const seasons = other.shelf.current.sports.nfl.seasons.map(({ season, revision }) => ({ season, revision }));
  assert.deepEqual(
    before.meta.not_made,
    seasons.map(({ season }) => `nfl/${season}`),
  );
  assert.deepEqual((await other.get("/v1/files?sport=nfl&season=1999")).body.meta.not_made, []);
  for (const { season, revision } of seasons) await offerFile(other.database, { season, dataSet: "games", revision });
  const made = await other.get("/v1/files?sport=nfl");
  assert.deepEqual(made.body.meta.not_made, []);
  assert.notEqual(made.headers.etag, headers.etag);
  const { season = 0, revision = 0 } = seasons.at(-1) ?? {};
  await tablesOf<ReleaseTables>(other.database.kysely)
    .deleteFrom("offered_files")
    .where("season", "=", season)
    .execute();
  await offerFile(other.database, { season, dataSet: "games", revision: revision - 1 });
  assert.deepEqual((await other.get("/v1/files?sport=nfl")).body.meta.not_made, [`nfl/${season}`]);
});

test("the list has a row for each file, in order of sport, season, data set and format, as JSON and CSV", async () => {
  const answer = await api.get("/v1/files");
  assert.deepEqual(problemsWithAnswer("/v1/files", "GET", answer), []);
  const paths = answer.body.data.map((row: { path: string }) => row.path);
  assert.deepEqual(paths, [
    "/v1/files/mlb/2024/odds.csv.gz",
    "/v1/files/nfl/2023/games.csv.gz",
    "/v1/files/nfl/2025/games.parquet",
    url,
  ]);
  const row = {
    path: url,
    data_set: "odds",
    sport: "nfl",
    season: 2025,
    format: "csv.gz",
    rows: 1,
    bytes: bytes.length,
    sha256,
    revision: 7,
    columns_version: fileColumnsVersion,
  };
  assert.deepEqual(answer.body.data.at(-1), row);
  const csv = await api.get("/v1/files?sport=nfl&season=2025&data_set=odds&file_format=csv.gz&format=csv");
  assert.equal(csv.headers["content-disposition"], 'attachment; filename="gradeline-files-nfl-2025-odds.csv"');
  assert.equal(csv.text, `${Object.keys(row).join(",")}\r\n${Object.values(row).join(",")}\r\n`);
});

test("a file comes whole, named by its SHA-256, and is not compressed on its way", async () => {
  const { status, headers, body } = await get(url, { "accept-encoding": "gzip", accept: "*/*" });
  assert.equal(status, 200);
  assert.ok(body.equals(bytes));
  const expected: Readonly<Record<string, string | undefined>> = {
    etag: `"${sha256}"`,
    "repr-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
    "accept-ranges": "bytes",
    "content-length": String(bytes.length),
    "content-type": "application/gzip",
    "content-disposition": 'attachment; filename="gradeline-odds-nfl-2025.csv.gz"',
    "content-range": undefined,
    "content-encoding": undefined,
    "cache-control": "private, max-age=900",
    vary: "Authorization, X-API-Key",
    "referrer-policy": "no-referrer",
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(headers[name], value, name);
  const parquet = await get("/v1/files/nfl/2025/games.parquet");
  assert.equal(parquet.headers["content-type"], "application/vnd.apache.parquet");
});

test("HEAD has the headers of the whole file, whatever range it asks for", async () => {
  const { status, headers, body } = await get(url, { range: "bytes=0-9" }, "HEAD");
  assert.deepEqual(
    [status, headers["content-length"], headers["content-range"]],
    [200, String(bytes.length), undefined],
  );
  assert.deepEqual([headers.etag, body.length], [`"${sha256}"`, 0]);
});

test("one range is 206 with its Content-Range; what cannot be read as one is 200 (RFC 9110 14)", async () => {
  const end = bytes.length - 1;
  for (const [range, first, last] of [
    ["bytes=0-0", 0, 0],
    ["bytes=1000-2000000", 1000, 2_000_000],
    ["BYTES=5-", 5, end],
    [`bytes=${end}-99999999999999999999999`, end, end],
    ["bytes=-10", end - 9, end],
    ["bytes=-99999999", 0, end],
  ] as const) {
    const { status, headers, body } = await get(url, { range });
    assert.deepEqual([status, headers["content-range"]], [206, `bytes ${first}-${last}/${bytes.length}`], range);
    assert.ok(body.equals(bytes.subarray(first, last + 1)), range);
  }
  for (const range of ["bytes=0-1,5-6", "bytes=9-3", "bytes=-", "bytes=a-b", "items=0-1", "bytes 0-1", "bytes=0-1;x"]) {
    const { status, headers, body } = await get(url, { range });
    assert.deepEqual([status, headers["content-range"], body.length], [200, undefined, bytes.length], range);
  }
});

test("a range behind the end is 416 with the length, and costs nothing", async () => {
  const before = await left();
  for (const range of [`bytes=${bytes.length}-`, "bytes=99999999999-", "bytes=-0"]) {
    const answer = await get(url, { range });
    assert.equal(answer.status, 416);
    assert.equal(answer.headers["content-range"], `bytes */${bytes.length}`);
    assert.equal(errorOf(answer).code, "range_not_satisfiable");
    const told = { status: answer.status, headers: answer.headers, text: answer.body.toString(), body: null };
    assert.deepEqual(problemsWithAnswer(documented, "GET", told), []);
  }
  assert.equal(await left(), before);
});

test("If-Range goes on with a part only by the very tag; a date or a weak tag gives the whole", async () => {
  const range = "bytes=5-9";
  assert.equal((await get(url, { range, "if-range": `"${sha256}"` })).status, 206);
  for (const other of [`W/"${sha256}"`, `"${old.sha256}"`, new Date(Date.now() + 1000).toUTCString(), "*"]) {
    assert.equal((await get(url, { range, "if-range": other })).status, 200, other);
  }
  // Without a range there is nothing to go on with.
  assert.equal((await get(url, { "if-range": `"${sha256}"` })).status, 200);
});

test("who has the version already is told so by 304, before any range", async () => {
  const { status, headers, body } = await get(url, { "if-none-match": `"${sha256}"`, range: "bytes=0-1" });
  assert.deepEqual([status, headers.etag, body.length], [304, `"${sha256}"`, 0]);
  assert.equal((await get(url, { "if-none-match": '"other"' })).status, 200);
});

test("sha256 names a version, which is there for 48 hours after it was replaced", async () => {
  const yesterday = await get(`${url}?sha256=${old.sha256}`);
  assert.deepEqual([yesterday.status, yesterday.body.toString()], [200, "of yesterday"]);
  assert.equal(yesterday.headers["cache-control"], "private, max-age=31536000, immutable");
  const lost = await get(`${url}?sha256=${gone.sha256}`);
  assert.equal(lost.status, 404);
  assert.match(errorOf(lost).message, new RegExp(`that version .* the newest is ${sha256}`));
  const wrong = await get(`${url}?sha256=${sha256.toUpperCase()}`);
  assert.deepEqual([wrong.status, errorOf(wrong).code], [400, "invalid_param"]);
});

test("what there is not is 404, which says where all files are listed", async () => {
  const none = ["nfll/2025/odds.csv.gz", "nfl/2025/odds.csv", "nfl/2022/bets.csv.gz", "nfl/2025/..%2F..%2Fodds.csv.gz"];
  for (const path of none) {
    const answer = await api.get(`/v1/files/${path}`);
    assertRefusal(answer, 404, "not_found", path);
    assert.ok(answer.body.error.message.endsWith("; /v1/files lists all"), answer.text);
    assert.deepEqual(problemsWithAnswer(documented, "GET", answer), []);
  }
  for (const path of ["nfl", "nfl/2025", "nfl/2025/odds.csv.gz/", ":sport/:season/:file/x"]) {
    assertRefusal(await api.get(`/v1/files/${path}`), 404, "not_found", path);
  }
});

test("each request that brings something costs one, a part and HEAD too; a refused one costs none", async () => {
  const start = await left();
  await get(url);
  await get(url, { range: "bytes=0-1" });
  await get(url, {}, "HEAD");
  await get(url, { "if-none-match": `"${sha256}"` });
  await get("/v1/files");
  assert.equal(await left(), start - 5);
  await get(`${url}?sha256=x`);
  await get("/v1/files/nfl/2025/nothing.parquet");
  await get(url, { range: "bytes=99999999-" });
  assert.equal(await left(), start - 5);
});

test("a sample says that it is one", async () => {
  await using sample = await openApi(league, { isSample: true });
  await offerFile(sample.database);
  assert.equal((await sample.get(url)).headers["x-dataset"], "sample");
  assert.equal((await sample.get("/v1/files")).headers["x-dataset"], "sample");
  assert.equal((await get(url)).headers["x-dataset"], undefined);
});
