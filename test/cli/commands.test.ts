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
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { oddsEvent } from "../feed/odds-api.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { startServing } from "../support/process.ts";
import { dumpArchive } from "../support/published.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";
import { jsonOf, refused, run, runCommand } from "../support/run-command.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";

const folder = testFolder("cli");

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A file of canonical records. */
const feed = (name: string, ...records: readonly (GameRecord | QuoteRecord)[]): string =>
  file(`${name}.ndjson`, records.map((record) => `${writeCanonicalLine(record)}\n`).join(""));

const only = feed("only", gameRecord());
const night = feed("night", gameRecord(), quoteRecord());

test("--help names every command and every setting", async () => {
  const output = await run({}, "--help");
  for (const word of ["serve", "import", "publish", "sample", "key", "HOST", "PORT", "DATA_DIR", "DATABASE_URL"]) {
    assert.match(output, new RegExp(`\\b${word}\\b`));
  }
});

test("a setting that makes no sense is one line that names it", () =>
  refused({ PORT: "eighty" }, ["serve"], /^gradeline: PORT is "eighty"; wanted: a port number from 0 to 65535\n$/));

onSqliteDaily((databases) => {
  test("key create, serve, import, publish and key revoke: a running server shows what is published, and to whom", async () => {
    const url = await databases.freshUrl();
    const create = "key create --email a@example.com --plan standard --requests-per-minute 100000";
    const { key } = await jsonOf(url, ...create.split(" "));
    const server = startServing({ DATABASE_URL: url });
    const { url: address } = await server.started;
    try {
      const ask = () => fetch(`${address}/v1/games?sport=nba`, { headers: { "X-API-Key": key } });
      const idsNow = async () => ((await (await ask()).json()) as { data: Game[] }).data.map(({ game_id: id }) => id);
      assert.deepEqual(await idsNow(), []);
      const imported = await run(url, "import", "canonical", night);
      assert.match(imported, /read +2\n {2}accepted +2\n {2}unchanged +0\n {2}refused +0\n/);
      const { revision, games, odds_rows, held } = await jsonOf(url, "publish");
      assert.deepEqual({ revision, games, odds_rows, held }, { revision: 1, games: 1, odds_rows: 1, held: [] });
      await until(async () => (await idsNow()).length > 0, "the server has taken over the revision");
      assert.deepEqual(await idsNow(), ["NBA-20250110-NYK-BOS"]);
      assert.equal((await ask()).headers.get("x-dataset"), null);
      await run(url, "key", "revoke", key.slice(0, 12));
      const revokedMs = performance.now();
      await until(async () => (await ask()).status === 403, "the key is refused");
      assert.ok(performance.now() - revokedMs < 5_000, "it is refused at once");
    } finally {
      assert.equal(await server.stop(), 0);
    }
  });

  test("a file that is not what it claims is one line with its name, and a good one before it is not taken either", async () => {
    const url = await databases.freshUrl();
    await run(url, "import", "canonical", night);
    await run(url, "publish");
    const before = await dumpArchive(url);
    const cut = file("cut.json.gz", gzipSync("[1, 2, 3]".repeat(50)).subarray(0, 20));
    await refused(
      url,
      ["import", "the-odds-api", cut],
      /^gradeline: .*cut\.json\.gz: is a gzip file that was cut off\n$/,
    );
    const good = feed("good", gameRecord({ game_id: "g9", game_date: "2025-01-15" }));
    await refused(url, ["import", "canonical", good, file("bad.ndjson", "{}")], /bad\.ndjson/);
    await run(url, "publish");
    assert.deepEqual(await dumpArchive(url), before);
  });

  test("an error that a provider sent is refused by its file's name among others, and stops the import when it is named alone", async () => {
    const url = await databases.freshUrl();
    const answers = mkdtempSync(join(folder, "answers-"));
    const error = join(answers, "1.json");
    writeFileSync(error, JSON.stringify({ message: "Usage quota has been reached" }));
    const said = "is an error of the provider, not data: Usage quota has been reached";
    await refused(url, ["import", "the-odds-api", error], new RegExp(`1\\.json: ${said}$`, "m"));
    const event = oddsEvent({ start: "2025-01-11T00:30:00Z", at: "2025-01-10T15:00:00Z" });
    writeFileSync(join(answers, "2.json"), JSON.stringify([event]));
    const all = await run(url, "import", "the-odds-api", answers);
    assert.match(all, /read +2\n {2}accepted +1\n {2}unchanged +0\n {2}refused +1\n/);
    assert.ok(all.includes(`1.json, the whole file: ${said}`), all);
    for (const provider of ["mlb-statsapi", "nhl-api", "espn"]) {
      const { output } = await runCommand(["import", provider, error, error], { DATABASE_URL: url });
      assert.match(output, /accepted +0\n {2}unchanged +0\n {2}refused +2\n/, provider);
    }
  });

  test("import says that publish comes next, and publish which season has no closing line, until its odds are there", async () => {
    const url = await databases.freshUrl();
    assert.match(await run(url, "import", "canonical", only), /^ {2}next +gradeline publish$/m);
    assert.doesNotMatch(await run(url, "import", "canonical", only), /next/, "nothing of it is new");
    const sentence =
      "not one game of nba 2025 has one; import its odds, or begin with gradeline backfill lines --from espn";
    assert.ok((await run(url, "publish")).includes(`\n  no closing line: ${sentence}\n`));
    const { findings } = await jsonOf(url, "publish");
    assert.deepEqual(findings, [{ kind: "no-closing-line", sentence, count: 1 }]);
    await run(url, "import", "canonical", night);
    assert.match(await run(url, "publish"), /1 games changed\n$/);
  });

  test("--strict turns a refusal into exit code 1, and what is good is taken all the same", async () => {
    const url = await databases.freshUrl();
    const unknown = [quoteRecord({ book: "nobody" }), gameRecord({ game_id: "g2", home: "Bostn" })];
    const strange = feed("strange", gameRecord(), ...unknown);
    const lenient = await run(url, "import", "canonical", strange);
    assert.match(lenient, /unknown book +1 .*strange\.ndjson.*nobody/);
    assert.match(lenient, /unknown team +1 .*Bostn.*Boston Celtics/);
    const strict = await runCommand(["import", "canonical", "--strict", strange], { DATABASE_URL: url });
    assert.equal(strict.code, 1);
    assert.match(strict.output, /unchanged +1\n/);
  });
});

