/** The skill for coding assistants, as its package has it. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path/posix";
import { test } from "vitest";
import { skillFiles } from "../../src/web/clients/skill.ts";

const made = skillFiles();

test("SKILL.md begins with a name and with a description of at most 1,024 characters, and is short", () => {
  const text = made.get("SKILL.md") ?? "";
  const [, name = "", description = ""] = /^---\nname: ([a-z-]+)\ndescription: (.+)\n---\n/.exec(text) ?? [];
  assert.equal(name, "gradeline");
  assert.ok(description.length > 100 && description.length <= 1024);
  assert.ok(!/: /.test(description), "a colon and a space would end the value in YAML");
  assert.ok(text.split("\n").length < 100);
});

test("every link to a file leads to one, and SKILL.md leads to every reference", () => {
  for (const [path, text] of made) {
    for (const [, target = ""] of text.matchAll(/\]\(([^)#:]+\.md)(?:#[^)]*)?\)/g)) {
      if (target.startsWith("/")) continue;
      assert.ok(made.has(join(dirname(path), target)), `${path} leads to ${target}`);
    }
  }
  for (const path of made.keys()) assert.ok(path === "SKILL.md" || made.get("SKILL.md")?.includes(`(${path})`), path);
});
