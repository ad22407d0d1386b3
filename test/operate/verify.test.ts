/** `gradeline verify`, on every engine: the databases and every file, and with `--season` what is published against the ledger. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { SeasonKey } from "../../src/domain/seasons.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import type { League } from "../../src/release/league.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import type { GameValues } from "../../src/release/values.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { publishAt } from "../support/nights.ts";
import { publishedLeague, publishedValues } from "../support/published.ts";
import { gameRecord, items } from "../support/records.ts";
import { changeGame, damageSeason, writeReleaseOf } from "../support/release-by-hand.ts";
import { runCommand } from "../support/run-command.ts";
import { publishItems, publishSmallSample } from "../support/sample.ts";

const at = "2026-02-01T00:00:00Z";
const later = "2026-02-02T00:00:00Z";

onSqliteDaily((databases) => {
  let settings: { readonly DATABASE_URL: string };
  let database: Database;
  beforeAll(async () => {
    const made = await databases.fresh();
    settings = { DATABASE_URL: made.url };
    database = made.database;
    await publishSmallSample(database, 2);
  });

  /** A sentence for each difference, and how much was looked at. */
  async function verify(...options: readonly string[]) {
    const { code, output } = await runCommand(["verify", "--json", "--season", ...options], settings);
    const { problems, read, next } = JSON.parse(output) as {
      problems: { where: string; what: string }[];
      read: Readonly<Record<string, number>>;
      next: string | null;
    };
    assert.equal(next === null, problems.length === 0, "what is wrong is followed by what to do");
    return { code, read, differences: problems.map(({ where, what }) => `${where}: ${what}`) };
  }

  const anyGame = async (sport: string) => {
    const found = (await publishedValues(database)).find(({ facts }) => facts.sport === sport);
    return found ?? assert.fail(sport);
  };

  /** Writes seasons with other games, and leagues with other teams, under the same revision. */
  async function rewrite(
    seasons: readonly (SeasonKey & { readonly games: readonly GameValues[] })[],
    leagues: readonly League[],
  ): Promise<void> {
    const release = (await readNewestRelease(database.kysely)) ?? assert.fail("nothing is published");
    const { revision, published_at: publishedAt, import_id: importId, report } = release;
    const row = { revision, publishedAt, importId, isSample: true, report: JSON.parse(report) };
    await writeReleaseOf(database, seasons, leagues, row);
  }
  const rewriteSeason = ({ facts: { sport, season } }: GameValues, games: readonly GameValues[]) =>
    rewrite([{ sport, season, games }], []);

  const seasonOf = async ({ facts: { sport, season } }: GameValues) =>
    (await publishedValues(database)).filter(({ facts }) => facts.sport === sport && facts.season === season);

  test("of what is published as the ledger says nothing is told, and how much was looked at", async () => {
    const { code, read, differences } = await verify();
    assert.deepEqual([code, differences], [0, []]);
    const games = (await publishedValues(database)).length;
    assert.deepEqual([read.files, read.seasons, read.games], [55, 10, games]);
    assert.equal((await verify("--sport", "nba")).code, 0);
  });

  test("a changed grade is named by game and field, with the published value and the right one", async () => {
    const { facts } = await anyGame("nfl");
    const id = facts.game_id;
    const wrong = !facts.result.home_covered;
    await changeGame(database, id, (game) => ({
      ...game,
      facts: { ...facts, result: { ...facts.result, home_covered: wrong } },
    }));
    const { code, differences } = await verify();
    assert.equal(code, 1);
    const line = `${id}: result.home_covered: published ${wrong}, recomputed ${facts.result.home_covered}`;
    assert.deepEqual(differences, [line]);
    assert.deepEqual((await verify(String(facts.season), "--sport", "nfl")).differences, [line]);
    assert.deepEqual((await verify("--sport", "nba")).differences, []);
    assert.deepEqual((await verify(String(facts.season + 1))).differences, []);
    await changeGame(database, id, (game) => ({ ...game, facts }));
    assert.equal((await verify()).code, 0);
  });

  test("a missing game and one too many are named", async () => {
    const game = await anyGame("mlb");
    const season = await seasonOf(game);
    const id = game.facts.game_id;
    const others = season.filter(({ facts }) => facts.game_id !== id);
    await rewriteSeason(game, others);
    const missing = await verify();
    assert.equal(missing.code, 1);
    assert.ok(missing.differences.includes(`${id}: is not published, and the ledger has it`));
    const games = `published ${season.length}, recomputed ${others.length}`;
    assert.ok(missing.differences.includes(`mlb ${game.facts.season}: row.games: ${games}`));
    const strange = { ...game, facts: { ...game.facts, game_id: `${id}-9` } };
    await rewriteSeason(game, [...season, strange]);
    const { differences } = await verify("--sport", "mlb");
    assert.ok(
      differences.some((line) => line.startsWith(`${id}-9: published before, and no longer`)),
      String(differences),
    );
    await rewriteSeason(game, season);
    assert.equal((await verify()).code, 0);
  });

  test("a team's name and a season's row that are not those of the ledger are named", async () => {
    const league = await publishedLeague(database, "nhl");
    const [first, ...teams] = league.teams;
    assert.ok(first);
    await rewrite([], [{ ...league, teams: [{ ...first, name: "Nobody" }, ...teams] }]);
    const { code, differences } = await verify();
    const line = `the teams of nhl: ${first.abbreviation}.name: published "Nobody", recomputed "${first.name}"`;
    assert.deepEqual([code, differences], [1, [line]]);
    await rewrite([], [league]);
    assert.equal((await verify()).code, 0);
  });

  test("a file of a season's values that was damaged is named, and the other seasons are looked at", async () => {
    const { sport, season } = (await anyGame("nba")).facts;
    const mend = await damageSeason(database, { sport, season });
    const { code, read, differences } = await verify();
    assert.equal(code, 1);
    const [ofGames = "", ofSeason = "", ...others] = differences;
    assert.match(ofGames, new RegExp(`^games of nba ${season}: .*does not match its name: gradeline publish`));
    assert.match(ofSeason, new RegExp(`^nba ${season}: .*does not match its name`));
    assert.deepEqual(others, []);
    assert.deepEqual([read.files, read.seasons], [55, 9]);
    await mend();
  });

  test("a game that waits for the next publish is no difference, and neither is one that is held back", async () => {
    const both = { sport: "nfl", season: 2024, season_type: "regular", week: 9 } as const;
    const day = { game_date: "2024-11-03", start_time: "2024-11-03T18:00:00Z", home: "BUF", away: "MIA" } as const;
    const record = (changes: Partial<GameRecord>) => gameRecord({ ...both, ...day, game_id: "v1", ...changes });
    await importItems(database, items(record({ home_score: 30, away_score: 27 })), at);
    const waiting = await verify();
    assert.deepEqual([waiting.code, waiting.differences], [0, []]);
    assert.equal(waiting.read["games that wait for the next publish"], 1);
    await publishAt(database, at);
    assert.equal((await verify()).read["games that wait for the next publish"], undefined);
    const other = { provider: "espn", game_id: "v2", home_score: 27, away_score: 30 } as const;
    const { held } = await publishItems(database, items(record(other)), later);
    assert.equal(held.length, 1);
    const { code, read, differences } = await verify();
    assert.deepEqual([code, differences], [0, []]);
    assert.equal(read["games that stand as they were"], 1);
  });

  test("alone it hashes every file, and compares no values", async () => {
    const alone = async () => {
      const { code, output } = await runCommand(["verify", "--json"], settings);
      return { code, ...(JSON.parse(output) as { problems: { where: string; what: string }[]; read: object }) };
    };
    const { facts } = await anyGame("nhl");
    await changeGame(database, facts.game_id, (game) => ({ ...game, facts: { ...facts, referee: "Nobody" } }));
    const { read, ...found } = await alone();
    assert.deepEqual(found, { code: 0, ok: true, problems: [], unnamed_problems: 0, next: null });
    assert.deepEqual(Object.keys(read), ["files"]);
    await changeGame(database, facts.game_id, (game) => ({ ...game, facts }));
  });

  if (databases.name === "sqlite")
    test("a page that is another one is named by what the database says of itself", async () => {
      const url = await databases.freshUrl();
      await (await openDatabase(url)).close();
      const path = url.replace(/^sqlite:(\/\/)?/, "");
      const open = new DatabaseSync(path);
      const root = "select rootpage from sqlite_schema where name = 'ledger_records'";
      const { rootpage } = open.prepare(root).get() as { rootpage: number };
      const { page_size: size } = open.prepare("pragma page_size").get() as { page_size: number };
      open.exec("pragma wal_checkpoint(truncate)");
      open.close();
      const bytes = readFileSync(path);
      bytes.fill(7, (rootpage - 1) * size, rootpage * size);
      writeFileSync(path, bytes);
      const { code, output } = await runCommand(["verify"], { DATABASE_URL: url });
      assert.equal(code, 1, output);
      assert.match(output, /malformed/);
      assert.match(output, /for what is wrong with a database itself, restore a backup/);
    });

  test("of a sport or a season that is not published this is said", async () => {
    const { code, output, errors } = await runCommand(["verify", "--sport", "nfl", "--season", "2031"], settings);
    assert.deepEqual([code, output], [1, ""]);
    assert.match(errors, /nothing is published of nfl 2031/);
  });

  test("of a season that is not published this is said before anything is checked", async () => {
    const { database: damaged, url } = await databases.fresh();
    await publishSmallSample(damaged, 1);
    const { manifest } = (await readNewestRelease(damaged.kysely)) ?? assert.fail("nothing is published");
    const { sport, season } = manifest.seasons[0] ?? assert.fail("no season");
    await damageSeason(damaged, { sport, season });
    const { errors } = await runCommand(["verify", "--season", "2031"], { DATABASE_URL: url });
    assert.match(errors, /nothing is published of 2031/);
  });
});
