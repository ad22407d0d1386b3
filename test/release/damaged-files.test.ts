/** Files of a release that are not what their names say, on every engine: what is served, what `verify` names, and what mends them. */
import assert from "node:assert/strict";
import { beforeAll, beforeEach, test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { PublishRefused } from "../../src/publish/findings.ts";
import { publish } from "../../src/publish/publish.ts";
import { openShelf } from "../../src/query/shelf.ts";
import { readNewestRelease, type StoredFile } from "../../src/release/manifest.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { onEachEngine } from "../support/engines.ts";
import { toldOf } from "../support/published.ts";
import { runCommand } from "../support/run-command.ts";
import { firstGames, publishItems } from "../support/sample.ts";
import { type Answers, type Asker, everyAnswer, everyUrl, openAsker } from "./every-answer.ts";

const at = "2026-03-01T00:00:00Z";

/** What is harmed is the first season of football. */
const seasons = [
  { sport: "nfl", season: 2025 },
  { sport: "nfl", season: 2026 },
  { sport: "nhl", season: 2026 },
] as const;

/** Ways in which a disk or a hand may change what is stored of a file. */
const harms = {
  "has another bit": (body: Buffer) => {
    body[body.length >> 1] = (body[body.length >> 1] as number) ^ 4;
    return body;
  },
  "is cut off": (body: Buffer) => body.subarray(0, -1),
  "is empty": () => Buffer.alloc(0),
  "is lost": () => null,
} as const;

onEachEngine((databases) => {
  let asker: Asker;
  let database: Database;
  let url: string;
  let truth: Answers;

  beforeAll(async () => {
    asker = await openAsker();
    return () => asker.close();
  });
  beforeEach(async () => {
    ({ database, url } = await databases.fresh());
    const items = firstGames(seasons, (_, count) => count > 1);
    await publishItems(database, items, at);
    const shelf = await openShelf(database);
    truth = await everyAnswer(asker, shelf, everyUrl(shelf));
  });

  async function harm({ sha256 }: StoredFile, how: (body: Buffer) => Uint8Array | null): Promise<void> {
    const tables = tablesOf<ReleaseTables>(database.kysely);
    const piece = tables.selectFrom("release_pieces").select("body").where("sha256", "=", sha256);
    const { body } = await piece.where("number", "=", 0).executeTakeFirstOrThrow();
    const harmed = how(Buffer.from(body));
    if (harmed === null) await tables.deleteFrom("release_pieces").where("sha256", "=", sha256).execute();
    else await tables.updateTable("release_pieces").set({ body: harmed }).where("sha256", "=", sha256).execute();
  }

  const newest = async () => (await readNewestRelease(database.kysely)) ?? assert.fail("nothing is published");
  const nflOf = async () => (await newest()).manifest.seasons.find(({ sport }) => sport === "nfl") ?? assert.fail();

  /** Every answer is the true one, or a 503 that says when to ask again; those of other sports are all true. */
  async function refusedIn(told: string[]): Promise<string[]> {
    const log = { warn: () => {}, error: (message: string) => void told.push(message) };
    const refused: string[] = [];
    for (const [path, said] of await everyAnswer(asker, await openShelf(database, { log }), [...truth.keys()])) {
      if (said.status === 503) {
        assert.match(said.text, /cannot be answered until it is mended on our side/, path);
        refused.push(path);
      } else assert.deepEqual(said, truth.get(path), path);
    }
    return refused;
  }

  async function problems(): Promise<string[]> {
    const { output } = await runCommand(["verify", "--json"], { DATABASE_URL: url });
    return (JSON.parse(output) as { problems: { where: string }[] }).problems.map(({ where }) => where);
  }

  const publishNow = (all: boolean, acceptRemovals = false) =>
    publish(database, { all, acceptRemovals, publishedAt: at });
  /** A season that cannot be read takes the lists of all sports with it that count its games. */
  const assertOfFootball = (refused: readonly string[], what: string) => {
    assert.ok(refused.length > 0, what);
    for (const path of refused) assert.match(path, /nfl|^\/v1\/(books|coverage)/i, what);
  };

  for (const [what, how] of Object.entries(harms)) {
    test(`a file of a season that ${what} refuses its season, is named, and is made anew by publish --all`, async () => {
      const { revision } = await newest();
      const entry = await nflOf();
      for (const [set, file] of Object.entries(entry.files)) {
        await harm(file, how);
        const told: string[] = [];
        const refused = await refusedIn(told);
        assertOfFootball(refused, set);
        const isTold = new RegExp(`^nfl ${entry.season} is not served: .*; gradeline verify lists`);
        assert.match(told.join("\n"), isTold, set);
        assert.deepEqual(await problems(), [`${set} of nfl ${entry.season}`]);
        const report = await publishNow(true);
        assert.deepEqual(toldOf(report, "mended"), [`a file of nfl ${entry.season} was damaged`]);
      }
      assert.deepEqual(await refusedIn([]), []);
      assert.deepEqual(await problems(), []);
      assert.equal((await newest()).revision, revision, "no value is another one");
    });
  }

  test("a season of a release that was written without evidence is refused, until publish --all", async () => {
    const { manifest } = await newest();
    const entry = manifest.seasons.find(({ sport }) => sport === "nfl") ?? assert.fail();
    Reflect.deleteProperty(entry.files, "evidence");
    const tables = tablesOf<ReleaseTables>(database.kysely);
    await tables
      .updateTable("releases")
      .set({ manifest: JSON.stringify(manifest) })
      .execute();
    assertOfFootball(await refusedIn([]), "evidence");
    const report = await publishNow(true);
    assert.deepEqual(toldOf(report, "mended"), [`a file of nfl ${entry.season} was damaged`]);
    assert.deepEqual(await refusedIn([]), []);
  });

  test("the file of a sport's teams that is another one refuses the sport, and the next publish writes it anew", async () => {
    const file = (await newest()).manifest.leagues.nfl ?? assert.fail();
    await harm(file, harms["has another bit"]);
    const told: string[] = [];
    const refused = await refusedIn(told);
    assert.ok(refused.some((path) => path.startsWith("/v1/teams?sport=nfl")));
    assert.match(told.join("\n"), /^nfl is not served: the file \w+ does not match its name/);
    assert.deepEqual(await problems(), ["the teams of nfl"]);
    const report = await publishNow(false);
    assert.deepEqual(toldOf(report, "mended"), ["the file of the teams of nfl was damaged"]);
    assert.deepEqual(await refusedIn([]), []);
  });

  test("a publish that needs a file which is another one says so, and changes nothing", async () => {
    const entry = await nflOf();
    await harm(entry.files.games, harms["has another bit"]);
    // A game of the season becomes another one.
    const tables = tablesOf<ReleaseTables>(database.kysely);
    await tables.updateTable("published_games").set({ digest: "" }).where("sport", "=", "nfl").execute();
    await database.kysely.updateTable("ledger_records").set({ changed_in: 99 }).where("kind", "=", "game").execute();
    const { revision } = await newest();
    await assert.rejects(
      publishNow(false),
      /^ReleaseDamaged|the file \w+ does not match its name; gradeline verify lists .*gradeline publish --all writes/,
    );
    assert.equal((await newest()).revision, revision);
    await publishNow(true);
    assert.deepEqual(await problems(), []);
  });

  test("a game whose values were lost with a file, and that cannot be built anew, goes only with consent", async () => {
    const entry = await nflOf();
    const tables = tablesOf<ReleaseTables>(database.kysely);
    const ofSeason = tables.selectFrom("published_games").select("game_id").where("sport", "=", "nfl");
    const { game_id: id } = await ofSeason.where("season", "=", entry.season).executeTakeFirstOrThrow();
    await harm(entry.files.games, harms["is lost"]);
    const record = tablesOf<{ ledger_identities: { record_key: string; game_id: string } }>(database.kysely)
      .selectFrom("ledger_identities")
      .select("record_key")
      .where("game_id", "=", id);
    const { record_key: key } = await record.executeTakeFirstOrThrow();
    await database.kysely.deleteFrom("ledger_records").where("record_key", "=", key).execute();
    await assert.rejects(
      publishNow(true),
      (error) => error instanceof PublishRefused && error.problems.some((problem) => problem.startsWith(id)),
    );
    await publishNow(true, true);
    assert.deepEqual(await problems(), []);
  });
});
