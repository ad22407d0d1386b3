/** ANSWERS_DIR: every answer as a file with the time of its capture, for so many days. */
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, test } from "vitest";
import type { Ask } from "../../src/collect/asking/ask.ts";
import { keptAnswers } from "../../src/collect/asking/kept-answers.ts";
import { seenAtOfFileName } from "../../src/feed/providers/the-odds-api.ts";

const root = mkdtempSync(join(tmpdir(), "gradeline-answers-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const at = Date.parse("2026-07-05T06:15:27.900Z");
const url = new URL("https://odds.example/v4/odds?apiKey=s3cr3t");
const ask: Ask = {
  ...{ provider: "the-odds-api", url, label: "https://odds.example/v4/odds", format: "json" },
  ...{ sport: "mlb" },
};
const bytes = (text: string) => new TextEncoder().encode(text);

function keeper(days = 2) {
  const folder = mkdtempSync(join(root, "folder-"));
  const errors: unknown[] = [];
  const log = { error: (...words: unknown[]) => void errors.push(words) };
  return { folder, errors, keep: keptAnswers({ folder, days, log }) };
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test("a kept answer is the answer, under its provider, day and second, and its name tells the import when it was seen", () => {
  const { folder, keep } = keeper();
  keep(ask, bytes("[]"), at);
  const [name = "", ...more] = readdirSync(join(folder, "the-odds-api", "2026-07-05"));
  assert.match(name, /^mlb-20260705T061527Z-[0-9a-f]{12}\.json\.gz$/);
  assert.equal(more.length, 0, "nothing unfinished is left");
  assert.equal(seenAtOfFileName(name), "2026-07-05T06:15:27Z");
  assert.equal(gunzipSync(readFileSync(join(folder, "the-odds-api", "2026-07-05", name))).toString(), "[]");
});

test("answers of one second are apart, and text is CSV", () => {
  const { folder, keep } = keeper();
  keep(ask, bytes("[1]"), at);
  keep({ ...ask, label: `${ask.label}/2` }, bytes("[1]"), at);
  keep({ ...ask, provider: "nflverse", format: "text", sport: "nfl" }, bytes("a,b"), at);
  const kept = filesIn(folder)
    .map((name) => name.replace(/-[0-9a-f]{12}/, ""))
    .sort();
  assert.deepEqual(kept, [
    "mlb-20260705T061527Z.json.gz",
    "mlb-20260705T061527Z.json.gz",
    "nfl-20260705T061527Z.csv.gz",
  ]);
});

test("days that are too old are removed, and nothing else in the folder", () => {
  const { folder, keep } = keeper(2);
  const ofProvider = join(folder, "the-odds-api");
  for (const day of ["2026-07-01", "2026-07-02", "2026-07-03", "notes"])
    mkdirSync(join(ofProvider, day), { recursive: true });
  writeFileSync(join(ofProvider, "2026-07-01", "old.json.gz"), "");
  keep(ask, bytes("[]"), at);
  assert.deepEqual(readdirSync(ofProvider).sort(), ["2026-07-03", "2026-07-05", "notes"]);
});

test("a folder that cannot be written to is told of in the log, and the answer is used all the same", () => {
  const { folder, errors, keep } = keeper();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "a file");
  chmodSync(folder, 0o400);
  keep(ask, bytes("[]"), at);
  assert.equal(errors.length, 1);
  assert.ok(existsSync(folder));
  assert.doesNotMatch(JSON.stringify(errors), /s3cr3t/);
});
