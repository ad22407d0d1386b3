/** `grade` by the API: the plan holds, nothing is asked above the budget, and results are those of the API. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, test } from "vitest";
import { fields } from "../../../clients/typescript/src/grade/columns.ts";
import type { BetRow } from "../../../src/contract/lists/bets.ts";
import { openApi, walk } from "../../support/api.ts";
import { testFolder } from "../../support/folders.ts";
import { gameRecord, items } from "../../support/records.ts";
import { publishItems, publishSampleWeeks } from "../../support/sample.ts";

const site = await openApi();
await publishSampleWeeks(site.database);
const withoutLines = gameRecord({ home_score: 114, away_score: 110 });
await publishItems(site.database, items(withoutLines), "2026-11-01T10:00:00.000Z");
await site.shelf.refresh();
const url = await site.listen();
afterAll(() => site[Symbol.asyncDispose]());
const folder = testFolder("grade-api");

const root = join(import.meta.dirname, "../../..");
const bin = join(root, "clients/typescript/src/bin.ts");

async function grade(file: string, ...words: string[]) {
  const env = { ...process.env, GRADELINE_URL: url, GRADELINE_API_KEY: site.key };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [bin, "grade", file, ...words], {
      env,
      timeout: 120_000,
    });
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

const rows = (await walk(site, "/v1/bets?sport=nfl&season=2025&book=draftkings&bet_type=spread,first_half_total", 1000))
  .rows as BetRow[];
const header = "Date,League,Market,Period,Side,Team,Opponent,Line,Odds,Stake,Book";
const bets = rows.map(({ game_date: date, market, period, selection, home, away, open }) => {
  const teams = market === "spread" && selection === "away" ? [away, home] : [home, away];
  return [date, "NFL", market, period, selection, ...teams, open.line, open.price, 10, "DK"].join(",");
});
const file = join(folder, "bets.csv");
writeFileSync(file, `${[header, ...bets].join("\n")}\n`);

test("no more is asked than was planned, and the results are those of the API", async () => {
  const out = join(folder, "graded.csv");
  const { code, text } = await grade(file, "--out", out);
  assert.equal(code, 0, text);
  const [, most] = /^At most (\d+) requests/m.exec(text) ?? [];
  const [, made] = /^(\d+) requests were made/m.exec(text) ?? [];
  assert.ok(Number(made) > 0 && Number(made) <= Number(most), text);
  const results = readFileSync(out, "utf8")
    .split("\r\n")
    .slice(1, -1)
    .map((line) => / ?,(won|lost|push),/.exec(line)?.[1] ?? null);
  assert.deepEqual(
    results,
    rows.map(({ result }) => result.open),
  );
});

test("a bet on a game without lines is graded by its score", async () => {
  const [own, out] = [join(folder, "without-lines.csv"), join(folder, "graded-without-lines.csv")];
  const picks = ["BOS -3.5", "BOS -4", "NYK ML", "Over 224.5 NYK @ BOS", "BOS -1.5 1H"];
  writeFileSync(own, ["Date,League,Pick,Odds", ...picks.map((pick) => `2025-01-10,NBA,${pick},-110`)].join("\n"));
  const { code, text } = await grade(own, "--out", out);
  assert.equal(code, 0, text);
  assert.match(text, /^5 bets: 1 won, 2 lost, 1 push, 1 not graded\.$/m);
  assert.match(
    readFileSync(out, "utf8"),
    /NBA-20250110-NYK-BOS: no score of the period 1h is known\. Its score decides it: a mirror/,
  );
});

test("the help lists the fields that --map takes", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [bin, "--help"]);
  for (const field of fields) assert.match(stdout, new RegExp(`\\b${field}\\b`));
});

test("above the budget nothing is asked, and the exit code is 2", async () => {
  const { code, text } = await grade(file, "--max-requests", "0");
  assert.equal(code, 2, text);
  assert.doesNotMatch(text, /were made/);
});

test("a folder that is no mirror and a file that is no CSV are one sentence, and the exit code is 1", async () => {
  const noMirror = await grade(file, "--mirror", folder);
  assert.deepEqual(
    [noMirror.code, noMirror.text.trim()],
    [1, `${folder} is no mirror: it has no gradeline-mirror.json. Make one with pull`],
  );
  const noCsv = await grade(join(root, "src/web/assets/icon.svg"), "--mirror", folder);
  assert.equal(noCsv.code, 1);
  assert.match(noCsv.text, /icon\.svg: the header in line 1 has no column for/);
});
