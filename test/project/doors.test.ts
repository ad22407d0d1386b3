/**
 * A test enters by a door: what a caller, an operator or the next room has. Behind the doors a room may be changed without a test of
 * another room hearing of it.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "vitest";
import { rooms } from "../rooms.ts";

const root = join(import.meta.dirname, "../..");

const doors: readonly RegExp[] = [
  // Rules and data, which are pure.
  /^domain\//,
  /^contract\//,
  /^config\/(?:config|settings)\.ts$/,
  // A feed's text and a provider's answer.
  /^feed\/(?:canonical|files|parse|providers\/[\w-]+)\.ts$/,
  /^cli\/import\.ts$/,
  // A night.
  /^ledger\/import\.ts$/,
  /^publish\/(?:publish|files\/make-files)\.ts$/,
  // A server and a request, a command, an account with its keys.
  /^serve\/(?:open-server|log)\.ts$/,
  /^cli\/(?:main|failure)\.ts$/,
  /^access\/(?:accounts|usage|keys\/(?:account-keys|keys))\.ts$/,
  /^database\/engine\.ts$/,
];

/** How many files behind the doors tests of other rooms still import. It may only become less. */
const mostBehindDoors = 90;

/** The room whose tests are in a file; what tests share in `support` is of none. */
function roomOf(file: string): string | undefined {
  const [, folder = ""] = file.split("/");
  return Object.entries(rooms).find(([, folders]) => (folders as readonly string[]).includes(folder))?.[0];
}

/** Files of `src/` that a test runs, and not those whose types alone it names. */
function runBy(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const named = text.matchAll(/^(?:import|export) (?!type )[^;"]*"(\.[^"]+)";$|\bimport\("(\.[^"]+)"\)/gm);
  const paths = Array.from(named, ([, first = "", dynamic = first]) =>
    relative(root, join(root, dirname(file), dynamic)),
  );
  return paths.filter((path) => path.startsWith("src/")).map((path) => path.slice("src/".length));
}

test("tests of a room import other rooms by their doors; what still does not may only become less", () => {
  const files = globSync("test/**/*.ts", { cwd: root });
  assert.ok(files.length > 300, `${files.length} files were read`);
  const behind = new Map<string, string>();
  for (const file of files) {
    for (const path of runBy(file)) {
      const isOwn = path.split("/")[0] === roomOf(file);
      if (!isOwn && !doors.some((door) => door.test(path))) behind.set(path, file);
    }
  }
  const list = [...behind].map(([path, file]) => `${path} in ${file}`).sort();
  assert.ok(list.length <= mostBehindDoors, `${list.length} files:\n${list.join("\n")}`);
});
