/** The TypeScript client imports nothing of the server, and for browsers nothing of Node. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "vitest";

const folder = join(import.meta.dirname, "../../clients/typescript/src");
const files = globSync("**/*.ts", { cwd: folder });

/** @param isForTypes whether imports of types count, too. */
function importsOf(file: string, isForTypes: boolean): string[] {
  const text = readFileSync(join(folder, file), "utf8");
  const found = text.matchAll(/(?:^|\n)(import|export)( type)? [^;]*?from "([^"]+)"|import\("([^"]+)"\)/g);
  return [...found].flatMap(([, , type, name, dynamic]) =>
    type !== undefined && !isForTypes ? [] : [name ?? dynamic ?? ""],
  );
}

test("no file imports anything but its neighbours and modules of Node", () => {
  assert.ok(files.length > 20);
  for (const file of files)
    for (const name of importsOf(file, true)) {
      if (name.startsWith("node:")) continue;
      assert.match(name, /^\.\.?\/.*\.ts$/, `${file}: ${name}`);
      const place = relative(folder, join(folder, dirname(file), name));
      assert.ok(
        !place.startsWith("..") || place.startsWith("../types/"),
        `${file} imports ${name}, which is not of the client`,
      );
    }
});

test("what a browser loads imports no module of Node", () => {
  const seen = new Set(["index.ts"]);
  for (const file of seen)
    for (const name of importsOf(file, false)) {
      assert.doesNotMatch(name, /^node:/, file);
      seen.add(relative(folder, join(folder, dirname(file), name)));
    }
  assert.ok(seen.has("asking.ts") && seen.has("plan.ts"));
});
