/** `grade` by the API: the plan holds, nothing is asked above the budget, and both clients write the same. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, test } from "vitest";
import type { BetRow } from "../../../src/contract/rows/bets.ts";
import { startServer } from "../../../src/http/server.ts";
import { openApi, walk } from "../../support/api.ts";
import { publishSampleWeeks } from "../../support/sample-archive.ts";

const site = await openApi();
await publishSampleWeeks(site.database);
await site.shelf.refresh();
const server = await startServer(site.app, { host: "127.0.0.1", port: 0 });
const folder = mkdtempSync(join(tmpdir(), "gradeline-grade-api-"));
afterAll(async () => {
  await server.close();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const root = join(import.meta.dirname, "../../..");
const bin = join(root, "clients/typescript/src/bin.ts");
const programs = {
  typescript: [process.execPath, bin, "grade"],
  python: ["python3", "-m", "gradeline", "grade"],
} as const;

async function grade(language: keyof typeof programs, file: string, ...words: string[]) {
  const [program, ...before] = programs[language];
  const env = { ...process.env, GRADELINE_URL: server.url, GRADELINE_API_KEY: site.key };
  const options = { cwd: join(root, "clients/python"), env, timeout: 120_000 };
  try {
    const { stdout } = await promisify(execFile)(program, [...before, file, ...words], options);
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

const rows = (await walk(site, "/v1/bets?sport=nfl&season=2025&book=draftkings&bet_type=spread,first_half_total", 1000))
  .rows as BetRow[];
const header = "Date,League,Market,Period,Side,Team,Opponent,Line,Odds,Stake,Book";
const bets = rows.map(({ game_date: date, market, period, selection, home, away, open }) =>
  [
    date,
    "NFL",
    market,
    period,
    selection,
    market === "spread" && selection === "away" ? away : home,
    market === "spread" && selection === "away" ? home : away,
    open.line,
    open.price,
    10,
    "DK",
  ].join(","),
);
const file = join(folder, "bets.csv");
writeFileSync(file, `${[header, ...bets].join("\n")}\n`);

test("both clients ask no more than they planned, and write the same rows, with the results of the API", async () => {
  const outs: string[] = [];
  for (const language of ["typescript", "python"] as const) {
    const out = join(folder, `${language}.csv`);
    const { code, text } = await grade(language, file, "--out", out);
    assert.equal(code, 0, text);
    const [, most] = /^At most (\d+) requests/m.exec(text) ?? [];
    const [, made] = /^(\d+) requests were made/m.exec(text) ?? [];
    assert.ok(Number(made) > 0 && Number(made) <= Number(most), text);
    outs.push(readFileSync(out, "utf8"));
  }
  assert.equal(outs[0], outs[1]);
  const results = (outs[0] ?? "")
    .split("\r\n")
    .slice(1, -1)
    .map((line) => / ?,(won|lost|push),/.exec(line)?.[1] ?? null);
  assert.deepEqual(
    results,
    rows.map(({ result }) => result.open),
  );
});

test("above the budget nothing is asked, and the exit code is 2", async () => {
  for (const language of ["typescript", "python"] as const) {
    const { code, text } = await grade(language, file, "--max-requests", "0");
    assert.equal(code, 2, text);
    assert.doesNotMatch(text, /were made/);
  }
});

test("a folder that is no mirror and a file that is no CSV are one sentence, and the exit code is 1", async () => {
  for (const language of ["typescript", "python"] as const) {
    const noMirror = await grade(language, file, "--mirror", folder);
    assert.deepEqual(
      [noMirror.code, noMirror.text.trim()],
      [1, `${folder} is no mirror: it has no gradeline-mirror.json. Make one with pull`],
    );
    const noCsv = await grade(language, join(root, "src/web/assets/icon.svg"), "--mirror", folder);
    assert.equal(noCsv.code, 1);
    assert.match(noCsv.text, /icon\.svg: the header in line 1 has no column for/);
  }
});
