// @module-tag volume
/** What is published and is not as publishing wrote it, on every engine: never a wrong row, and publishing mends it. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, test } from "vitest";
import { dataSetNames } from "../../src/contract/release-columns.ts";
import { DatabaseError } from "../../src/database/database-error.ts";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { Findings } from "../../src/database/findings.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { readGameRecords } from "../../src/ledger/read.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import { publish } from "../../src/publish/publish.ts";
import { PublishRefused } from "../../src/publish/publish-report.ts";
import { openShelf, type Shelf, type ShelfLog } from "../../src/query/shelf.ts";
import { checkRelease } from "../../src/release/check.ts";
import { contentOf, readNewestRelease, type SeasonEntry } from "../../src/release/manifest.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { type Answers, type Asker, everyAnswer, everyUrl, openAsker } from "../support/every-answer.ts";
import { items } from "../support/records.ts";
import { publishSmallSample } from "../support/small-sample.ts";
import { longIf, someSlow } from "../support/volume.ts";

const publishedAt = "2026-01-02T00:00:00.000Z";
const everything = { all: true, acceptRemovals: false, publishedAt };

type Told = ShelfLog & { readonly lines: string[] };

function listen(): Told {
  const lines: string[] = [];
  const tell = (level: string) => (line: string) => void lines.push(`${level}: ${line}`);
  return { lines, warn: tell("warn"), error: tell("error") };
}

const tableNames = [
  "releases",
  "release_files",
  "release_pieces",
  "release_views",
  "published_games",
  "archive_changes",
  "archive_summaries",
] as const satisfies readonly (keyof ReleaseTables)[];

/** The tables of one database, and what can be done to them. */
class Published {
  readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  get tables() {
    return tablesOf<ReleaseTables>(this.database.kysely);
  }

  async release() {
    return (await readNewestRelease(this.database.kysely)) ?? assert.fail("nothing is published");
  }

  async entryOf(sport: string, season: number): Promise<SeasonEntry> {
    const { manifest } = await this.release();
    return manifest.seasons.find((entry) => entry.sport === sport && entry.season === season) ?? assert.fail();
  }

  async viewOf(entry: SeasonEntry): Promise<string> {
    const view = this.tables.selectFrom("release_views").select("sha256").where("season", "=", contentOf(entry));
    return (await view.executeTakeFirstOrThrow()).sha256;
  }

  async changeFile(sha256: string, change: (body: Buffer) => Uint8Array): Promise<void> {
    const piece = this.tables.selectFrom("release_pieces").select("body").where("sha256", "=", sha256);
    const body = change(Buffer.from((await piece.where("number", "=", 0).executeTakeFirstOrThrow()).body));
    await this.tables
      .updateTable("release_pieces")
      .set({ body })
      .where("sha256", "=", sha256)
      .where("number", "=", 0)
      .execute();
  }

  async swapFiles(one: string, other: string): Promise<void> {
    for (const [from, to] of [
      [one, "swapped"],
      [other, one],
      ["swapped", other],
    ] as const) {
      await this.tables.updateTable("release_pieces").set({ sha256: to }).where("sha256", "=", from).execute();
    }
  }

  /** Puts the tables back as they are now. */
  async keep(): Promise<() => Promise<void>> {
    const rows = await Promise.all(tableNames.map((table) => this.tables.selectFrom(table).selectAll().execute()));
    return async () => {
      for (const [index, table] of tableNames.entries()) {
        await this.tables.deleteFrom(table).execute();
        for (const row of rows[index] ?? []) {
          await this.tables
            .insertInto(table)
            .values(row as never)
            .execute();
        }
      }
    };
  }

  async problems(): Promise<string[]> {
    const findings = new Findings();
    await checkRelease(this.database, findings);
    return findings.problems.map(({ where, what }) => `${where}: ${what}`);
  }
}

type FileHarm = (published: Published, sha256: string, other: string) => Promise<unknown>;

