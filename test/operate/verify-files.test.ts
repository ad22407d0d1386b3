/** `gradeline verify` and the files of seasons: each cell and row that is not of the release is named, in both formats. */
import assert from "node:assert/strict";
import { gunzipSync, gzipSync } from "node:zlib";
import { parquetMetadata } from "hyparquet";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type FileFormat, fileFormats, fileSetNames, fileSets } from "../../src/contract/file-sets.ts";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { makeFiles } from "../../src/publish/files/make-files.ts";
import { ParquetOfCsv } from "../../src/publish/files/parquet-of-csv.ts";
import { renewArchiveId } from "../../src/release/archive-id.ts";
import { type OfferedFile, readOfferedFiles } from "../../src/release/offered-files.ts";
import { readFile, storeFile } from "../../src/release/store.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { runCommand } from "../support/run-command.ts";
import { publishSmallSample } from "../support/small-sample.ts";
import { longIf } from "../support/volume.ts";

for (const name of engineNames) {
  describe(`on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    let settings: { readonly DATABASE_URL: string };
    let database: Database;
    let files: readonly OfferedFile[];

    beforeAll(async () => {
      engine = await startEngine(name);
      settings = { DATABASE_URL: await engine.migratedUrl() };
      database = await openDatabase(settings.DATABASE_URL);
      await publishSmallSample(database, 1);
      await makeFiles(database, { termsUrl: null });
      files = await readOfferedFiles(database.kysely);
    });
    afterAll(async () => {
      await database.close();
      await engine.close();
    });

    const tables = () => tablesOf<ReleaseTables>(database.kysely);
    const fileOf = (dataSet: string, format: FileFormat) =>
      files.find((each) => each.sport === "nfl" && each.dataSet === dataSet && each.format === format) ??
      assert.fail(dataSet);

    /** The lines of the differences of the season of these files. */
    async function verify({ season }: Pick<OfferedFile, "season">) {
      const { code, output } = await runCommand(
        ["verify", "--sport", "nfl", "--season", String(season), "--json"],
        settings,
      );
      const { problems, read } = JSON.parse(output) as {
        problems: { where: string; what: string }[];
        read: Record<string, number>;
      };
      return { code, read, problems };
    }

    /** The lines of a file's CSV, the header first. */
    const linesOf = async (dataSet: string) =>
      gunzipSync(await readFile(database.kysely, fileOf(dataSet, "csv.gz")))
        .toString()
        .trimEnd()
        .split("\r\n");

    /** Offers other rows in the place of a file, under its path, so that all but the rows is right; `put` puts it back. */
    async function offerOther(file: OfferedFile, lines: readonly string[], put: () => Promise<void>): Promise<void> {
      const bytes = file.format === "csv.gz" ? gzipSync(`${lines.join("\r\n")}\r\n`) : await parquetOf(file, lines);
      const stored = await storeFile(database.kysely, bytes);
      const row = tables().updateTable("offered_files").where("path", "=", file.path);
      await row.set({ ...stored, rows: lines.length - 1 }).execute();
      try {
        await put();
      } finally {
        await row.set({ sha256: file.sha256, bytes: file.bytes, rows: file.rows }).execute();
      }
    }

    async function parquetOf(file: OfferedFile, [, ...lines]: readonly string[]): Promise<Uint8Array> {
      const bytes = await readFile(database.kysely, file);
      const { key_value_metadata: said = [] } = parquetMetadata(new Uint8Array(bytes).buffer);
      const { columns } = fileSets[file.dataSet];
      const parquet = new ParquetOfCsv(columns, file.season, said);
      for (const line of lines) parquet.add(line);
      return parquet.finish();
    }

    test("files that are as the release says are told of by their number alone", async () => {
      const { code, read, problems } = await verify(fileOf("odds", "parquet"));
      assert.deepEqual([code, problems], [0, []]);
      assert.equal(read.files, fileSetNames.length * fileFormats.length);
      assert.ok(Number(read["cells of files"]) > 5000, JSON.stringify(read));
    });

    for (const format of fileFormats) {
      test(`${format}: a cell that is another one is named by its game, its column and both values`, async () => {
        for (const dataSet of ["games", "odds", "periods", "period_odds", "bets", "lines", "team_games", "ids"]) {
          const lines = await linesOf(dataSet);
          const file = fileOf(dataSet, format);
          const header = lines[0]?.split(",") ?? [];
          const at = lines.length - 1;
          const cells = lines[at]?.split(",") ?? [];
          // A number that can be any number, and in the file of ids a text.
          const column = header.findIndex(
            (each, place) => /score|close$|_open$|captures|profit|espn/.test(each) && cells[place] !== "",
          );
          assert.ok(column > 0, dataSet);
          const was = cells[column];
          const changed = lines.with(at, cells.with(column, "17").join(","));
          await offerOther(file, changed, async () => {
            const { code, problems } = await verify(file);
            assert.equal(code, 1);
            assert.equal(problems.length, 1, JSON.stringify(problems));
            const { where = "", what = "" } = problems[0] ?? {};
            assert.equal(where, file.path);
            assert.ok(what.startsWith(cells[header.indexOf("game_id")] ?? ""), what);
            assert.ok(what.endsWith(`: ${header[column]} is 17, in the release ${was}`), what);
          });
        }
      });

      test(`${format}: a row that is missing, one too many, and others of another order are named`, async () => {
        const lines = await linesOf("odds");
        const file = fileOf("odds", format);
        const header = lines[0]?.split(",") ?? [];
        const game = lines[2]?.split(",")[header.indexOf("game_id")] ?? "";
        const book = lines[2]?.split(",")[header.indexOf("book")] ?? "";
        const lost = lines.toSpliced(2, 1);
        await offerOther(file, lost, async () => {
          const { code, problems } = await verify(file);
          assert.deepEqual([code, problems], [1, [{ where: file.path, what: `${game} ${book}: is missing` }]]);
        });
        const twice = lines.toSpliced(2, 0, lines[2] ?? "");
        await offerOther(file, twice, async () => {
          const { problems } = await verify(file);
          assert.deepEqual(problems, [{ where: file.path, what: `${game} ${book}: is not of the release` }]);
        });
        const strange = [...lines, (lines.at(-1) ?? "").replace(/NFL-\d+/, "NFL-20990101")];
        await offerOther(file, strange, async () => {
          const { problems } = await verify(file);
          assert.equal(problems.length, 1);
          assert.match(problems[0]?.what ?? "", /^NFL-20990101-.* is not of the release$/);
        });
        const withoutGame = lines.filter((line) => !line.includes(game));
        await offerOther(file, withoutGame, async () => {
          const { problems } = await verify(file);
          assert.equal(problems.length, lines.length - withoutGame.length);
          assert.ok(problems.every(({ what }) => what.startsWith(game) && what.endsWith("is missing")));
        });
        const turned = lines.toSpliced(1, 2, lines[2] ?? "", lines[1] ?? "");
        await offerOther(file, turned, async () => {
          const { problems } = await verify(file);
          assert.equal(problems.length, 1);
          assert.match(problems[0]?.what ?? "", /another order$/);
        });
      });

      test(`${format}: a file with a flipped byte, a lost one and one that cannot be read are named`, async () => {
        const file = fileOf("bets", format);
        const piece = () =>
          tables().updateTable("release_pieces").where("sha256", "=", file.sha256).where("number", "=", 0);
        const { body } = await tables()
          .selectFrom("release_pieces")
          .select("body")
          .where("sha256", "=", file.sha256)
          .where("number", "=", 0)
          .executeTakeFirstOrThrow();
        const flipped = Uint8Array.from(body);
        flipped[body.length >> 1] = (flipped[body.length >> 1] ?? 0) ^ 1;
        await piece().set({ body: flipped }).execute();
        const damaged = await verify(file);
        await piece().set({ body }).execute();
        assert.equal(damaged.code, 1);
        assert.deepEqual(
          damaged.problems.map(({ where }) => where),
          [file.path],
        );
        assert.match(damaged.problems[0]?.what ?? "", /does not match its name/);
        const short = await storeFile(database.kysely, Uint8Array.from(body).subarray(0, body.length - 40));
        const row = tables().updateTable("offered_files").where("path", "=", file.path);
        await row.set(short).execute();
        const cut = await verify(file);
        await row.set({ sha256: file.sha256, bytes: file.bytes }).execute();
        assert.deepEqual(
          cut.problems.map(({ where }) => where),
          [file.path],
        );
        assert.match(cut.problems[0]?.what ?? "", /^cannot be read: /);
        await tables().deleteFrom("offered_files").where("path", "=", file.path).execute();
        const lost = await verify(file);
        assert.deepEqual(lost.problems, [
          { where: file.path, what: "is not offered, and other files of its season are" },
        ]);
        await makeFiles(database, { termsUrl: null });
        assert.equal((await verify(file)).code, 0);
      });
    }

    test("a file of an earlier revision waits for a new one, and is no difference", async () => {
      const file = fileOf("odds", "parquet");
      const row = tables().updateTable("offered_files").where("path", "=", file.path);
      await row.set({ revision: file.revision + 1 }).execute();
      const { code, read } = await verify(file);
      assert.deepEqual([code, read["files of an earlier revision"]], [0, 1]);
      await row.set({ revision: file.revision }).execute();
    });

    test("files of an archive that a restore has given another id are compared like all others", async () => {
      await renewArchiveId(database);
      await makeFiles(database, { termsUrl: null });
      const { code, read, problems } = await verify(fileOf("odds", "parquet"));
      assert.deepEqual([code, problems, read["files of an earlier revision"]], [0, [], undefined]);
      const heads = (await tables().selectFrom("file_manifests").select("head").execute()).map(({ head }) =>
        JSON.parse(head),
      );
      assert.equal(heads.length, 2);
      assert.equal(typeof heads[1].restored, "string");
      files = await readOfferedFiles(database.kysely);
    });

    test("a manifest of the files that was changed is named by its revision", async () => {
      const file = fileOf("odds", "parquet");
      const first = tables().selectFrom("file_manifests").selectAll().orderBy("position");
      const { body, revision, position } = await first.executeTakeFirstOrThrow();
      const row = tables().updateTable("file_manifests").where("position", "=", position);
      await row.set({ body: body.replace(/"rows":\d+/, '"rows":1') }).execute();
      const { code, read, problems } = await verify(file);
      await row.set({ body }).execute();
      assert.deepEqual([code, read.manifests], [1, 2]);
      assert.deepEqual(problems, [
        {
          where: "the proof of the files",
          what: `revision ${revision}: its manifest is not the one that its head names, or its head does not follow`,
        },
      ]);
    });
  });
}
