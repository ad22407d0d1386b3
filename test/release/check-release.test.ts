/** `gradeline check` holds what is published against itself, also where every checksum and every name of a file is right. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { Findings, type Problem } from "../../src/database/findings.ts";
import { checkRelease } from "../../src/release/check.ts";
import { readLeague, storeLeague } from "../../src/release/league.ts";
import {
  contentOf,
  type Manifest,
  type Release,
  readNewestRelease,
  releaseRow,
  type SeasonEntry,
} from "../../src/release/manifest.ts";
import { type GameLines, gameLinesOf, packLines, unpackLines } from "../../src/release/packed-lines.ts";
import { readSeasonValues, storeSeasonValues } from "../../src/release/season-values.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import type { GameValues } from "../../src/release/values.ts";
import { makeView } from "../../src/release/view/make-view.ts";
import { storeView } from "../../src/release/view/view-store.ts";
import { changeGame } from "../support/earlier-archive.ts";
import { openCopyOf } from "../support/made-once.ts";
import { publishNight, testKey } from "../support/offered-nights.ts";
import { publishSmallSample } from "../support/small-sample.ts";

let database: Database;
let close: () => Promise<void>;

beforeEach(async () => {
  const copy = await openCopyOf("check-release", (made) => publishSmallSample(made, 1));
  ({ database } = copy);
  close = () => copy.close();
});
afterEach(() => close());

async function problems(): Promise<readonly Problem[]> {
  const findings = new Findings();
  await checkRelease(database, findings);
  return findings.problems;
}

async function newest(): Promise<Release> {
  return (await readNewestRelease(database.kysely)) ?? assert.fail("nothing is published");
}

async function anySeason(sport: string): Promise<SeasonEntry> {
  return (await newest()).manifest.seasons.find((entry) => entry.sport === sport) ?? assert.fail();
}

async function anyGame(sport: string): Promise<GameValues> {
  const { games } = await readSeasonValues(database.kysely, await anySeason(sport));
  return games[0] ?? assert.fail();
}

const tables = () => tablesOf<ReleaseTables>(database.kysely);

/** Puts another manifest into the row of the release, with a checksum that is right. */
async function putManifest(manifest: Manifest): Promise<void> {
  const { manifest: _, manifestSha256: __, ...row } = await newest();
  await tables().updateTable("releases").set(releaseRow(row, manifest)).execute();
}

test("of a release that is whole nothing is told", async () => {
  assert.deepEqual(await problems(), []);
});

test("a changed byte of a manifest of the files is told of", async () => {
  await publishNight(database, 1, testKey(1));
  assert.deepEqual(await problems(), []);
  const [row = assert.fail()] = await tables().selectFrom("file_manifests").selectAll().execute();
  await tables()
    .updateTable("file_manifests")
    .set({ body: row.body.replace("201", "202") })
    .execute();
  assert.deepEqual(
    (await problems()).map(({ where, what }) => `${where}: ${what}`),
    [
      "the proof of the files: revision 1: its manifest is not the one that its head names, or its head does not follow",
      "the proof of the files: revision 1: its signature is not of this manifest",
    ],
  );
});

test("each line and price of a consensus that is not that of the quotes is told of", async () => {
  const { facts, lines } = await anyGame("nfl");
  const { game_id: id, consensus } = facts;
  assert.ok(consensus !== null);
  let changed = 0;
  for (const [market, numbers] of Object.entries(consensus)) {
    for (const [name, value] of Object.entries(numbers)) {
      if (value === null) continue;
      const other = {
        ...consensus,
        [market]: {
          ...numbers,
          [name]: Number(value) + (market === "moneyline" || name.includes("juice") ? 1000 : 0.5),
        },
      };
      await changeGame(database, id, (game) => ({
        ...game,
        facts: { ...facts, consensus: other as typeof consensus },
      }));
      assert.deepEqual(
        await problems(),
        [{ where: id, what: "its consensus is not that of its quotes" }],
        `${market} ${name}`,
      );
      changed++;
    }
  }
  assert.ok(changed >= 8, String(changed));
  await changeGame(database, id, (game) => ({ ...game, facts: { ...facts, consensus: null } }));
  assert.equal((await problems()).length, 1, "none, although its quotes have one");
  const unpacked: GameLines = gameLinesOf(unpackLines(lines));
  const entries = unpacked.entries.filter(({ bookId }) => bookId !== 0);
  await changeGame(database, id, (game) => ({ ...game, facts, lines: packLines({ ...unpacked, entries }) }));
  assert.deepEqual(await problems(), [{ where: id, what: "its consensus is not that of its quotes" }]);
});

