// @module-tag long
/**
 * The jobs of docs/api/jobs.md: each program is run as it stands against whole seasons of the sample, its requests are
 * counted by the quota of one trial, and what it prints of sets of bets is what /v1/trends says. The short programs of
 * the Python client find the same.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { sampleRecords } from "../../sample/src/sample.ts";
import type { Game } from "../../src/contract/lists/games.ts";
import type { TrendRow } from "../../src/contract/lists/trends.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { closedAfterAll } from "../support/api.ts";
import { jobsPage, numberOf, snippetsOf, tableWith } from "../support/docs.ts";
import { whyNoPandas } from "../support/sample-runners.ts";
import { skipIf } from "../support/skip-if.ts";
import { openJobs, type Run } from "./jobs-site.ts";

const season2025 = { sport: "nfl", season: "2025" };

const site = closedAfterAll(await openJobs());

const jobs = tableWith(jobsPage, "job", "program", "requests");

test("every program of the page stands under its name, and its table has all of them but the client", () => {
  assert.equal(snippetsOf(jobsPage).length, site.programs.length);
  const rows = jobs.rows.map(([, program]) => program);
  assert.deepEqual([...rows, "client.ts"].toSorted(), site.programs.toSorted());
});

test("the programs in TypeScript have sound types", () => {
  const packages = join(import.meta.dirname, "../../node_modules");
  const strict = "--noEmit --strict --noUncheckedIndexedAccess --allowImportingTsExtensions";
  const options = `${strict} --target esnext --module esnext --moduleResolution bundler --types node --typeRoots`;
  const files = site.programs.filter((name) => name.endsWith(".ts")).map((name) => join(site.folder, name));
  const sent = [join(packages, "typescript/bin/tsc"), ...options.split(" "), join(packages, "@types"), ...files];
  const { status, stdout } = spawnSync(process.execPath, sent, { cwd: site.folder, encoding: "utf8" });
  assert.equal(status, 0, stdout);
});

/** The most requests that may come from one key in a minute of a trial. */
const mostAMinute = 30;

/** How many requests the page says that a program takes. */
function documented(program: string): number {
  const row = jobs.rows.find(([, name]) => name === program) ?? assert.fail(`${jobsPage} has no ${program}`);
  return numberOf(row[2]);
}

/** @param most what the job may take, whatever the page says. */
function assertRequests(program: string, { lines, requests }: Run, most: number): void {
  assert.equal(requests, documented(program), jobsPage);
  assert.match(lines.at(-1) ?? "", new RegExp(`\\b${requests} requests$`), "it counts as the quota does");
  assert.ok(requests <= Math.min(most, mostAMinute), `${requests} requests, at most ${most}`);
}

test("(a) road underdogs of 7 or more against the close since 2022, by season, are 1 request", async () => {
  const run = await site.run("road-underdogs.ts");
  assertRequests("road-underdogs.ts", run, 1);
  const set = { sport: "nfl", from: "2022-08-01", bet_type: "spread", selection: "away", min_line: "7" };
  const trends: TrendRow[] = await site.rows("/v1/trends", { ...set, group_by: "season" });
  const seasons = trends.filter(({ group }) => group !== null);
  assert.equal(run.lines.length, seasons.length + 1);
  for (const [index, { group, won, lost, push, ...trend }] of seasons.entries()) {
    const [said = "", units = ""] = run.lines[index]?.split(/, (\S+) units$/) ?? [];
    assert.equal(said, `${group}: ${won} won, ${lost} lost, ${push} pushes`);
    assertUnits(Number(units), trend);
  }
});

/** The units that a program prints, against a mean profit to four decimals. */
function assertUnits(
  units: number,
  { bets, return_on_investment: { close } }: Pick<TrendRow, "bets" | "return_on_investment">,
) {
  assert.ok(Math.abs(units - bets * (close.value ?? Number.NaN)) <= 0.00005 * bets + 0.005, `${units} of ${bets} bets`);
}

