// @module-tag volume
/** Rows that are not as publishing wrote them, on every engine: what they belong to is refused, the rest is served. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, test } from "vitest";
import { DatabaseError } from "../../src/database/database-error.ts";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { pairOf } from "../../src/domain/pairs.ts";
import { publish } from "../../src/publish/publish.ts";
import { openShelf, type Shelf, type ShelfLog } from "../../src/query/shelf.ts";
import type { RenderedOdds } from "../../src/release/packed-odds.ts";
import type { ArchiveTables } from "../../src/release/tables.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { type Answers, type Asker, everyAnswer, everyUrl, openAsker, type Said } from "../support/every-answer.ts";
import { changeOdds } from "../support/odds-rows.ts";
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
  "archive_games",
  "archive_seasons",
  "archive_teams",
  "archive_revisions",
] as const satisfies readonly (keyof ArchiveTables)[];

for (const name of engineNames) {
  describe(`on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    let asker: Asker;
    let database: Database;
    let truth: Answers;
    /** The rows that are damaged: the second game of MLB's first season, and the first and second of its odds rows. */
    let season: number;
    let gameId: string;
    let bookIds: readonly number[];

    beforeAll(async () => {
      engine = await startEngine(name);
      asker = await openAsker();
      database = await openDatabase(await engine.freshUrl());
      await publishSmallSample(database, 3);
      const shelf = await openShelf(database);
      truth = await everyAnswer(asker, shelf, everyUrl(shelf));
      const first = shelf.current.sports.mlb.seasons[0] ?? assert.fail();
      season = first.season;
      gameId = first.gameIds[1] ?? assert.fail();
      bookIds = [...first.bookIds.slice(first.oddsFrom[1], first.oddsFrom[2])];
      assert.ok(bookIds.length >= 2 && shelf.current.sports.mlb.seasons.length === 2);
    });
    afterAll(async () => {
      await database?.close();
      await asker?.close();
      await engine?.close();
    });

    const archive = () => tablesOf<ArchiveTables>(database.kysely);
    const game = () => archive().updateTable("archive_games").where("game_id", "=", gameId);
    /** Changes the first of the game's odds rows. */
    const changeRow = (change: (row: RenderedOdds) => RenderedOdds) =>
      changeOdds(database, gameId, (rows) => rows.map((row) => (row.book_id === bookIds[0] ? change(row) : row)));

    async function changeBytes(change: (bytes: Buffer) => void): Promise<void> {
      const ofGame = archive().selectFrom("archive_games").select("odds").where("game_id", "=", gameId);
      const odds = Buffer.from((await ofGame.executeTakeFirstOrThrow()).odds ?? assert.fail());
      change(odds);
      await game().set({ odds }).execute();
    }

    /** Which URLs are refused; the answers to all others must be the true ones. */
    async function refusedBy(shelf: Shelf): Promise<string[]> {
      const refused: string[] = [];
      for (const [url, said] of await everyAnswer(asker, shelf, [...truth.keys()])) {
        if (said.status === 503) refused.push(url);
        else assert.deepEqual(said, truth.get(url), url);
      }
      return refused;
    }

    /** What may have rows of the season: MLB's are calendar years. */
    function reachingSeason(): string[] {
      const reaching = [`sport=mlb&season=${season}&`, `sport=mlb&from=${season}-`, "sport=mlb&limit", `MLB-${season}`];
      const isList = /^\/v1\/(games|odds|ids\/games|coverage)/;
      const ofSport = [...truth.keys()].filter(
        (url) => isList.test(url) && reaching.some((text) => url.includes(text)),
      );
      return [...ofSport, "/v1/books", "/v1/coverage?limit=1000"];
    }

    async function answerTo(shelf: Shelf, url: string): Promise<Said> {
      const [said] = (await everyAnswer(asker, shelf, [url])).values();
      return said ?? assert.fail();
    }

    /** Puts the tables back as they are now. */
    async function keep(): Promise<() => Promise<void>> {
      const rows = await Promise.all(tableNames.map((table) => archive().selectFrom(table).selectAll().execute()));
      return async () => {
        for (const [index, table] of tableNames.entries()) {
          await archive().deleteFrom(table).execute();
          for (const row of rows[index] ?? []) {
            await archive()
              .insertInto(table)
              .values(row as never)
              .execute();
          }
        }
      };
    }

    /** The archive is as it was afterwards, and serves everything. */
    async function afterHarm(harm: () => Promise<unknown>, check: (shelf: Shelf, told: Told) => Promise<void>) {
      const putBack = await keep();
      try {
        await harm();
        const told = listen();
        await check(await openShelf(database, { log: told }), told);
      } finally {
        await putBack();
      }
      assert.deepEqual(await refusedBy(await openShelf(database)), []);
    }

    const lost = { game_id: "MLB-20250401-XXX-YYY" };
    const oneSeason: Readonly<Record<string, () => Promise<unknown>>> = {
      "a game's week": () => game().set({ week: 7 }).execute(),
      "a game's kind of season": () => game().set({ season_type: "postseason" }).execute(),
      "a game's date": () => game().set({ game_date: "2025-12-31" }).execute(),
      "a game's start": () => game().set({ start_ms: sql`start_ms + 1` }).execute(),
      "a game's home team": () => game().set({ home: "XXX" }).execute(),
      "a game's away team": () => game().set({ away: "XXX" }).execute(),
      "a game's pair of teams": () =>
        game()
          .set({ pair: pairOf({ sport: "mlb", home: "XXX", away: "YYY" }) })
          .execute(),
      "whether a game has a closing line": () => game().set({ has_closing_line: sql`1 - has_closing_line` }).execute(),
      "a game's JSON": () => game().set({ body: sql`replace(body, '"final"', '"finam"')` }).execute(),
      "a game's CSV": () => game().set({ csv: sql`replace(csv, 'final', 'finam')` }).execute(),
      "a game's checksum": () =>
        game()
          .set({ checksum: "0".repeat(24) })
          .execute(),
      "a game's want of a checksum": () => game().set({ checksum: null }).execute(),
      "the checksum of a game's detail": () => game().set({ detail_checksum: null }).execute(),
      "a game's lines": () =>
        game()
          .set({ lines: new Uint8Array(16) })
          .execute(),
      "a game's want of lines": () => game().set({ lines: null }).execute(),
      "the checksum of a game's lines": () =>
        game()
          .set({ lines_checksum: "0".repeat(8) })
          .execute(),
      "a game's want of lines and of their checksum": () => game().set({ lines: null, lines_checksum: null }).execute(),
      "the checksum of the path of a game's lines": () =>
        game()
          .set({ path_checksum: "0".repeat(8) })
          .execute(),
      "a game's want of a path and of its checksum": () => game().set({ path: null, path_checksum: null }).execute(),
      "a game's ids elsewhere": () => game().set({ ids: "{}" }).execute(),
      "a game's id": () => game().set(lost).execute(),
      "a game that is lost": () => archive().deleteFrom("archive_games").where("game_id", "=", gameId).execute(),
      "a game that is there once more under another id": async () => {
        const rows = await archive().selectFrom("archive_games").selectAll().where("game_id", "=", gameId).execute();
        await archive()
          .insertInto("archive_games")
          .values(rows.map((row) => ({ ...row, ...lost })))
          .execute();
      },
      "the markets of an odds row": () => changeRow((row) => ({ ...row, market_bits: 15 - row.market_bits })),
      "the book of an odds row": () => changeRow((row) => ({ ...row, book_id: 99 })),
      "the JSON of an odds row": () => changeRow((row) => ({ ...row, body: row.body.replace('"home":', '"hone":') })),
      "the CSV of an odds row": () => changeRow((row) => ({ ...row, csv: `${row.csv}0` })),
      "a bit in the middle of a game's odds rows": () =>
        changeBytes((bytes) =>
          bytes.fill((bytes.at(bytes.length >> 1) ?? 0) ^ 4, bytes.length >> 1, (bytes.length >> 1) + 1),
        ),
      "a bit in the head of a game's odds rows": () => changeBytes((bytes) => bytes.fill((bytes.at(4) ?? 0) ^ 1, 4, 5)),
      "the odds rows of another game": async () => {
        const { odds } = await archive()
          .selectFrom("archive_games")
          .select("odds")
          .where("game_id", "!=", gameId)
          .executeTakeFirstOrThrow();
        await game().set({ odds }).execute();
      },
      "the checksum of a game's odds rows": () =>
        game()
          .set({ odds_checksum: "0".repeat(8) })
          .execute(),
      "how many odds rows a game has": () => game().set({ odds_rows: sql`odds_rows + 1` }).execute(),
      "a game's want of odds rows": () => game().set({ odds: sql`null` }).execute(),
      "an odds row that is lost": () =>
        changeOdds(database, gameId, (rows) => rows.filter(({ book_id }) => book_id !== bookIds[1])),
      "two odds rows that have changed places": async () => {
        const [one = 0, other = 0] = bookIds;
        const swapped = new Map([
          [one, other],
          [other, one],
        ]);
        await changeOdds(database, gameId, (rows) =>
          rows.map((row) => ({ ...row, book_id: swapped.get(row.book_id) ?? row.book_id })),
        );
      },
    };

    for (const [what, harm] of someSlow(Object.entries(oneSeason))) {
      test(`${what}: its season is refused and named in the log, and all else is served`, async () => {
        await afterHarm(harm, async (shelf, told) => {
          assert.deepEqual((await refusedBy(shelf)).sort(), reachingSeason().sort());
          const [line = "", ...others] = told.lines;
          assert.match(line, new RegExp(`^error: mlb ${season} is damaged, and not served: .*gradeline publish --all`));
          assert.deepEqual(others, []);
        });
      });
    }

    const moves: Readonly<Record<string, () => Promise<unknown>>> = {
      "a game's season": () => game().set({ season: sql`season + 1` }).execute(),
      "a game's sport": () => game().set({ sport: "nfl" }).execute(),
    };
    for (const [what, harm] of someSlow(Object.entries(moves))) {
      test(`${what}: the season that has lost it is refused, and the one that has got it`, async () => {
        await afterHarm(harm, async (shelf, told) => {
          const refused = await refusedBy(shelf);
          for (const url of reachingSeason()) assert.ok(refused.includes(url), url);
          assert.ok(refused.length < truth.size / 2);
          assert.ok(told.lines.length >= 1);
        });
      });
    }

    test("a game's detail: only that game is refused, and the log says so once", async () => {
      const harm = () => game().set({ detail: sql`replace(detail, '"books"', '"bocks"')` }).execute();
      await afterHarm(harm, async (shelf, told) => {
        assert.deepEqual(await refusedBy(shelf), [`/v1/games/${gameId}`]);
        await refusedBy(shelf);
        assert.equal(told.lines.length, 1);
        assert.match(told.lines[0] ?? "", new RegExp(`^error: ${gameId} is damaged: .*gradeline check`));
      });
    });

    const paths: Readonly<Record<string, () => Promise<unknown>>> = {
      "that has another byte": () =>
        game()
          .set({ path: Uint8Array.of(1, 2, 3) })
          .execute(),
      "that is lost": () => game().set({ path: null }).execute(),
      "that is another game's": async () => {
        const { path } = await archive()
          .selectFrom("archive_games")
          .select("path")
          .where("game_id", "!=", gameId)
          .where("path_checksum", "is not", null)
          .executeTakeFirstOrThrow();
        await game().set({ path }).execute();
      },
    };
    for (const [what, harm] of someSlow(Object.entries(paths))) {
      test(`a path of lines ${what}: only those lines are refused, the log says so once, and publish --all mends it`, async () => {
        await afterHarm(harm, async (shelf, told) => {
          assert.deepEqual(await refusedBy(shelf), [`/v1/games/${gameId}/lines?limit=1000`]);
          await refusedBy(shelf);
          assert.equal(told.lines.length, 1);
          assert.match(
            told.lines[0] ?? "",
            new RegExp(`^error: ${gameId} is damaged: its path of lines .*gradeline check`),
          );
          await publish(database, everything);
          assert.deepEqual(await refusedBy(await openShelf(database)), []);
        });
      });
    }

    test("a game that is lost while it is served is 503, and not 404", async () => {
      await afterHarm(
        async () => {},
        async (shelf) => {
          await archive().deleteFrom("archive_games").where("game_id", "=", gameId).execute();
          assert.equal((await answerTo(shelf, `/v1/games/${gameId}`)).status, 503);
        },
      );
    });

    const seasons = () =>
      archive().updateTable("archive_seasons").where("sport", "=", "mlb").where("season", "=", season);
    const heads: Readonly<Record<string, () => Promise<unknown>>> = {
      "the text of a season's row": () =>
        seasons().set({ body: sql`replace(body, '"games":3', '"games":2')` }).execute(),
      "a season's label": () => seasons().set({ season: 2007 }).execute(),
      "a season's revision": () => seasons().set({ revision: 1_048_577 }).execute(),
      "a season's status": () => seasons().set({ status: "none" }).execute(),
      "a season's row that is lost": () =>
        archive().deleteFrom("archive_seasons").where("sport", "=", "mlb").where("season", "=", season).execute(),
    };
    for (const [what, harm] of someSlow(Object.entries(heads))) {
      test(`${what}: the season and the lists that would have its row are refused`, async () => {
        await afterHarm(harm, async (shelf) => {
          const lists = ["/v1/sports", "/v1/seasons?sport=mlb"];
          assert.deepEqual((await refusedBy(shelf)).sort(), [...reachingSeason(), ...lists].sort());
        });
      });
    }

    const teamHarms: Readonly<Record<string, () => Promise<unknown>>> = {
      "a team that is lost": () =>
        archive()
          .deleteFrom("archive_teams")
          .where("sport", "=", "nhl")
          .where("team_id", "=", sql<number>`(select max(team_id) from archive_teams where sport = 'nhl')`)
          .execute(),
      "a team's text": () =>
        archive()
          .updateTable("archive_teams")
          .where("sport", "=", "nhl")
          .set({ body: sql`replace(body, 'a', 'b')` })
          .execute(),
    };
    for (const [what, harm] of someSlow(Object.entries(teamHarms))) {
      test(`${what}: the sport's teams are refused, and the list that counts them`, async () => {
        await afterHarm(harm, async (shelf) => {
          assert.deepEqual((await refusedBy(shelf)).sort(), ["/v1/sports", "/v1/teams?sport=nhl"]);
        });
      });
    }

    const revisions: Readonly<Record<string, () => Promise<unknown>>> = {
      "that it is a sample": () => archive().updateTable("archive_revisions").set({ is_sample: 0 }).execute(),
      "its number": () => archive().updateTable("archive_revisions").set({ revision: 9 }).execute(),
      "its contents": () => archive().updateTable("archive_revisions").set({ contents: null }).execute(),
      "its row that is lost": () => archive().deleteFrom("archive_revisions").execute(),
    };
    for (const [what, harm] of someSlow(Object.entries(revisions))) {
      test(`of the revision ${what}: nothing can be said, and a start fails in one line`, async () => {
        const putBack = await keep();
        await harm();
        await assert.rejects(openShelf(database), (error) => {
          assert.ok(error instanceof DatabaseError, String(error));
          assert.match(error.message, /^the archive is damaged: [^\n]+$/);
          return true;
        });
        await putBack();
      });
    }

    test("of a revision that is lost with a season that only it lists nothing is said, as if it never was", async () => {
      const putBack = await keep();
      const [row] = await archive().selectFrom("archive_seasons").selectAll().where("sport", "=", "mlb").execute();
      const later = { ...(row ?? assert.fail()), season: 2031, revision: 2 };
      await archive().insertInto("archive_seasons").values(later).execute();
      await assert.rejects(openShelf(database), /^ArchiveDamaged|mlb 2031 is of revision 2, and the newest is 1/);
      await putBack();
    });

    test("a season that is damaged under a server is served as it was, and anew when it is published again", async () => {
      const putBack = await keep();
      const told = listen();
      const shelf = await openShelf(database, { log: told });
      // A night that is published while the disk damages one of its rows.
      await game().set({ checksum: null, detail_checksum: null }).execute();
      await publish(database, everything);
      await changeRow((row) => ({ ...row, csv: "x" }));
      assert.equal(await shelf.refresh(), true);
      assert.deepEqual(await refusedBy(shelf), []);
      const served = new RegExp(
        `^error: mlb ${season} is damaged, and served as it was in revision 1: ${gameId} does not`,
      );
      assert.match(told.lines.join("\n"), served);
      const report = await publish(database, everything);
      assert.deepEqual([report.mended, report.changedGames], [[gameId], 1]);
      assert.equal(await shelf.refresh(), true);
      assert.deepEqual(await refusedBy(shelf), []);
      assert.deepEqual(told.lines.slice(1), ["warn: what was damaged in the archive is good again"]);
      await putBack();
    });

    for (const [what, harm] of someSlow(
      Object.entries({ ...oneSeason, ...moves, ...heads, ...teamHarms, ...revisions }),
    )) {
      test(`publish --all mends ${what}`, async () => {
        const putBack = await keep();
        await harm();
        await publish(database, everything);
        assert.deepEqual(await refusedBy(await openShelf(database)), []);
        await putBack();
      });
    }

    for (const [what, harm] of someSlow(Object.entries({ ...oneSeason, ...moves, ...heads }))) {
      test(`${what}: a night that touches the season makes it all true again`, async () => {
        const putBack = await keep();
        await harm();
        // As if a record of the season's other games had come in.
        await sql`update ledger_records set changed_in = 99, checksum = null where sport = 'mlb' and season = ${season}
          and pair not in (select pair from archive_games where game_id = ${gameId})`.execute(database.kysely);
        await publish(database, { ...everything, all: false });
        assert.deepEqual(await refusedBy(await openShelf(database)), []);
        await sql`update ledger_records set changed_in = 1`.execute(database.kysely);
        await sql`update ledger_records set checksum = null`.execute(database.kysely);
        await putBack();
      });
    }

    if (name === "postgres") {
      test("a season that the server itself cannot read is refused, and all else is served", async () => {
        const putBack = await keep();
        const { kysely } = database;
        await kysely.schema.alterTable("archive_games").renameTo("games_of_the_disk").execute();
        await sql`create function unreadable() returns boolean language plpgsql volatile as $$
          begin raise exception 'invalid page in block 7' using errcode = 'XX001'; end $$`.execute(kysely);
        await sql`create view archive_games as select * from games_of_the_disk
          where case when sport = 'mlb' and season = ${sql.lit(season)} then unreadable() else true end`.execute(
          kysely,
        );
        const told = listen();
        const shelf = await openShelf(database, { log: told });
        assert.deepEqual((await refusedBy(shelf)).sort(), reachingSeason().sort());
        assert.match(
          told.lines.join("\n"),
          new RegExp(`^error: mlb ${season} is damaged, .*: invalid page in block 7;`),
        );
        await sql`drop view archive_games`.execute(kysely);
        await sql`drop function unreadable`.execute(kysely);
        await kysely.schema.alterTable("games_of_the_disk").renameTo("archive_games").execute();
        for (let second = 0; second < 60; second++) await shelf.refresh();
        assert.deepEqual(await refusedBy(shelf), []);
        await putBack();
      });
    }

    test("an archive from before checksums is served with a warning, and guarded by the next publish", async () => {
      const putBack = await keep();
      await archive().updateTable("archive_games").set({ checksum: null, detail_checksum: null }).execute();
      await archive().updateTable("archive_revisions").set({ contents: null, checksum: null }).execute();
      const told = listen();
      const shelf = await openShelf(database, { log: told });
      assert.deepEqual(await refusedBy(shelf), []);
      assert.match(told.lines.join("\n"), /^warn: the archive has no checksums yet, .*: run gradeline publish$/);
      await publish(database, { ...everything, all: false });
      await shelf.refresh();
      assert.deepEqual(await refusedBy(shelf), []);
      assert.equal(shelf.current.isGuarded, true);
      await game().set({ home: "XXX" }).execute();
      assert.deepEqual((await refusedBy(await openShelf(database))).sort(), reachingSeason().sort());
      await putBack();
    });
  });
}
