/** The oracle is worth something only while it shares no code with what it judges. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "vitest";

const root = join(import.meta.dirname, "../..");
const folder = join(import.meta.dirname, "computed");

/** These publish the sample and ask for pages. They compute no row. */
const around: ReadonlySet<string> = new Set(["sample.ts", "compare.ts"]);

type Import = { readonly isType: boolean; readonly file: string };

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^import (type )?[^"]*?from "(\.[^"]+)";$/gms)].map(([, type, path = ""]) => ({
    isType: type !== undefined,
    file: resolve(dirname(file), path),
  }));
}

test("what computes the oracle's rows takes nothing but types from src/, directly or by way of another file", () => {
  const files = readdirSync(folder).filter((name) => !around.has(name));
  assert.ok(files.length > 8);
  const seen = new Set<string>();
  const waiting = files.map((name) => join(folder, name));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { isType, file: imported } of importsOf(file)) {
      if (isType) continue;
      const path = relative(root, imported);
      assert.ok(!path.startsWith("src/"), `${relative(root, file)} imports ${path}`);
      assert.ok(!around.has(path.replace("test/oracle/computed/", "")), `${relative(root, file)} imports ${path}`);
      waiting.push(imported);
    }
  }
});