/** What these print is what the short programs of the Python client find another way; test/oracle/ holds the answers that they read. */
test.each([
  [
    "(b) closing line value of betting the opener at one book",
    "closing-line-value.ts",
    1,
    3,
    /^(?:favorite|underdog)s: \d+ bets, /,
  ],
  ["(e) first-half totals of an NBA season", "first-half-totals.ts", 7, 4, /: \d+ first halves of [\d.]+ points, /],
  ["(g) arbitrage at the close, with closes less than 10 minutes apart", "arbitrage.ts", 6, 1, /^NFL\S+: .*%/],
  ["(h) seven questions of form", "questions-of-form.ts", 7, 8, /: \d+ bets, \d+ won, \d+ lost, \d+ pushes/],
] as const)("%s: %s takes %i requests at most", async (_, program, most, fewestLines, line) => {
  const run = await site.run(program);
  assertRequests(program, run, most);
  assert.ok(run.lines.length >= fewestLines, run.lines.join("\n"));
  for (const said of run.lines.slice(0, -1)) assert.match(said, line);
});

test("(d) a season of NFL games, odds, periods and bets in pandas, with nflverse ids, are as many requests as rows allow", {
  ...skipIf(whyNoPandas),
}, async () => {
  const run = await site.run("season_with_pandas.py");
  const lists = ["/v1/games", "/v1/odds", "/v1/periods", "/v1/bets", "/v1/ids/games"] as const;
  const rows = new Map(
    await Promise.all(lists.map(async (path) => [path, await site.rows(path, season2025)] as const)),
  );
  const count = (path: (typeof lists)[number]) => rows.get(path)?.length ?? 0;
  assertRequests(
    "season_with_pandas.py",
    run,
    lists.reduce((sum, path) => sum + Math.ceil(count(path) / 1000), 0),
  );
  const idsIn = (path: (typeof lists)[number]) => new Set(rows.get(path)?.map(({ game_id }) => game_id)).size;
  assert.deepEqual(
    run.lines.slice(0, 4),
    (["games", "odds", "periods", "bets"] as const).map((name) => {
      const path = `/v1/${name}` as const;
      return `${name}: ${count(path)} rows, ${idsIn(path)} nflverse ids, 0 rows without`;
    }),
  );
  const games: Game[] = rows.get("/v1/games") ?? [];
  assert.equal(games.length, 285);
  const ofTypes: TrendRow[] = await site.rows("/v1/trends", { ...season2025, group_by: "bet_type" });
  for (const trend of ofTypes.filter(({ group }) => /^(moneyline|spread|total)$/.test(group ?? ""))) {
    const [, units = ""] = new RegExp(`(?:^|; )${trend.group} (\\S+?)(?:;|$)`).exec(run.lines[4] ?? "") ?? [];
    assertUnits(Number(units), trend);
  }
});

/** The jobs with the client of Python. The first fence of its page shows the client, and the mirror is a command. */
const shortPrograms = snippetsOf("clients/python/README.md").slice(1);
/** How many requests the tests of the short programs took. */
let ofShortPrograms = 0;
const environment =
  'import os\nos.environ.update(GRADELINE_URL=os.environ["BASE_URL"], GRADELINE_API_KEY=os.environ["API_KEY"])\n';

test("there are six short programs, each of at most ten lines", () => {
  assert.equal(shortPrograms.length, 6);
  for (const { code } of shortPrograms) assert.ok(code.trimEnd().split("\n").length <= 10, code);
});

