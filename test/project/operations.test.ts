/** The commands that docs/operations.md and docs/upgrading.md show are commands that exist, with options that they take. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { program } from "../../src/cli/main.ts";
import { snippetsUnder } from "../support/snippets.ts";

const shown = [
  ...snippetsUnder("docs/operations.md", "Back up and restore", "sh", 1),
  ...snippetsUnder("docs/operations.md", "Every night", "sh", 1),
  ...snippetsUnder("docs/operations.md", "Bring one back", "sh", 1),
  ...snippetsUnder("docs/operations.md", "Doctor", "sh", 1),
  ...snippetsUnder("docs/operations.md", "PostgreSQL", "sh", 2),
  ...snippetsUnder("docs/operations.md", "Collect", "sh", 1),
  ...snippetsUnder("docs/operations.md", "Watch", "sh", 1),
  ...snippetsUnder("docs/operations.md", "When providers disagree", "sh", 1),
  ...snippetsUnder("docs/operations.md", "How a number came about", "sh", 1),
  ...snippetsUnder("docs/operations.md", "Whether what is published is right", "sh", 1),
  ...snippetsUnder("docs/operations.md", "The key of the manifests", "sh", 1),
  ...snippetsUnder("docs/operations.md", "Rebuild from the input", "sh", 1),
  ...snippetsUnder("docs/upgrading.md", "One server", "sh", 1),
  ...snippetsUnder("docs/upgrading.md", "From a version before 0.2.0", "sh", 1),
].map((snippet) => JSON.stringify(snippet));

test("every command of docs/operations.md and docs/upgrading.md is one that the command table has", () => {
  const commands = new Set(program().commands.map((command) => command.name()));
  const named = shown.flatMap((text) => [...text.matchAll(/gradeline\.js ([a-z-]+)/g)].map(([, name = ""]) => name));
  assert.ok(named.length > 3, `${named.length} commands are shown`);
  for (const name of named) assert.ok(commands.has(name), name);
});
