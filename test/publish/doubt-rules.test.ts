/** The rules of doubt are told to callers and operators as they are. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { doubtNames } from "../../src/domain/doubt-names.ts";
import { doubtRules } from "../../src/publish/doubt/rules.ts";

const docs = { "leave out": "docs/api/lines.md", hold: "docs/operations.md" } as const;

test("the docs show every rule of doubt with its sentence, in the order of their numbers", () => {
  for (const [follows, file] of Object.entries(docs)) {
    const text = readFileSync(file, "utf8");
    const rules = doubtNames.filter((name) => doubtRules[name].follows === follows);
    const rows = [...text.matchAll(/^\| `([a-z_]+)` \| (.*) \|$/gm)].filter(([, name]) =>
      rules.some((rule) => rule === name),
    );
    assert.deepEqual(
      rows.map(([, name, sentence]) => [name, sentence]),
      rules.map((name) => [name, doubtRules[name].sentence]),
    );
  }
});
