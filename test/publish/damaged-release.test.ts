/** A release that is not as it was written is written anew of the ledger, and callers are told what that changes for them. */
import assert from "node:assert/strict";
import { beforeEach, test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { Findings } from "../../src/database/findings.ts";
import { pairOf } from "../../src/domain/pairs.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { checkRelease } from "../../src/release/check.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import type { PublishedGame } from "../../src/release/published-games.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { damageSeason } from "../support/damaged-season.ts";
import { onSqliteDaily } from "../support/fresh-databases.ts";
import { publishedDetails, publishedValues, writeReleaseOf } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const at = "2026-01-01T00:00:00Z";
const boston = "NBA-20250110-NYK-BOS";
const season = { sport: "nba", season: 2025 } as const;
const final = gameRecord();
const later = gameRecord({ game_id: "g2", game_date: "2025-01-20", home: "MIA", away: "CHI" });
const disputed = gameRecord({ provider: "espn", game_id: "x1", home_score: 111, line_score: null });

onSqliteDaily((databases) => {
  let database: Database;
  const tables = () => tablesOf<ReleaseTables>(database.kysely);
  const take = (...records: readonly FeedRecord[]) => importItems(database, items(...records), at);
  const night = (changes: { all?: boolean; acceptRemovals?: boolean } = {}) =>
    publish(database, { all: false, acceptRemovals: false, publishedAt: at, ...changes });
  /** Such as `2 removed NBA-20250110-NYK-BOS`. */
  async function changesSince(revision: number): Promise<string[]> {
    const rows = await tables()
      .selectFrom("archive_changes")
      .selectAll()
      .where("revision", ">", revision)
      .orderBy("position")
      .execute();
    return rows.map((row) => `${row.revision} ${row.change} ${row.game_id}`);
  }

  async function isSound(): Promise<void> {
    const findings = new Findings();
    await checkRelease(database, findings);
    assert.deepEqual(findings.problems, []);
  }

  beforeEach(async () => {
    ({ database } = await databases.fresh());
    await take(final, quoteRecord(), later);
    await night();
  });

  test("a season whose file is damaged is written anew, and its games are as they were", async () => {
    const before = await publishedDetails(database);
    await damageSeason(database, season);
    const report = await night({ all: true });
    assert.deepEqual([report.mended, report.games, report.changedGames], [["a file of nba 2025"], 2, 0]);
    assert.deepEqual(await publishedDetails(database), before);
    assert.deepEqual(await changesSince(1), []);
  });

  test("news of a damaged season has the whole release looked at", async () => {
    await damageSeason(database, season);
    await take(gameRecord({ game_id: "g3", game_date: "2025-01-22", home: "MIA", away: "CHI" }));
    const report = await night();
    assert.deepEqual([report.mended, report.games], [["a file of nba 2025"], 3]);
    assert.deepEqual(await changesSince(1), ["2 added NBA-20250122-CHI-MIA"]);
    assert.equal((await publishedDetails(database)).length, 3);
  });

  test("of a release whose row is damaged nothing is believed, and everything is written anew", async () => {
    const before = await publishedDetails(database);
    await tables().updateTable("releases").set({ checksum: "0", report: "{" }).execute();
    const report = await night();
    assert.deepEqual([report.mended, report.games, report.revision], [["the row of the newest release"], 2, 2]);
    assert.deepEqual(await publishedDetails(database), before);
    assert.deepEqual(await changesSince(1), []);
    assert.deepEqual([(await night()).revision, (await night({ all: true })).revision], [2, 2]);
    await isSound();
  });

  test("where the rows of the last releases are lost, what they published is published again", async () => {
    await take(gameRecord({ game_id: "g3", game_date: "2025-01-22", home: "MIA", away: "CHI" }));
    await night();
    const before = await publishedDetails(database);
    for (const [lost, revision] of [
      [2, 3],
      [1, 4],
    ] as const) {
      await tables().deleteFrom("releases").where("revision", ">=", lost).execute();
      const report = await night();
      assert.deepEqual(
        [report.mended, report.games, report.revision],
        [["the row of the newest release"], 3, revision],
      );
      assert.deepEqual(await publishedDetails(database), before);
      await isSound();
    }
    assert.deepEqual(await changesSince(2), []);
  });

  test("a file of teams that is damaged is written again, and no season is another one by that", async () => {
    const release = await readNewestRelease(database.kysely);
    const sha256 = release?.manifest.leagues.nba?.sha256 ?? "";
    await tables()
      .updateTable("release_pieces")
      .set({ body: Buffer.from("{}") })
      .where("sha256", "=", sha256)
      .execute();
    const report = await night();
    assert.deepEqual([report.mended, report.revision], [["the file of the teams of nba"], 1]);
    assert.deepEqual((await readNewestRelease(database.kysely))?.manifest, release?.manifest);
    await isSound();
  });

  test("a game that is held back while its season is damaged goes if that is accepted, and is added again once it is settled", async () => {
    await take(disputed);
    await damageSeason(database, season);
    await assert.rejects(night({ all: true }), /NYK-BOS: published before, and lost with a file of its season: /);
    const report = await night({ all: true, acceptRemovals: true });
    assert.deepEqual(
      report.held.map(({ gameId, isPublished }) => ({ gameId, isPublished })),
      [{ gameId: boston, isPublished: false }],
    );
    assert.equal(report.games, 1);
    assert.deepEqual(await changesSince(1), [`2 removed ${boston}`]);
    await take({ ...disputed, home_score: 110 });
    assert.deepEqual([(await night()).games, (await publishedDetails(database)).length], [2, 2]);
    assert.deepEqual(await changesSince(2), [`3 added ${boston}`]);
  });

  test("the table of published games is put right by the files: nobody is refused or told anything", async () => {
    const alterations: readonly Partial<PublishedGame>[] = [
      { game_id: "NBA-20250110-NYK-BOX" },
      { digest: "0" },
      { pair: pairOf({ sport: "nba", home: "BOS", away: "NYX" }) },
      { has_closing_line: 0, odds_rows: 7 },
      { season: 2024 },
    ];
    for (const altered of alterations) {
      const before = await tables().selectFrom("published_games").selectAll().orderBy("game_id").execute();
      await tables().updateTable("published_games").set(altered).where("game_id", "=", boston).execute();
      const report = await night({ all: true });
      assert.deepEqual([report.changedGames, report.oddsRows], [0, 1], JSON.stringify(altered));
      const after = await tables().selectFrom("published_games").selectAll().orderBy("game_id").execute();
      assert.deepEqual(after, before);
      assert.deepEqual(await changesSince(1), []);
    }
  });

  test("a game that is in another season by a rule of today is told as changed", async () => {
    const games = (await publishedValues(database)).map(({ facts, ...values }) => {
      return { ...values, facts: facts.game_id === boston ? { ...facts, season: 2024 } : facts };
    });
    const bySeason = Map.groupBy(games, ({ facts }) => facts.season);
    await writeReleaseOf(
      database,
      [2024, 2025].map((year) => ({ sport: "nba", season: year, games: bySeason.get(year) ?? [] })),
      [],
      { revision: 1 },
    );
    await night({ all: true });
    assert.deepEqual(await changesSince(1), [`2 changed ${boston}`]);
    const release = await readNewestRelease(database.kysely);
    assert.deepEqual(
      release?.manifest.seasons.map((each) => [each.season, each.games]),
      [[2025, 2]],
    );
  });
});