test("each short program takes the requests that the page says, and finds what the whole programs find", {
  ...skipIf(whyNoPandas),
}, async () => {
  // Programs in Python import what lies beside them.
  const python = join(import.meta.dirname, "../../clients/python/gradeline");
  cpSync(python, join(site.folder, "gradeline"), { recursive: true });
  const games = await site.rows("/v1/games", { sport: "nfl", season: "2025" });
  const before = await site.used();
  const run = async (place: number, ...words: string[]): Promise<Run> => {
    const file = `short-${place}.py`;
    writeFileSync(join(site.folder, file), environment + (shortPrograms[place]?.code ?? assert.fail()));
    const ran = await site.run(file, ...words);
    const [, told = String(ran.requests)] = /\b(\d+) requests$/.exec(ran.lines.at(-1) ?? "") ?? [];
    assert.equal(told, String(ran.requests), "it counts as the quota does");
    return ran;
  };
  const underdogs = await run(0);
  assert.deepEqual([underdogs.requests, underdogs.lines], [1, (await site.run("road-underdogs.ts")).lines]);

  const values = await run(1);
  assert.equal(values.requests, 1);
  for (const [index, told] of (await site.run("closing-line-value.ts")).lines.slice(0, 2).entries())
    assert.ok(told.startsWith(values.lines[index] ?? "nothing"), `${told}\n${values.lines[index]}`);

  const movement = await run(2, games.at(-1).game_id);
  assert.equal(movement.requests, 1);
  assert.match(movement.lines.at(-1) ?? "", /\d+ books, \d+ runs, 1 requests$/);

  const season = await run(3);
  assert.equal(season.requests, 20);
  assert.deepEqual(season.lines.slice(0, 4), (await site.run("season_with_pandas.py")).lines.slice(0, 4));

  const halves = await run(4);
  assert.equal(halves.requests, 2);
  const [all = ""] = (await site.run("first-half-totals.ts")).lines;
  assert.ok(all.startsWith(halves.lines[0] ?? "nothing"), `${all}\n${halves.lines[0]}`);

  const arbitrage = await run(5);
  const found = (await site.run("arbitrage.ts")).lines.flatMap(
    (told) => /^(NFL\S+): .* (\d+\.\d\d%)/.exec(told)?.slice(1).join(": ") ?? [],
  );
  assert.deepEqual([arbitrage.requests, arbitrage.lines.filter((told) => told.startsWith("NFL"))], [6, found]);
  ofShortPrograms = (await site.used()) - before;
});

test("(f) a nightly mirror is right after a correction with 2 requests a night", async () => {
  const mirrored = () => {
    const { games } = JSON.parse(readFileSync(join(site.folder, "mirror.json"), "utf8")) as {
      games: Record<string, Game>;
    };
    return Object.values(games).toSorted((a, b) => (a.game_id < b.game_id ? -1 : 1));
  };
  const served = async (): Promise<Game[]> =>
    (await site.rows("/v1/games", { sport: "nfl" })).toSorted((a, b) => (a.game_id < b.game_id ? -1 : 1));
  const first = await site.run("nightly-mirror.ts");
  assert.ok(first.requests <= mostAMinute);
  assert.deepEqual(mirrored(), await served());

  // The night brings a final, and a correction of a score of last November.
  const records = sampleRecords({ seed: 1, extent: [2025, 2026].map((season) => ({ sport: "nfl", season })) });
  const games = [...records].filter((record): record is GameRecord => record.type === "game");
  const next = games.find(({ status }) => status === "scheduled") ?? assert.fail();
  const wrong = games.find(({ game_date: date }) => date !== null && date >= "2025-11-01") ?? assert.fail();
  const night: GameRecord[] = [
    { ...next, status: "final", home_score: 20, away_score: 17, line_score: null },
    { ...wrong, home_score: (wrong.home_score ?? 0) + 1, line_score: null },
  ];
  await site.night(
    night.map((record) => ({ record })),
    "2026-11-20T10:00:00.000Z",
  );
  const before = mirrored();
  const second = await site.run("nightly-mirror.ts");
  assertRequests("nightly-mirror.ts", second, 2);
  const now = await served();
  assert.deepEqual(mirrored(), now);
  assert.equal(now.length, before.length + 1);
  const changed = before.filter(
    (game) => JSON.stringify(game) !== JSON.stringify(now.find((each) => each.game_id === game.game_id)),
  );
  assert.deepEqual(
    changed.map(({ game_date }) => game_date),
    [wrong.game_date],
  );

  // Nothing new is one request.
  assert.equal((await site.run("nightly-mirror.ts")).requests, 1);
  assert.deepEqual(mirrored(), now);
});

test("all of it fits into one trial", async (context) => {
  const used = (await site.used()) - ofShortPrograms;
  context.annotate(`${used} requests`);
  assert.ok(used < 50, `${used} requests, and the page says fewer than 50`);
});

test("arbitrage is found where there is some, which no sample season of the NFL has to have", async () => {
  const { lines } = await site.run("arbitrage.ts", "ncaaf", "2024");
  assert.ok(lines.length > 1, "the season has some");
  assert.ok(lines.every((line) => Number(/([\d.]+) minutes apart$/.exec(line)?.[1] ?? 0) < 10));
});