/** What a disk may do to a file. */
const fileHarms: Readonly<Record<string, FileHarm>> = {
  "has another bit": (published, sha256) =>
    published.changeFile(sha256, (body) =>
      body.fill((body[body.length >> 1] ?? 0) ^ 4, body.length >> 1, (body.length >> 1) + 1),
    ),
  "is cut short": (published, sha256) => published.changeFile(sha256, (body) => body.subarray(0, body.length >> 1)),
  "is empty": (published, sha256) => published.changeFile(sha256, () => new Uint8Array(0)),
  "is lost": ({ tables }, sha256) => tables.deleteFrom("release_pieces").where("sha256", "=", sha256).execute(),
  "is in the place of another": (published, sha256, other) => published.swapFiles(sha256, other),
  "has its piece in another place": ({ tables }, sha256) =>
    tables
      .updateTable("release_pieces")
      .set({ sha256: "0".repeat(64) })
      .where("sha256", "=", sha256)
      .execute(),
};

/** What a disk may do to the row of a file. */
const rowHarms: Readonly<Record<string, FileHarm>> = {
  "has a row that says another size": ({ tables }, sha256) =>
    tables.updateTable("release_files").set({ bytes: 7 }).where("sha256", "=", sha256).execute(),
  "has no row": ({ tables }, sha256) => tables.deleteFrom("release_files").where("sha256", "=", sha256).execute(),
};