test("a row of published games that is wrong, missing or too many is told of by its game", async () => {
  const { facts } = await anyGame("nba");
  const { game_id: id } = facts;
  const row = () => tables().updateTable("published_games").where("game_id", "=", id);
  const was = await tables()
    .selectFrom("published_games")
    .selectAll()
    .where("game_id", "=", id)
    .executeTakeFirstOrThrow();
  const wrong = { where: id, what: "is not the game that the table of published games has" };
  for (const changes of [
    { digest: "0".repeat(32) },
    { start_ms: was.start_ms + 1 },
    { odds_rows: was.odds_rows + 1 },
    { has_closing_line: 1 - was.has_closing_line },
    { game_date: "2025-01-01" },
    { season_type: "postseason" },
    { doubts: "[]" },
  ]) {
    await row().set(changes).execute();
    assert.deepEqual(await problems(), [wrong], JSON.stringify(changes));
    await row().set(was).execute();
  }
  await row().set({ game_id: "NBA-20250101-XXX-YYY" }).execute();
  assert.deepEqual(await problems(), [
    { where: id, what: "is published, and not in the table of published games" },
    { where: "NBA-20250101-XXX-YYY", what: "is in the table of published games, and not published" },
  ]);
  await tables()
    .updateTable("published_games")
    .set({ game_id: id, season: 2007 })
    .where("game_id", "=", "NBA-20250101-XXX-YYY")
    .execute();
  assert.deepEqual(await problems(), [
    { where: id, what: "is published, and not in the table of published games" },
    { where: "nba 2007", what: "has published games, and is not in the release" },
  ]);
});

test("a row of a season with another count of games, and one that is not there, are told of", async () => {
  const { manifest } = await newest();
  const league = await readLeague(database.kysely, manifest, "mlb");
  const [first = assert.fail(), ...others] = league.seasons;
  const name = `mlb ${first.row.season}`;
  const more = { ...first, row: { ...first.row, games: 2 } };
  for (const [seasons, what] of [
    [[more, ...others], "has 1 games and a row that says 2 games"],
    [others, "has 1 games and no row"],
  ] as const) {
    const mlb = await storeLeague(database.kysely, { ...league, seasons });
    await putManifest({ ...manifest, leagues: { ...manifest.leagues, mlb } });
    assert.deepEqual(await problems(), [{ where: name, what }]);
  }
});

test("a count in the manifest that is not that of the files is told of", async () => {
  const { manifest } = await newest();
  const [first = assert.fail(), ...others] = manifest.seasons;
  const name = `${first.sport} ${first.season}`;
  await putManifest({ ...manifest, seasons: [{ ...first, odds_rows: first.odds_rows + 1 }, ...others] });
  assert.deepEqual(await problems(), [
    { where: name, what: `has ${first.odds_rows} odds rows, not ${first.odds_rows + 1}` },
  ]);
  await putManifest({ ...manifest, seasons: [{ ...first, games: 2 }, ...others] });
  assert.deepEqual(await problems(), [{ where: name, what: "1 of 2 games are there" }]);
});

test("a view that is not what the values of its season say is told of", async () => {
  const entry = await anySeason("nhl");
  const values = await readSeasonValues(database.kysely, entry);
  const [game = assert.fail()] = values.games;
  const facts = { ...game.facts, home: { ...game.facts.home, score: 31 } };
  const view = makeView({ ...values, games: [{ ...game, facts }] }, contentOf(entry));
  await storeView(database.kysely, entry, view.bytes);
  assert.deepEqual(await problems(), [{ where: `nhl ${entry.season}`, what: "its view is not what its values say" }]);
});

test("files of other games than the table of published games has are told of", async () => {
  const { manifest } = await newest();
  const entry = await anySeason("nhl");
  const values = await readSeasonValues(database.kysely, entry);
  const [game = assert.fail()] = values.games;
  const facts = { ...game.facts, referee: "Another" };
  const files = await database.kysely
    .transaction()
    .execute((connection) => storeSeasonValues(connection, { ...values, games: [{ ...game, facts }] }, 1));
  const seasons = manifest.seasons.map((each) => (contentOf(each) === contentOf(entry) ? { ...entry, files } : each));
  await putManifest({ ...manifest, seasons });
  assert.deepEqual(await problems(), [
    { where: facts.game_id, what: "is not the game that the table of published games has" },
  ]);
});

test("a release that does not follow from the one before is told of, and so is one that is lost", async () => {
  const { manifest: first, manifestSha256: sha256, ...row } = await newest();
  const add = (revision: number, previous: string | null) =>
    tables()
      .insertInto("releases")
      .values(releaseRow({ ...row, revision }, { ...first, revision, previous }))
      .execute();
  await add(2, sha256);
  assert.deepEqual(await problems(), []);
  const { manifestSha256: second } = await newest();
  await add(3, second);
  assert.deepEqual(await problems(), []);
  await tables().deleteFrom("releases").where("revision", "=", 2).execute();
  assert.deepEqual(await problems(), [
    { where: "revision 3", what: "does not follow from the manifest of the revision before" },
  ]);
  await tables().deleteFrom("releases").execute();
  assert.deepEqual(await problems(), [{ where: "revision 1", what: "its changes are told, and its release is lost" }]);
});
