/** The files of whole seasons say what the lists say, and follow what is published [A-16]. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { parquetMetadata } from "hyparquet";
import { afterAll, beforeAll, describe, test } from "vitest";
import {
  type FileSetName,
  fileColumnsVersion,
  fileFormats,
  fileSetNames,
  fileSets,
} from "../../../src/contract/file-sets.ts";
import { tablesOf } from "../../../src/database/engine.ts";
import { verifyFiles } from "../../../src/operate/verify-files.ts";
import { makeFiles } from "../../../src/publish/files/make-files.ts";
import { dumpTerms } from "../../../src/publish/files/make-season.ts";
import { readNewestRelease } from "../../../src/release/manifest.ts";
import { findOfferedFile, type OfferedFile, readOfferedFiles } from "../../../src/release/offered-files.ts";
import { readFile } from "../../../src/release/store.ts";
import type { ReleaseTables } from "../../../src/release/tables.ts";
import { askApp, type TestApi } from "../../support/api.ts";
import { publishGames } from "../../support/archive.ts";
import { onEachEngine } from "../../support/engines.ts";
import { testFolder } from "../../support/folders.ts";
import { openSampleApi, openSmallSampleApi } from "../../support/sample.ts";
import { longIf } from "../../support/volume.ts";

/** The lists of which a file has those of all games of a season. */
const listsOfGames: readonly FileSetName[] = ["lines", "evidence"];

/** The files of one season, and those of one data set of it. */
const ofSeason = fileSetNames.length * fileFormats.length;
const ofDataSet = fileFormats.length;

const terms = { termsUrl: "https://gradeline.example/terms" };

const samples = [
  { name: "the first games of each season", isLong: false, open: openSmallSampleApi },
  { name: "the start sample", isLong: true, open: openSampleApi },
];