for (const name of engineNames) {
  describe(`on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    let asker: Asker;
    let database: Database;
    let published: Published;
    let truth: Answers;
    /** The season whose files are damaged is MLB's first, and its second game is the one of whose row something is changed. */
    let season: number;
    let gameId: string;
    let entry: SeasonEntry;
    let other: SeasonEntry;
    const opened: Database[] = [];
    const folder = mkdtempSync(join(tmpdir(), "gradeline-damaged-files-"));

    beforeAll(async () => {
      engine = await startEngine(name);
      asker = await openAsker();
      database = await newDatabase(3);
      published = new Published(database);
      const shelf = await openShelf(database);
      truth = await everyAnswer(asker, shelf, everyUrl(shelf));
      for (const [url, said] of truth) assert.equal(said.status, 200, url);
      const [first = assert.fail(), second = assert.fail()] = shelf.current.sports.mlb.seasons;
      season = first.season;
      gameId = first.gameIds[1] ?? assert.fail();
      entry = await published.entryOf("mlb", season);
      other = await published.entryOf("mlb", second.season);
    });
    afterAll(async () => {
      for (const each of opened) await each.close();
      await asker?.close();
      await engine?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    async function newDatabase(gamesPerSeason: number): Promise<Database> {
      const made = await openDatabase(await engine.freshUrl());
      opened.push(made);
      await publishSmallSample(made, gamesPerSeason);
      return made;
    }

    /** Which URLs are refused; the answers to all others must be the true ones. */
    async function refusedBy(shelf: Shelf): Promise<string[]> {
      const refused: string[] = [];
      for (const [url, said] of await everyAnswer(asker, shelf, [...truth.keys()])) {
        if (said.status === 503) refused.push(url);
        else assert.deepEqual(said, truth.get(url), url);
      }
      return refused.sort();
    }

    /** What may have rows of the season: MLB's are calendar years. */
    function reachingSeason(): string[] {
      const reaching = [`sport=mlb&season=${season}&`, `sport=mlb&from=${season}-`, "sport=mlb&limit", `MLB-${season}`];
      const isList = /^\/v1\/(games|odds|ids\/games|coverage)/;
      const ofSport = [...truth.keys()].filter(
        (url) => isList.test(url) && reaching.some((text) => url.includes(text)),
      );
      return [...ofSport, "/v1/books", "/v1/coverage?limit=1000"].sort();
    }

    /** What is published is as it was afterwards. */
    async function afterHarm(harm: () => Promise<unknown>, check: () => Promise<void>): Promise<void> {
      const putBack = await published.keep();
      try {
        await harm();
        await check();
      } finally {
        await putBack();
      }
    }

    /** Everything is true again after a publish, under the revision of before. @param mended what the report says of it. */
    async function assertMended(mended: readonly string[]): Promise<void> {
      const report = await publish(database, everything);
      assert.deepEqual([report.mended, report.changedGames, report.revision], [mended, 0, 1]);
      assert.deepEqual(await published.problems(), []);
      assert.equal((await published.entryOf("mlb", season)).revision, 1);
      assert.deepEqual(await refusedBy(await openShelf(database)), []);
    }

    const dropView = () =>
      published.tables.deleteFrom("release_views").where("season", "=", contentOf(entry)).execute();
    const filesOfSeason = dataSetNames.flatMap((dataSet) =>
      Object.entries(fileHarms).map(([what, harm]) => {
        const run = () => harm(published, entry.files[dataSet].sha256, other.files[dataSet].sha256);
        return { what: `the file of ${dataSet} that ${what}`, isSwap: what === "is in the place of another", run };
      }),
    );

    for (const { what, isSwap, run } of someSlow(filesOfSeason)) {
      const swapped = () => (isSwap ? [`a file of mlb ${other.season}`] : []);

      test(`${what}: its season is served of its view, named by the check, and written anew by publish --all`, async () => {
        await afterHarm(run, async () => {
          const told = listen();
          assert.deepEqual(await refusedBy(await openShelf(database, { log: told })), []);
          assert.deepEqual(told.lines, []);
          const problems = await published.problems();
          assert.equal(problems.length, isSwap ? 2 : 1, problems.join());
          assert.match(problems[0] ?? "", new RegExp(`^mlb ${season}: the file [0-9a-f]{12} (is lost|does not match)`));
          await assertMended([`a file of mlb ${season}`, ...swapped()]);
        });
      });

      test(`${what}, without a view: the season is refused and named once in the log, and all else is served`, async () => {
        const both = async () => {
          await run();
          await dropView();
        };
        await afterHarm(both, async () => {
          const told = listen();
          const shelf = await openShelf(database, { log: told });
          assert.deepEqual(await refusedBy(shelf), reachingSeason());
          for (let second = 0; second < 60; second++) await shelf.refresh();
          const [line = "", ...others] = told.lines;
          assert.match(line, new RegExp(`^error: mlb ${season} is damaged, and not served: .*gradeline publish --all`));
          assert.deepEqual(others, []);
          await assertMended([`a file of mlb ${season}`, ...swapped()]);
          for (let second = 0; second < 60; second++) await shelf.refresh();
          assert.deepEqual(await refusedBy(shelf), []);
          assert.deepEqual(told.lines.slice(1), ["warn: what was damaged is good again"]);
        });
      });
    }

    for (const [what, harm] of someSlow(Object.entries(rowHarms))) {
      test(`a file that ${what} is served, named by the check, and gets it back by publish --all`, async () => {
        const { sha256 } = entry.files.games;
        await afterHarm(
          () => harm(published, sha256, ""),
          async () => {
            assert.deepEqual(await refusedBy(await openShelf(database)), []);
            const problems = await published.problems();
            assert.equal(problems.length, 1, problems.join());
            assert.match(problems[0] ?? "", /^mlb \d+: the row of the file /);
            await assertMended([]);
          },
        );
      });
    }

    const views: Readonly<Record<string, () => Promise<unknown>>> = {
      ...Object.fromEntries(
        Object.entries({ ...fileHarms, ...rowHarms }).map(([what, harm]) => [
          what,
          async () => harm(published, await published.viewOf(entry), await published.viewOf(other)),
        ]),
      ),
      "is said to be that of another season": async () =>
        published.tables
          .updateTable("release_views")
          .set({ sha256: await published.viewOf(other) })
          .where("season", "=", contentOf(entry))
          .execute(),
      "is said to be of another version": () =>
        published.tables
          .updateTable("release_views")
          .set({ version: "0" })
          .where("season", "=", contentOf(entry))
          .execute(),
      "nobody has put there": dropView,
    };
    for (const [what, harm] of someSlow(Object.entries(views))) {
      test(`a view that ${what} is made anew of the files, and all is served`, async () => {
        await afterHarm(harm, async () => {
          const told = listen();
          assert.deepEqual(await refusedBy(await openShelf(database, { log: told })), []);
          assert.deepEqual([told.lines, await published.problems()], [[], []]);
        });
      });

      test(`a view that ${what} is made anew by publish --all, unless it is only not there`, async () => {
        await afterHarm(harm, async () => {
          const named = (await published.problems()).map((problem) => problem.split(":")[0]);
          const seasons = new Set(named.map((each) => `the view of ${each}`));
          const report = await publish(database, everything);
          assert.deepEqual([new Set(report.mended), report.changedGames, report.revision], [seasons, 0, 1]);
          assert.deepEqual(await published.problems(), []);
        });
      });
    }

    const layViews = async (): Promise<string> => {
      const own = mkdtempSync(join(folder, "views-"));
      await openShelf(database, { folder: own });
      return own;
    };
    const viewFile = (own: string, of: SeasonEntry): string =>
      join(own, readdirSync(own).find((each) => each.startsWith(contentOf(of))) ?? assert.fail());
    const folderHarms: Readonly<Record<string, (file: string, other: string) => void>> = {
      "that has another bit in its front": (file) => flipByte(file, 200),
      // The texts end where the 16th byte says, and the details of games follow.
      "that has another bit in the detail of a game": (file) =>
        flipByte(file, readFileSync(file).readUInt32LE(16) + 20),
      "of another season": (file, another) => renameSync(another, file),
      "that is cut short": (file) => truncateSync(file, readFileSync(file).length >> 1),
      "that has lost its end": (file) => truncateSync(file, readFileSync(file).length - 100),
      "that is empty": (file) => truncateSync(file, 0),
      "that is lost": (file) => rmSync(file),
      "that is no view": (file) => writeFileSync(file, "x".repeat(100_000)),
    };
    for (const [what, harm] of Object.entries(folderHarms)) {
      test(`a view in the folder of a node ${what} is never served, and is laid anew`, async () => {
        const own = await layViews();
        const file = viewFile(own, entry);
        const whole = readFileSync(file);
        harm(file, viewFile(own, other));
        const shelf = await openShelf(database, { folder: own });
        // A game that lies at the end of the file is read when it is asked for.
        for (const url of await refusedBy(shelf)) assert.match(url, /^\/v1\/games\/MLB-/);
        await shelf.refresh();
        assert.deepEqual(await refusedBy(shelf), []);
        assert.deepEqual(readFileSync(viewFile(own, entry)), whole);
      });
    }

    test("the folder of views may hold files of anything, and be lost while it is read", async () => {
      const own = await layViews();
      writeFileSync(join(own, "notes.txt"), "of others");
      writeFileSync(join(own, `${"0".repeat(64)}-1.view`), "of another archive");
      const shelf = await openShelf(database, { folder: own });
      rmSync(own, { recursive: true });
      for (const url of await refusedBy(shelf)) assert.match(url, /^\/v1\/games\/[A-Z]+-\d/);
      await shelf.refresh();
      assert.deepEqual(await refusedBy(shelf), []);
    });

    const leagueHarms = Object.entries(fileHarms);
    for (const [what, harm] of someSlow(leagueHarms)) {
      test(`a file of the teams that ${what}: its sport is refused, all else is served, and publishing mends it`, async () => {
        const { leagues } = (await published.release()).manifest;
        const isSwap = what === "is in the place of another";
        const broken = isSwap ? ["nhl", "nfl"] : ["nhl"];
        const run = () => harm(published, leagues.nhl?.sha256 ?? assert.fail(), leagues.nfl?.sha256 ?? assert.fail());
        await afterHarm(run, async () => {
          const told = listen();
          const shelf = await openShelf(database, { log: told });
          const refused = await refusedBy(shelf);
          const general = ["/v1/sports", "/v1/books", "/v1/coverage?limit=1000"];
          for (const url of refused) {
            const isOfSport = broken.some((sport) => url.toLowerCase().includes(sport));
            assert.ok(isOfSport || general.includes(url), url);
          }
          for (const url of [
            "/v1/sports",
            "/v1/teams?sport=nhl",
            "/v1/seasons?sport=nhl",
            "/v1/games?sport=nhl&limit=1000",
          ]) {
            assert.ok(refused.includes(url), url);
          }
          assert.equal(told.lines.length, broken.length, told.lines.join());
          const problems = await published.problems();
          assert.equal(problems.length, broken.length, problems.join());
          assert.match(problems.join(), /the file of the teams of nhl: /);
          const mended = (isSwap ? ["nfl", "nhl"] : ["nhl"]).map((sport) => `the file of the teams of ${sport}`);
          const report = await publish(database, { ...everything, all: false });
          assert.deepEqual([report.mended.toSorted(), report.changedGames, report.revision], [mended, 0, 1]);
          assert.deepEqual(await published.problems(), []);
          assert.deepEqual(await refusedBy(await openShelf(database)), []);
        });
      });
    }

    const releases = () => published.tables.updateTable("releases");
    const manifests: Readonly<Record<string, () => Promise<unknown>>> = {
      "that it is a sample": () => releases().set({ is_sample: 0 }).execute(),
      "its number": () => releases().set({ revision: 9 }).execute(),
      "what it has seen": () => releases().set({ import_id: sql`import_id + 1` }).execute(),
      "its report": () => releases().set({ report: "{}" }).execute(),
      "the number of games of a season": () =>
        releases().set({ manifest: sql`replace(manifest, '"games":3', '"games":2')` }).execute(),
      "the name of a file": () =>
        releases()
          .set({ manifest: sql`replace(manifest, ${entry.files.games.sha256}, ${other.files.games.sha256})` })
          .execute(),
      "a manifest that is no JSON": () => releases().set({ manifest: "{" }).execute(),
      "its checksum": () =>
        releases()
          .set({ checksum: "0".repeat(8) })
          .execute(),
      "its row that is lost": () => published.tables.deleteFrom("releases").execute(),
    };
    for (const [what, harm] of someSlow(Object.entries(manifests))) {
      test(`of the release ${what}: a start fails in one line, the check names it, and publishing mends it`, async () => {
        await afterHarm(harm, async () => {
          await assert.rejects(openShelf(database), (error) => {
            assert.ok(error instanceof DatabaseError, String(error));
            assert.match(error.message, /^the release is damaged: [^\n]+$/);
            return true;
          });
          const problems = await published.problems();
          assert.match(problems.join(), /^revision \d: /);
          const report = await publish(database, { ...everything, all: false });
          assert.deepEqual(report.mended, ["the row of the newest release"]);
          assert.deepEqual(await published.problems(), []);
          assert.deepEqual(await refusedBy(await openShelf(database)), []);
        });
      });
    }

    const game = () => published.tables.updateTable("published_games").where("game_id", "=", gameId);
    const lost = { game_id: "MLB-20250401-XXX-YYY" };
    const rows: Readonly<Record<string, () => Promise<unknown>>> = {
      "a digest": () =>
        game()
          .set({ digest: "0".repeat(32) })
          .execute(),
      "a start": () => game().set({ start_ms: sql`start_ms + 1` }).execute(),
      "a date": () => game().set({ game_date: "2025-12-31" }).execute(),
      "a kind of season": () => game().set({ season_type: "postseason" }).execute(),
      "whether there is a closing line": () => game().set({ has_closing_line: sql`1 - has_closing_line` }).execute(),
      "a number of odds rows": () => game().set({ odds_rows: sql`odds_rows + 1` }).execute(),
      doubts: () => game().set({ doubts: "[]" }).execute(),
      "a season": () => game().set({ season: 2007 }).execute(),
      "a sport": () => game().set({ sport: "nfl" }).execute(),
      "an id": () => game().set(lost).execute(),
      "a row that is lost": () =>
        published.tables.deleteFrom("published_games").where("game_id", "=", gameId).execute(),
      "all rows that are lost": () => published.tables.deleteFrom("published_games").execute(),
      "a row that is there once more under another id": async () => {
        const known = await published.tables
          .selectFrom("published_games")
          .selectAll()
          .where("game_id", "=", gameId)
          .execute();
        const copies = known.map((row) => ({ ...row, ...lost }));
        await published.tables.insertInto("published_games").values(copies).execute();
      },
    };
    for (const [what, harm] of someSlow(Object.entries(rows))) {
      test(`in the table of published games ${what}: all is served, the check names it, and publish --all mends it`, async () => {
        await afterHarm(harm, async () => {
          assert.deepEqual(await refusedBy(await openShelf(database)), []);
          assert.notEqual((await published.problems()).length, 0);
          await assertMended([]);
        });
      });
    }

    test("a row of published games in another season, and the files of its own damaged: publish --all makes all true again", async () => {
      const harm = async () => {
        await game().set({ season: other.season }).execute();
        await published.changeFile(entry.files.lines.sha256, (body) => body.subarray(1));
      };
      await afterHarm(harm, async () => {
        await publish(database, { ...everything, acceptRemovals: true });
        assert.deepEqual(await published.problems(), []);
        assert.deepEqual(await refusedBy(await openShelf(database)), []);
      });
    });

    /** The newest record of a game of the season, with other values. */
    async function recordOf(of: Database, changes: Partial<GameRecord>): Promise<GameRecord> {
      const ledger = tablesOf<LedgerTables>(of.kysely);
      const { pair } = await tablesOf<ReleaseTables>(of.kysely)
        .selectFrom("published_games")
        .select("pair")
        .where("game_id", "=", gameId)
        .executeTakeFirstOrThrow();
      const stored = await readGameRecords(ledger, [pair]);
      const date = `${gameId.slice(4, 8)}-${gameId.slice(8, 10)}-${gameId.slice(10, 12)}`;
      const own = stored.find((record) => record.game_date === date) ?? assert.fail();
      return { ...own, line_score: null, ...changes };
    }

    test("a season that is damaged while it is served goes on as before, and a publish that meets it mends it", async () => {
      const own = await newDatabase(3);
      const tables = new Published(own);
      const told = listen();
      const shelf = await openShelf(own, { log: told });
      const before = await tables.entryOf("mlb", season);
      await importItems(own, items(await recordOf(own, { home_score: 31 })), publishedAt);
      await publish(own, { ...everything, all: false });
      const after = await tables.entryOf("mlb", season);
      assert.deepEqual([before.revision, after.revision], [1, 2]);
      await tables.changeFile(after.files.games.sha256, (body) => body.subarray(1));
      await tables.changeFile(await tables.viewOf(after), (body) => body.subarray(1));
      assert.equal(await shelf.refresh(), true);
      assert.deepEqual(await refusedBy(shelf), []);
      const served = new RegExp(`^error: mlb ${season} is damaged, and served as it was in revision 1: the file `);
      assert.match(told.lines.join("\n"), served);
      await importItems(own, items(await recordOf(own, { home_score: 32 })), publishedAt);
      const report = await publish(own, { ...everything, all: false });
      assert.deepEqual([report.mended, report.changedGames, report.revision], [[`a file of mlb ${season}`], 1, 3]);
      assert.deepEqual(await tables.problems(), []);
      assert.equal(await shelf.refresh(), true);
      assert.equal(JSON.parse(String(shelf.detail(shelf.current, gameId))).home.score, 32);
      assert.equal(shelf.current.sports.mlb.seasons[1]?.revision, 1, "the other season is as it was");
      assert.deepEqual(told.lines.slice(1), ["warn: what was damaged is good again"]);
    });

    test("a game that is held back in a season that is damaged is a removal, and not lost silently", async () => {
      const own = await newDatabase(3);
      const tables = new Published(own);
      const strange = await recordOf(own, { provider: "espn", game_id: "of espn", home_score: 31 });
      await importItems(own, items(strange), publishedAt);
      const night = await publish(own, { ...everything, all: false });
      assert.deepEqual(
        night.held.map((held) => [held.gameId, held.isPublished]),
        [[gameId, true]],
      );
      const before = await tables.release();
      await tables.changeFile(entry.files.ids.sha256, (body) => body.subarray(1));
      await assert.rejects(publish(own, everything), (error) => {
        assert.ok(error instanceof PublishRefused, String(error));
        assert.match(error.message, new RegExp(`${gameId}: published before, and lost with a file of its season`));
        return true;
      });
      assert.deepEqual(await tables.release(), before);
      const report = await publish(own, { ...everything, acceptRemovals: true });
      assert.deepEqual(report.mended, [`a file of mlb ${season}`]);
      assert.deepEqual(await tables.problems(), []);
      const { current } = await openShelf(own);
      assert.deepEqual(
        current.sports.mlb.seasons.map(({ gameIds }) => gameIds.length),
        [2, 3],
      );
      const changes = await tables.tables
        .selectFrom("archive_changes")
        .select(["game_id", "change"])
        .where("revision", "=", 2)
        .execute();
      assert.deepEqual(
        changes.map(({ game_id: id, change }) => [id, change]),
        [[gameId, "removed"]],
      );
    });

    test("a release of before that is damaged or lost is named, and publish --all begins the chain anew", async () => {
      const own = await newDatabase(1);
      const tables = new Published(own);
      for (const score of [31, 32]) {
        const { game_id: id } = await tables.tables
          .selectFrom("published_games")
          .select("game_id")
          .orderBy("game_id")
          .executeTakeFirstOrThrow();
        const record = await anyRecord(own, id);
        await importItems(own, items({ ...record, home_score: score, line_score: null }), publishedAt);
        await publish(own, { ...everything, all: false });
      }
      assert.equal((await tables.release()).revision, 3);
      const harms = {
        "revision 1: its row does not match the checksum": () =>
          tables.tables.updateTable("releases").set({ report: "" }).where("revision", "=", 1).execute(),
        "revision 3: does not follow from the manifest of the revision before": () =>
          tables.tables.deleteFrom("releases").where("revision", "=", 2).execute(),
      };
      for (const [problem, harm] of Object.entries(harms)) {
        const putBack = await tables.keep();
        await harm();
        assert.deepEqual(await tables.problems(), [problem]);
        const report = await publish(own, everything);
        assert.deepEqual([report.mended, report.revision], [["the releases before"], 3]);
        assert.deepEqual(await tables.problems(), []);
        await putBack();
      }
    });

    async function anyRecord(of: Database, id: string): Promise<GameRecord> {
      const { pair } = await tablesOf<ReleaseTables>(of.kysely)
        .selectFrom("published_games")
        .select("pair")
        .where("game_id", "=", id)
        .executeTakeFirstOrThrow();
      const [stored = assert.fail()] = await readGameRecords(tablesOf<LedgerTables>(of.kysely), [pair]);
      return stored;
    }

    if (name === "postgres") {
      test("a season that the server itself cannot read is refused, and all else is served", async () => {
        const putBack = await published.keep();
        const { kysely } = database;
        await kysely.schema.alterTable("release_pieces").renameTo("pieces_of_the_disk").execute();
        await sql`create function unreadable() returns boolean language plpgsql volatile as $$
          begin raise exception 'invalid page in block 7' using errcode = 'XX001'; end $$`.execute(kysely);
        const broken = [entry.files.games.sha256, await published.viewOf(entry)].map((each) => sql.lit(each));
        await sql`create view release_pieces as select * from pieces_of_the_disk
          where case when sha256 in (${sql.join(broken)}) then unreadable() else true end`.execute(kysely);
        const told = listen();
        const shelf = await openShelf(database, { log: told });
        assert.deepEqual(await refusedBy(shelf), reachingSeason());
        assert.match(
          told.lines.join("\n"),
          new RegExp(`^error: mlb ${season} is damaged, .*: invalid page in block 7;`),
        );
        await sql`drop view release_pieces`.execute(kysely);
        await sql`drop function unreadable`.execute(kysely);
        await kysely.schema.alterTable("pieces_of_the_disk").renameTo("release_pieces").execute();
        for (let second = 0; second < 60; second++) await shelf.refresh();
        assert.deepEqual(await refusedBy(shelf), []);
        await putBack();
      });
    }
  });
}

function flipByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(file, bytes);
}
