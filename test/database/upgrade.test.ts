/** What a version before releases has published becomes a release, value for value, and its tables go only when that is wanted. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { Findings } from "../../src/database/findings.ts";
import { publish } from "../../src/publish/publish.ts";
import { openShelf } from "../../src/query/shelf.ts";
import type { ArchiveTables } from "../../src/release/archive/archive-tables.ts";
import { finishUpgrade, needsUpgrade, upgradeArchive } from "../../src/release/archive/upgrade.ts";
import { checkRelease } from "../../src/release/check.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { dumpArchive } from "../support/archive-dump.ts";
import { askDatabase } from "../support/ask-database.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { keepDoubted } from "../support/keep-doubted.ts";
import { publishedDetails, publishedValues } from "../support/published.ts";
import { type KeptRelease, keptReleases, restoreRelease } from "../support/releases.ts";
import { runCommand } from "../support/run-command.ts";
import { startServing } from "../support/serving-process.ts";
import { longIf } from "../support/volume.ts";

for (const name of engineNames) {
  for (const version of keptReleases) {
    describe(`${version} on ${name}`, longIf(name === "postgres"), () => {
      let engine: TestEngine;
      const opened: Database[] = [];
      beforeAll(async () => {
        engine = await startEngine(name);
      });
      afterAll(async () => {
        for (const database of opened) await database.close();
        await engine?.close();
      });

      async function restored(): Promise<{ readonly kept: KeptRelease; readonly database: Database }> {
        const kept = await restoreRelease(version, engine);
        const database = await openDatabase(kept.url);
        opened.push(database);
        return { kept, database };
      }

      const archive = ({ kysely }: Database) => tablesOf<ArchiveTables & ReleaseTables>(kysely);

      async function problems(database: Database): Promise<readonly unknown[]> {
        const findings = new Findings();
        await checkRelease(database, findings);
        return findings.problems;
      }

      test("what a node of the version before publishes after the upgrade is taken over too", async () => {
        const { database } = await restored();
        await upgradeArchive(database, () => {});
        const first = (await readNewestRelease(database.kysely)) ?? assert.fail();
        const tables = archive(database);
        const [last] = await tables.selectFrom("archive_revisions").selectAll().orderBy("revision", "desc").execute();
        const [game] = await tables.selectFrom("archive_games").selectAll().orderBy("game_id").execute();
        assert.ok(last !== undefined && game !== undefined);
        const body = JSON.stringify({ ...JSON.parse(game.body), referee: "Somebody Else" });
        const revision = last.revision + 1;
        await tables.updateTable("archive_games").set({ body }).where("game_id", "=", game.game_id).execute();
        await tables
          .insertInto("archive_revisions")
          .values({ ...last, revision })
          .execute();
        await tables.updateTable("archive_seasons").set({ revision }).where("season", "=", game.season).execute();
        assert.equal(await needsUpgrade(database.kysely), true);
        assert.equal((await upgradeArchive(database, () => {}))?.revision, revision);
        const release = (await readNewestRelease(database.kysely)) ?? assert.fail();
        assert.deepEqual([release.revision, release.manifest.previous], [revision, first.manifestSha256]);
        const values = (await publishedValues(database)).find(({ facts }) => facts.game_id === game.game_id);
        assert.equal(values?.facts.referee, "Somebody Else");
        assert.equal(await needsUpgrade(database.kysely), false);
      });

      test("every game is a value of the release, under the revisions and the archive of before", async () => {
        const { database } = await restored();
        const tables = archive(database);
        const [last] = await tables.selectFrom("archive_revisions").selectAll().orderBy("revision", "desc").execute();
        const games = await tables.selectFrom("archive_games").selectAll().orderBy("game_id").execute();
        const seasons = await tables.selectFrom("archive_seasons").selectAll().execute();
        const { archive_id: id } = await tables.selectFrom("archive_identity").selectAll().executeTakeFirstOrThrow();
        assert.ok(last !== undefined && games.length > 5 && seasons.length > 1);
        assert.equal(await needsUpgrade(database.kysely), true);
        assert.equal((await problems(database)).length, 1, "the check tells of the upgrade");
        const told: string[] = [];
        const done = await upgradeArchive(database, (season) => void told.push(season));
        assert.deepEqual(done, { revision: last.revision, games: games.length, damaged: [] });
        assert.equal(told.length, seasons.length);
        assert.equal(await needsUpgrade(database.kysely), false);
        assert.equal(await upgradeArchive(database, () => {}), null);

        const { manifest, ...release } = (await readNewestRelease(database.kysely)) ?? assert.fail();
        assert.deepEqual(
          [release.revision, release.published_at, release.import_id, release.is_sample, release.report],
          [last.revision, last.published_at, last.import_id, last.is_sample, last.report],
        );
        assert.deepEqual([manifest.archive, manifest.revision, manifest.previous], [id, last.revision, null]);
        const revisions = (of: readonly { sport: string; season: number; revision: number }[]) =>
          of.map(({ sport, season, revision }) => `${sport} ${season} ${revision}`).sort();
        assert.deepEqual(revisions(manifest.seasons), revisions(seasons));
        // A book's name is told as it is today, in every season.
        const named = (text: string) => text.replaceAll('"ESPN BET"', '"theScore Bet"');
        const details = games.map(({ body, detail }) => ({ ...JSON.parse(body), ...JSON.parse(named(detail)) }));
        assert.deepEqual(await publishedDetails(database), details);
        assert.deepEqual(await problems(database), []);
      });

      test("a process that is killed in the middle of it leaves everything as it was, and another one does it", async () => {
        const { kept, database } = await restored();
        const upgrading = startServing({ DATABASE_URL: kept.url }, ["upgrade"]);
        try {
          while (!upgrading.screen().includes("becomes part of the release") && upgrading.end() === null) {
            await new Promise((resolve) => setTimeout(resolve, 1));
          }
          upgrading.signal("SIGKILL");
          await upgrading.ended;
        } finally {
          await upgrading.close();
        }
        assert.equal(upgrading.end()?.signal, "SIGKILL", upgrading.screen());
        if (await needsUpgrade(database.kysely)) {
          for (const table of [
            "releases",
            "release_files",
            "release_pieces",
            "release_views",
            "published_games",
          ] as const) {
            assert.deepEqual(await archive(database).selectFrom(table).selectAll().execute(), [], table);
          }
        }
        const { output, code } = await runCommand(["upgrade"], { DATABASE_URL: kept.url });
        assert.equal(code, 0);
        assert.match(output, /^(upgraded: revision \d+, \d+ games|nothing is to be upgraded)\n$/);
        assert.deepEqual(await problems(database), []);
      });

      test("a row that cannot be read is left out and named, and the next publish builds it of the ledger", async () => {
        const { kept, database } = await restored();
        const tables = archive(database);
        const found = await tables.selectFrom("archive_games").select("game_id").orderBy("game_id").execute();
        // Its games are made up, a tie in baseball among them, and rules of today doubt some.
        await keepDoubted(database, ...found.map(({ game_id: id }) => id));
        const { game_id: id } = found.at(-1) ?? assert.fail();
        await tables.updateTable("archive_games").set({ body: "{" }).where("game_id", "=", id).execute();
        const { output, errors, code } = await runCommand(["upgrade"], { DATABASE_URL: kept.url });
        assert.equal(code, 0);
        assert.match(errors, /becomes part of the release\n/);
        const damaged = `${id} was damaged: gradeline publish --all builds it of the ledger`;
        assert.deepEqual(output.split("\n").slice(1), [damaged, ""]);
        const { current } = await openShelf(database);
        const ids = Object.values(current.sports).flatMap((sport) => sport.seasons.flatMap(({ gameIds }) => gameIds));
        assert.deepEqual(
          ids.sort(),
          found
            .map(({ game_id }) => game_id)
            .filter((each) => each !== id)
            .sort(),
        );
        await publish(database, { all: false, acceptRemovals: false, publishedAt: "2026-11-20T13:00:00.000Z" });
        const details = await publishedDetails(database);
        assert.ok(details.some(({ game_id }) => game_id === id));
        assert.deepEqual(await problems(database), []);
      });

      test("--finish drops the tables of before, says the second time that there are none, and all goes on", async () => {
        const { kept } = await restored();
        for (const lines of [
          [/^upgraded: revision \d+, \d+ games$/, /^the tables of the version before are gone$/],
          [/^nothing is to be upgraded$/, /^there are no tables of a version before$/],
        ]) {
          const { output, code, errors } = await runCommand(["upgrade", "--finish"], { DATABASE_URL: kept.url });
          assert.equal(code, 0, errors);
          for (const [at, line] of lines.entries()) assert.match(output.split("\n")[at] ?? "", line);
        }
        const before = await dumpArchive(kept.url);
        const database = await openDatabase(kept.url);
        opened.push(database);
        assert.equal(await needsUpgrade(database.kysely), false);
        assert.equal(await finishUpgrade(database), false);
        assert.deepEqual(await problems(database), []);
        assert.deepEqual(await dumpArchive(kept.url), before);
        const { output, errors } = await runCommand(["check"], { DATABASE_URL: kept.url });
        assert.match(output, /\S/);
        assert.doesNotMatch(output + errors, /cannot be|is not there|archive_/);
        await publish(database, { all: false, acceptRemovals: true, publishedAt: "2026-11-20T13:00:00.000Z" });
      });

      test("a server that starts makes the release itself, and serves what was there", async () => {
        const kept = await restoreRelease(version, engine);
        const server = startServing({ DATABASE_URL: kept.url });
        try {
          assert.equal((await fetch(`${await server.url}/readyz`)).status, 200);
          assert.match(server.screen(), /becomes part of a release/);
          assert.match(server.screen(), /the database is upgraded/);
        } finally {
          await server.close();
        }
        const [row] = await askDatabase(kept.places.facts, "select count(*) as rows from releases");
        assert.equal(Number(row?.rows), 1);
      });
    });
  }
}
