/** The commands as an operator types them, on every engine. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { test } from "vitest";
import type { Game } from "../../src/contract/lists/games.ts";
import type { SportRow } from "../../src/contract/lists/reference.ts";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { startServing } from "../support/process.ts";
import { dumpArchive } from "../support/published.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";
import { runCommand } from "../support/run-command.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";

const folder = testFolder("cli");

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const night = file(
  "night.ndjson",
  [gameRecord(), quoteRecord()].map((record) => `${writeCanonicalLine(record)}\n`).join(""),
);

test("--help names every command and every setting", async () => {
  const { code, output } = await runCommand(["--help"], {});
  assert.equal(code, 0);
  for (const word of ["serve", "import", "publish", "sample", "key", "HOST", "PORT", "DATA_DIR", "DATABASE_URL"]) {
    assert.match(output, new RegExp(`\\b${word}\\b`));
  }
});

test("a setting that makes no sense is one line that names it", async () => {
  const ended = await runCommand(["serve"], { PORT: "eighty" });
  assert.equal(ended.code, 1);
  assert.equal(ended.errors, 'gradeline: PORT is "eighty"; wanted: a port number from 0 to 65535\n');
});

onSqliteDaily((databases) => {
  test("key create, serve, import, publish and key revoke: a running server shows what is published, and to whom", async () => {
    const settings = { DATABASE_URL: await databases.freshUrl() };
    const create = "key create --email a@example.com --plan standard --requests-per-minute 100000 --json";
    const { key } = JSON.parse((await runCommand(create.split(" "), settings)).output);
    assert.match(key, /^gl_live_[0-9A-Za-z]{38}$/);
    const server = startServing(settings);
    const { url } = await server.started;
    try {
      const ask = () => fetch(`${url}/v1/games?sport=nba`, { headers: { "X-API-Key": key } });
      const idsNow = async () => ((await (await ask()).json()) as { data: Game[] }).data.map(({ game_id: id }) => id);
      assert.deepEqual(await idsNow(), []);
      const imported = await runCommand(["import", "canonical", night], settings);
      assert.equal(imported.code, 0, imported.errors);
      assert.match(imported.output, /read +2\n {2}accepted +2\n {2}unchanged +0\n {2}refused +0\n/);
      const published = await runCommand(["publish", "--json"], settings);
      const { revision, games, odds_rows, held } = JSON.parse(published.output);
      assert.deepEqual({ revision, games, odds_rows, held }, { revision: 1, games: 1, odds_rows: 1, held: [] });
      await until(async () => (await idsNow()).length > 0, "the server has taken over the revision");
      assert.deepEqual(await idsNow(), ["NBA-20250110-NYK-BOS"]);
      assert.equal((await ask()).headers.get("x-dataset"), null);
      const revoked = await runCommand(["key", "revoke", key.slice(0, 12)], settings);
      assert.equal(revoked.code, 0, revoked.errors);
      const revokedMs = performance.now();
      await until(async () => (await ask()).status === 403, "the key is refused");
      assert.ok(performance.now() - revokedMs < 5_000, "it is refused at once");
    } finally {
      assert.equal(await server.stop(), 0);
    }
  });

  test("a file that is not what it claims is one line with its name, and a good one before it is not taken either", async () => {
    const url = await databases.freshUrl();
    const settings = { DATABASE_URL: url };
    await runCommand(["import", "canonical", night], settings);
    await runCommand(["publish"], settings);
    const before = await dumpArchive(url);
    const cut = file("cut.json.gz", gzipSync("[1, 2, 3]".repeat(50)).subarray(0, 20));
    const ended = await runCommand(["import", "the-odds-api", cut], settings);
    assert.deepEqual([ended.code, ended.errors], [1, `gradeline: ${cut}: is a gzip file that was cut off\n`]);
    const good = file("good.ndjson", `${writeCanonicalLine(gameRecord({ game_id: "g9", game_date: "2025-01-15" }))}\n`);
    assert.equal((await runCommand(["import", "canonical", good, file("bad.ndjson", "{}")], settings)).code, 1);
    await runCommand(["publish"], settings);
    assert.deepEqual(await dumpArchive(url), before);
  });

  test("an error that a provider sent is refused by its file's name among others, and stops the import when it is named alone", async () => {
    const settings = { DATABASE_URL: await databases.freshUrl() };
    const answers = mkdtempSync(join(folder, "answers-"));
    const put = (fileName: string, value: unknown) => writeFileSync(join(answers, fileName), JSON.stringify(value));
    put("1.json", { message: "Usage quota has been reached" });
    const one = await runCommand(["import", "the-odds-api", join(answers, "1.json")], settings);
    assert.equal(one.code, 1);
    assert.match(one.errors, /1\.json: is an error of the provider, not data: Usage quota has been reached$/m);
    const outcomes = [
      { name: "Boston Celtics", price: -150 },
      { name: "New York Knicks", price: 130 },
    ];
    const markets = [{ key: "h2h", last_update: "2025-01-10T15:00:00Z", outcomes }];
    const event = { id: "e", sport_key: "basketball_nba", commence_time: "2025-01-11T00:30:00Z" };
    const teams = { home_team: "Boston Celtics", away_team: "New York Knicks" };
    put("2.json", [{ ...event, ...teams, bookmakers: [{ key: "draftkings", markets }] }]);
    const all = await runCommand(["import", "the-odds-api", answers], settings);
    assert.equal(all.code, 0, all.errors);
    assert.match(all.output, /read +2\n {2}accepted +1\n {2}unchanged +0\n {2}refused +1\n/);
    assert.match(all.output, /1\.json, the whole file: is an error of the provider, not data: Usage quota/);
    for (const provider of ["mlb-statsapi", "nhl-api", "espn"]) {
      const others = await runCommand(["import", provider, join(answers, "1.json"), join(answers, "1.json")], settings);
      assert.match(others.output, /accepted +0\n {2}unchanged +0\n {2}refused +2\n/, provider);
    }
  });

  test("import says that publish comes next, and publish which season has no closing line, until its odds are there", async () => {
    const settings = { DATABASE_URL: await databases.freshUrl() };
    const only = file("only.ndjson", `${writeCanonicalLine(gameRecord())}\n`);
    assert.match((await runCommand(["import", "canonical", only], settings)).output, /^ {2}next +gradeline publish$/m);
    const again = await runCommand(["import", "canonical", only], settings);
    assert.doesNotMatch(again.output, /next/, "nothing of it is new");
    const published = await runCommand(["publish"], settings);
    assert.match(
      published.output,
      /\n {2}no closing line: not one game of nba 2025 has one; import its odds, or begin with gradeline backfill lines --from espn\n/,
    );
    const json = JSON.parse((await runCommand(["publish", "--json"], settings)).output);
    assert.deepEqual(json.findings, [
      {
        kind: "no-closing-line",
        sentence:
          "not one game of nba 2025 has one; import its odds, or begin with gradeline backfill lines --from espn",
        count: 1,
      },
    ]);
    await runCommand(["import", "canonical", night], settings);
    assert.match((await runCommand(["publish"], settings)).output, /1 games changed\n$/);
  });

  test("--strict turns a refusal into exit code 1, and what is good is taken all the same", async () => {
    const settings = { DATABASE_URL: await databases.freshUrl() };
    const strange = file(
      "strange.ndjson",
      `${writeCanonicalLine(gameRecord())}\n${writeCanonicalLine(quoteRecord({ book: "nobody" }))}\n` +
        `${writeCanonicalLine(gameRecord({ game_id: "g2", home: "Bostn" }))}\n`,
    );
    const lenient = await runCommand(["import", "canonical", strange], settings);
    assert.equal(lenient.code, 0);
    assert.match(lenient.output, /unknown book +1 .*strange\.ndjson.*nobody/);
    assert.match(lenient.output, /unknown team +1 .*Bostn.*Boston Celtics/);
    const strict = await runCommand(["import", "canonical", "--strict", strange], settings);
    assert.equal(strict.code, 1);
    assert.match(strict.output, /unchanged +1\n/);
  });
});

test(
  "npm start's first screen shows a key by which the whole sample comes, the second the same key",
  long,
  async () => {
    const settings = { DATA_DIR: join(folder, "data"), DATABASE_URL: "" };
    const keys: string[] = [];
    for (const _ of ["first", "second"]) {
      const server = startServing(settings, ["serve", "--sample"]);
      const { url: address, isSample, try: lines = [] } = await server.started;
      try {
        assert.equal(isSample, true);
        assert.equal(lines.length, 2);
        keys.push(...lines.map((line) => /"Authorization: (Bearer \S+)"/.exec(line)?.[1] ?? assert.fail(line)));
        const seasonsNow = async () => {
          const sports = await fetch(`${address}/v1/sports`, { headers: { authorization: keys[0] ?? "" } });
          const { data } = (await sports.json()) as { data: SportRow[] };
          return data.flatMap((row) =>
            row.seasons.map(({ season, status, games }) => ({ label: `${row.sport} ${season} ${status}`, games })),
          );
        };
        // The first start answers before baseball and college football are there, which are most of the games. A trial key may ask
        // thirty times a minute.
        let seasons = await seasonsNow();
        for (; seasons.length < 6; seasons = await seasonsNow()) await sleep(2_500);
        const fewest: Readonly<Record<string, number>> = {
          "mlb 2026 in_progress": 2450,
          "nfl 2025 published": 285,
          "nfl 2026 in_progress": 100,
          "ncaaf 2026 in_progress": 550,
          "nba 2027 in_progress": 50,
          "nhl 2027 in_progress": 150,
        };
        assert.deepEqual(
          seasons.map(({ label }) => label),
          Object.keys(fewest),
        );
        for (const { label, games } of seasons) assert.ok(games >= (fewest[label] ?? 0), `${label}: ${games}`);
      } finally {
        await server.stop();
      }
    }
    assert.equal(new Set(keys).size, 1);
  },
);