const fewestGames: Readonly<Record<string, number>> = {
  "mlb 2026 in_progress": 2450,
  "nfl 2025 published": 285,
  "nfl 2026 in_progress": 100,
  "ncaaf 2026 in_progress": 550,
  "nba 2027 in_progress": 50,
  "nhl 2027 in_progress": 150,
};

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
        assert.deepEqual([isSample, lines.length], [true, 2]);
        keys.push(...lines.map((line) => /"Authorization: (Bearer \S+)"/.exec(line)?.[1] ?? assert.fail(line)));
        const seasonsNow = async () => {
          const sports = await fetch(`${address}/v1/sports`, { headers: { authorization: keys[0] ?? "" } });
          const { data } = (await sports.json()) as { data: SportRow[] };
          return data.flatMap(({ sport, seasons }) =>
            seasons.map(({ season, status, games }) => [`${sport} ${season} ${status}`, games] as const),
          );
        };
        // The first start answers before baseball and college football are there, which are most of the games. A trial key may ask
        // thirty times a minute.
        let seasons = await seasonsNow();
        for (; seasons.length < 6; seasons = await seasonsNow()) await sleep(2_500);
        assert.deepEqual(
          seasons.map(([label]) => label),
          Object.keys(fewestGames),
        );
        for (const [label, games] of seasons) assert.ok(games >= (fewestGames[label] ?? 0), `${label}: ${games}`);
      } finally {
        await server.stop();
      }
    }
    assert.equal(new Set(keys).size, 1);
  },
);
