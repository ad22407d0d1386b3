/**
 * A move inside a room breaks no test of another: tests reach into the rooms of others by the files that rooms of `src/` import from
 * them, and by those listed here.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "vitest";
import { rooms } from "../rooms.ts";

const root = join(import.meta.dirname, "../..");

/** What tests of other rooms need beside them: what makes data, runs commands, or shows how a store looks from within. */
const doorsForTests: Readonly<Record<string, readonly string[]>> = {
  access: [
    "billing/events.ts",
    "counting/batches.ts",
    "counting/postgres-counting.ts",
    "counting/sqlite-book.ts",
    "periods.ts",
    "tables.ts",
  ],
  api: ["openapi/components.ts"],
  cli: [
    "backup-manifest.ts",
    "check.ts",
    "failure.ts",
    "import.ts",
    "main.ts",
    "output/publish-lines.ts",
    "restore.ts",
  ],
  collect: ["runs/lease.ts"],
  database: ["place.ts", "postgres-client.ts", "uses.ts"],
  domain: ["venues/stadiums.ts"],
  feed: ["team-names.ts"],
  ledger: ["incoming-events.ts"],
  publish: [
    "alarms/figures.ts",
    "alarms/judge-games.ts",
    "build/game-lines.ts",
    "build/line-path.ts",
    "doubt/sheet.ts",
    "doubt/thresholds.ts",
    "match/align.ts",
    "start.ts",
    "write/change-log.ts",
    "write/write-contents.ts",
  ],
  serve: ["computing/answer-questions.ts", "manage.ts", "stripe-webhook.ts"],
  query: [
    "bets/filter.ts",
    "bets/scan.ts",
    "changes.ts",
    "closeness.ts",
    "packed-rows.ts",
    "season-lines.ts",
    "spans.ts",
    "trends/grade.ts",
    "trends/summed.ts",
  ],
  web: [
    "docs/pages.ts",
    "frame/kept-pages.ts",
    "game/routes.ts",
    "get-this/programs.ts",
    "get-this/request.ts",
    "get-this/sheets.ts",
    "get-this/shell.ts",
    "operator-links.ts",
  ],
};

const roomOf = (file: string): string | null => /^src\/([^/]+)\//.exec(file)?.[1] ?? null;
const roomOfTests = (file: string): string | null => {
  const folder = file.split("/")[1] ?? "";
  return Object.entries(rooms).find(([, folders]) => (folders as readonly string[]).includes(folder))?.[0] ?? null;
};

/** Files with examples of imports as texts. */
const withExamples = new Set(["test/project/architecture.test.ts"]);

/** Every import of a file of ours, by paths from the root. */
function importsOf(folder: "src" | "test"): { readonly from: string; readonly to: string }[] {
  const files = globSync(`${folder}/**/*.ts`, { cwd: root }).filter((file) => !withExamples.has(file));
  return files.flatMap((from) => {
    const text = readFileSync(join(root, from), "utf8");
    return [...text.matchAll(/(?:from|import)\s*\(?"(\.{1,2}\/[^"]+\.ts)"/g)].map(([, path = ""]) => {
      return { from, to: relative(root, join(root, dirname(from), path)) };
    });
  });
}

test("tests reach into the rooms of others by their doors alone, and every door that is listed is used", () => {
  const doors = new Set(importsOf("src").flatMap(({ from, to }) => (roomOf(from) === roomOf(to) ? [] : [to])));
  const listed = new Set(
    Object.entries(doorsForTests).flatMap(([room, files]) => files.map((file) => `src/${room}/${file}`)),
  );
  const used = new Set<string>();
  for (const { from, to } of importsOf("test")) {
    const room = roomOf(to);
    if (room === null || room === roomOfTests(from) || doors.has(to)) continue;
    assert.ok(listed.has(to), `${from} imports ${to}, which is inside the room ${room}`);
    used.add(to);
  }
  assert.deepEqual(
    [...listed].filter((file) => !used.has(file)),
    [],
  );
});