for (const { name, isLong, open } of samples) {
  describe(`of ${name}`, longIf(isLong), () => {
    const folder = testFolder("files");
    let api: TestApi;
    let duck: DuckDBConnection;
    let files: readonly OfferedFile[];

    beforeAll(async () => {
      api = await open();
      await makeFiles(api.database, terms);
      files = await readOfferedFiles(api.database.kysely);
      for (const file of files) {
        writeFileSync(join(folder, file.path.replaceAll("/", "-")), await readFile(api.database.kysely, file));
      }
      duck = await (await DuckDBInstance.create()).connect();
    });
    afterAll(async () => {
      duck.closeSync();
      await api[Symbol.asyncDispose]();
    });

    async function list(path: string, format: "csv" | "json") {
      const headers = { authorization: `Bearer ${api.key}` };
      const pages: string[] = [];
      let cursor = "";
      do {
        const url = `${path}${path.includes("?") ? "&" : "?"}limit=1000&format=${format}${cursor && `&cursor=${cursor}`}`;
        const answer = await askApp(api.app, { url, headers });
        assert.equal(answer.statusCode, 200, answer.body);
        pages.push(answer.body);
        cursor =
          (format === "csv" ? (answer.headers["x-next-cursor"] as string) : JSON.parse(answer.body).next_cursor) ?? "";
      } while (cursor !== "");
      return pages;
    }

    function pathOf({ data_set: dataSet, sport, season }: OfferedFile): string {
      return `${fileSets[dataSet].list}?sport=${sport}&season=${season}`;
    }

    test("there is one of every data set, season and format, each with its rows, and nothing is made twice", async () => {
      const release = await readNewestRelease(api.database.kysely);
      const { seasons } = release?.manifest ?? assert.fail();
      assert.equal(files.length, seasons.length * fileSetNames.length * fileFormats.length);
      for (const file of files) {
        const { revision, odds_rows, games } =
          seasons.find((each) => each.sport === file.sport && each.season === file.season) ?? assert.fail();
        assert.equal(file.revision, revision);
        if (file.data_set === "games" || file.data_set === "ids") assert.equal(file.rows, games);
        if (file.data_set === "odds") assert.equal(file.rows, odds_rows);
      }
      const again = await makeFiles(api.database, terms);
      assert.deepEqual(again, { revision: 1, made: 0, kept: files.length });
    });

    test("CSV is what paging gives, with one header line", async () => {
      for (const file of files) {
        if (file.format !== "csv.gz" || listsOfGames.includes(file.data_set)) continue;
        const pages = await list(pathOf(file), "csv");
        const paged = pages.map((page, at) => (at === 0 ? page : page.slice(page.indexOf("\r\n") + 2))).join("");
        const text = gunzipSync(await readFile(api.database.kysely, file)).toString();
        assert.ok(text === paged, file.path);
        assert.equal(text.split("\r\n").length - 2, file.rows);
      }
    });

    test("Parquet has the values of the lists in JSON, by column and type, as DuckDB reads them", async () => {
      for (const dataSet of fileSetNames) {
        if (listsOfGames.includes(dataSet)) continue;
        const ofSet = files.filter((file) => file.data_set === dataSet && file.format === "parquet");
        for (const file of ofSet) {
          const rows = (await list(pathOf(file), "json")).flatMap((page) => JSON.parse(page).data);
          const read = await readWithDuck(file);
          assert.equal(read.length, file.rows);
          for (const [at, row] of rows.entries())
            assert.deepEqual(read[at], flat(dataSet, { ...row, season: file.season }), file.path);
        }
      }
    });

    test.each(listsOfGames)("%s of both formats are those of the games", async (name) => {
      for (const file of files.filter(({ data_set, format }) => data_set === name && format === "parquet")) {
        const read = await readWithDuck(file);
        assert.equal(read.length, file.rows);
        const games = Map.groupBy(read, ({ game_id }) => game_id as string);
        const csv = files.find(({ path }) => path === file.path.replace(".parquet", ".csv.gz")) ?? assert.fail();
        const text = gunzipSync(await readFile(api.database.kysely, csv)).toString();
        for (const [gameId, rows] of [...games].slice(0, 12)) {
          const [page = "", ...more] = await list(`/v1/games/${gameId}/${name}`, "json");
          const listed = [page, ...more].map((each) => JSON.parse(each).data);
          const wanted = listed.flat().filter((row) => isInFile(row));
          const { sport, season } = file;
          assert.deepEqual(
            rows,
            wanted.map((row) => flat(name, { sport, season, game_id: gameId, ...row })),
          );
          const pages = await list(`/v1/games/${gameId}/${name}`, "csv");
          const all = pages.flatMap((each) => each.split("\r\n").slice(1, -1));
          const lines = all.filter((_, at) => isInFile(listed.flat()[at]));
          const block = lines.map((line) => `${sport},${season},${gameId},${line}`).join("\r\n");
          assert.ok(text.includes(`\r\n${block}\r\n`), gameId);
        }
      }
    });

    test("a file of Parquet says its terms, its origin and a sentence for each column, and times are of UTC", async () => {
      const file = files.find(({ path }) => path === "nfl/2025/odds.parquet") ?? assert.fail();
      const bytes = await readFile(api.database.kysely, file);
      const { key_value_metadata: pairs = [], schema } = parquetMetadata(new Uint8Array(bytes).buffer);
      const { columns, archive, ...said } = Object.fromEntries(pairs.map(({ key, value }) => [key, value]));
      assert.deepEqual(said, {
        data_set: "odds",
        sport: "nfl",
        season: "2025",
        revision: "1",
        columns_version: String(fileColumnsVersion),
        terms: dumpTerms,
        terms_url: terms.termsUrl,
        dataset: "sample",
      });
      assert.equal(archive, file.archive);
      assert.deepEqual(
        Object.keys(JSON.parse(columns ?? "")),
        schema.slice(1).map(({ name }) => name),
      );
      const start = schema.find(({ name }) => name === "start_time");
      assert.deepEqual(start?.logical_type, { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" });
    });

    /** The file of evidence leaves out what the files of lines and of periods have a row of. */
    function isInFile({ used, fact }: { readonly used?: boolean; readonly fact?: string }): boolean {
      return used !== true || !["open", "close", "period_scores"].includes(fact ?? "");
    }

    async function readWithDuck(file: OfferedFile): Promise<Record<string, unknown>[]> {
      const path = join(folder, file.path.replaceAll("/", "-"));
      const reader = await duck.runAndReadAll(
        `select * from read_parquet('${path}', file_row_number = true) order by file_row_number`,
      );
      return reader.getRowObjectsJson().map(({ file_row_number: _, ...row }) => plain(file.data_set, row));
    }

    /** DuckDB writes a time with a space and the offset, and only as many decimals as it needs. */
    function plain(dataSet: FileSetName, row: Record<string, unknown>): Record<string, unknown> {
      const { columns } = fileSets[dataSet];
      return Object.fromEntries(
        columns.map(({ name, type }) => {
          const value = row[name];
          if (type !== "TIMESTAMP" || value === null) return [name, value];
          return [name, new Date(String(value).replace(" ", "T").replace(/\+00$/, "Z")).toISOString()];
        }),
      );
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
  });
}

onEachEngine((engine) => {
  const eagles = {
    sport: "nfl",
    season: 2025,
    start: "2025-09-05T00:20:00.000Z",
    date: "2025-09-04",
    away: "DAL",
    home: "PHI",
  } as const;
  const lakers = {
    sport: "nba",
    season: 2024,
    start: "2024-01-12T03:00:00.000Z",
    date: "2024-01-11",
    away: "MIA",
    home: "LAL",
  } as const;

  test("only what changed is made anew, rows of teams with the season before, and what was replaced is found for two days", async () => {
    const { database } = await engine.fresh();
    const { kysely } = database;
    assert.deepEqual(await makeFiles(database, terms), { revision: 0, made: 0, kept: 0 });
    await publishGames(database, [{ ...eagles, books: { 1: ["spread"] } }]);
    await publishGames(database, [
      lakers,
      { ...eagles, season: 2026, start: "2026-09-11T00:20:00.000Z", date: "2026-09-10" },
    ]);
    assert.deepEqual(await makeFiles(database, terms), { revision: 2, made: 3 * ofSeason, kept: 0 });
    const path = "nfl/2025/games.parquet";
    const before = (await findOfferedFile(kysely, path, null, Date.now())) ?? assert.fail();
    await publishGames(database, [{ ...eagles, referee: "Shawn Smith", books: { 1: ["spread"] } }]);
    // Until the new ones are made, the old ones are offered, and say of which revision they are.
    assert.deepEqual(await findOfferedFile(kysely, path, null, Date.now()), before);
    assert.equal(before.revision, 1);
    assert.deepEqual(await makeFiles(database, terms), {
      revision: 3,
      made: ofSeason + ofDataSet,
      kept: 2 * ofSeason - ofDataSet,
    });
    const now = (await findOfferedFile(kysely, path, null, Date.now())) ?? assert.fail();
    assert.equal(now.revision, 3);
    assert.notEqual(now.sha256, before.sha256);
    const replaced = await findOfferedFile(kysely, path, before.sha256, Date.now());
    assert.equal(replaced?.revision, before.revision);
    assert.equal((await readFile(kysely, before)).length, before.bytes);
    assert.equal(await findOfferedFile(kysely, path, before.sha256, Date.now() + 48.1 * 3_600_000), null);
    assert.equal((await readOfferedFiles(kysely)).length, 3 * ofSeason);
  });

  test("files are offered season by season, the newest first, and what a killed making has made is not made again", async () => {
    const { database } = await engine.fresh();
    await publishGames(database, [{ ...eagles, books: { 1: ["spread"] } }]);
    await publishGames(database, [lakers]);
    const seen: (readonly [season: number, offered: number])[] = [];
    const manifests = tablesOf<ReleaseTables>(database.kysely).selectFrom("file_manifests").selectAll();
    const onSeason = async ({ season }: { readonly season: number }) => {
      seen.push([season, (await readOfferedFiles(database.kysely)).length]);
      throw new Error("killed");
    };
    await assert.rejects(makeFiles(database, { ...terms, onSeason }), /killed/);
    assert.deepEqual(seen, [[2025, ofSeason]], "of the NFL, and not 2023 of the NBA");
    assert.equal((await manifests.execute()).length, 0, "a manifest is of a whole revision");
    assert.deepEqual(await makeFiles(database, terms), { revision: 2, made: ofSeason, kept: ofSeason });
    assert.deepEqual(
      (await manifests.execute()).map(({ revision }) => revision),
      [2],
    );
  });

  test("of two makings at once the second makes nothing again", async () => {
    const { database } = await engine.fresh();
    await publishGames(database, [eagles]);
    const both = await Promise.all([makeFiles(database, terms), makeFiles(database, terms)]);
    assert.deepEqual(
      both.map(({ made }) => made).sort((a, b) => a - b),
      [0, ofSeason],
    );
  });

  test("a damaged file is made anew where bytes are looked at, and a lost one always", async () => {
    const { database } = await engine.fresh();
    await publishGames(database, [eagles]);
    await makeFiles(database, terms);
    const [first, second] = await readOfferedFiles(database.kysely);
    assert.ok(first && second);
    const pieces = tablesOf<ReleaseTables>(database.kysely);
    const body = Buffer.from(await readFile(database.kysely, first));
    body[50] = (body[50] ?? 0) ^ 1;
    await pieces.updateTable("release_pieces").set({ body }).where("sha256", "=", first.sha256).execute();
    const { problems } = await verifyFiles(database.url);
    const what = `the file ${first.sha256.slice(0, 12)} does not match its name: gradeline files --check makes it anew`;
    // On PostgreSQL no key was ever made, so that there are no tables of accounts either.
    assert.deepEqual(
      problems.filter(({ where }) => where !== "the accounts"),
      [{ where: first.path, what }],
    );
    assert.equal((await makeFiles(database, terms)).made, 0);
    assert.equal((await makeFiles(database, { ...terms, checks: true })).made, ofDataSet);
    assert.equal((await readFile(database.kysely, first)).length, first.bytes);
    await pieces.deleteFrom("release_files").where("sha256", "=", second.sha256).execute();
    assert.equal((await makeFiles(database, terms)).made, ofDataSet);
    assert.equal((await readFile(database.kysely, second)).length, second.bytes);
  });
});
