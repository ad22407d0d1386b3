/** The docs name every setting, command, error and route; what they name exists. */
import assert from "node:assert/strict";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { mayImport } from "../../scripts/write-import-rules.ts";
import { billingEventTypes } from "../../src/access/billing/events.ts";
import { program } from "../../src/cli/main.ts";
import { settingNames } from "../../src/config/settings.ts";
import { pages, snippetsOf } from "../support/docs.ts";

const root = join(import.meta.dirname, "../..");

test("the map of ARCHITECTURE.md has every folder of src, and no other", () => {
  const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const shown = [...architecture.matchAll(/^\| `([a-z]+)\/` \| /gm)].map(([, folder = ""]) => folder);
  const entries = readdirSync(join(root, "src"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(shown.toSorted(), folders.toSorted());
});

test("ARCHITECTURE.md says who may import whom as the table of the rules does", () => {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split("## Who may import whom")[1] ?? "";
  const [paragraph = ""] = text.trim().split("\n\n");
  const said = paragraph.replaceAll("\n", " ").replace(/\.$/, "").split("; ");
  const told = said.flatMap((each) => {
    const [left = "", right = ""] = each.split(" ← ");
    const allowed = right === "nothing of ours" ? [] : right.split(", ");
    return left.split(", ").map((folder) => [folder, allowed.toSorted()] as const);
  });
  const plain = Object.entries(mayImport).filter(([folder]) => folder !== "serve" && folder !== "cli");
  assert.deepEqual(
    Object.fromEntries(told.filter(([folder]) => folder !== "serve" && folder !== "cli")),
    Object.fromEntries(plain.map(([folder, allowed]) => [folder, allowed.toSorted()])),
  );
});

test("every decision has a question and its answer", () => {
  const files = globSync("docs/decisions/*.md", { cwd: root });
  assert.ok(files.length >= 20, `${files.length} decisions`);
  for (const file of files) {
    assert.match(readFileSync(join(root, file), "utf8"), /^# .+\n\*\*Question\.\*\* .+\*\*Answer\.\*\* /s, file);
  }
});

test("every gradeline command that README and the pages for operators type exists, with the options that it shows", () => {
  const typed = pages
    .filter((page) => page === "README.md" || /^docs\/[\w-]+\.md$/.test(page))
    .flatMap(snippetsOf)
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => [
      ...code.replaceAll("\\\n", " ").matchAll(/(?<!=)(?:gradeline )*gradeline(?:\.js)? ([a-z][^#\n|;&<>)'"]*)/g),
    ])
    .map(([, line = ""]) => line.trim().split(/\s+/));
  assert.ok(typed.length >= 20, `${typed.length} commands are shown`);
  for (const words of typed) {
    let command = program();
    for (const word of words) {
      const next = command.commands.find((each) => each.name() === word);
      if (next === undefined) break;
      command = next;
    }
    assert.equal(command.commands.length, 0, `${words.join(" ")} is no whole command`);
    for (const option of words.filter((word) => word.startsWith("--"))) {
      const [name] = option.split("=");
      assert.ok(
        command.options.some((each) => each.long === name),
        `${words.join(" ")}: ${option}`,
      );
    }
  }
});

test("--help names every setting", () => {
  const texts: string[] = [];
  program()
    .configureOutput({ writeOut: (text) => void texts.push(text) })
    .outputHelp();
  for (const name of settingNames) assert.match(texts.join(""), new RegExp(`\\b${name}\\b`));
});

test("docs/install.md names every setting and every event of billing", () => {
  const page = readFileSync(join(root, "docs/install.md"), "utf8");
  for (const name of settingNames.filter((each) => /^STRIPE_(?!API)/.test(each))) assert.ok(page.includes(name), name);
  for (const type of billingEventTypes) {
    const [, last = ""] = /^customer\.subscription(\..+)$/.exec(type) ?? [];
    assert.ok(page.includes(`\`${type}\``) || (last !== "" && page.includes(`\`${last}\``)), type);
  }
});

test("the glossary has the words that could mean two things, each once", () => {
  const words = readFileSync(join(root, "docs/api/glossary.md"), "utf8").matchAll(
    /^(?:\| ([a-z][a-z ]*) \| |### (.*))/gm,
  );
  const settled = [...words].map(([, word, term = ""]) => word ?? term.toLowerCase()).filter((word) => word !== "word");
  for (const word of ["take", "gate", "standing", "ledger", "moment", "night", "event", "capture", "quote"]) {
    assert.ok(settled.includes(word), word);
  }
  assert.deepEqual(settled, [...new Set(settled)]);
});

test("every file of the repository that a page names is there", () => {
  const pages = ["*.md", "docs/**/*.md", "clients/**/*.md"].flatMap((pattern) => globSync(pattern, { cwd: root }));
  const named = pages.flatMap((page) =>
    [
      ...readFileSync(join(root, page), "utf8").matchAll(
        /`((?:src|test|scripts|sample|ops|bin|lint)\/[\w./-]+\.\w+)`/g,
      ),
    ].map(([, file = ""]) => ({ page, file })),
  );
  assert.ok(named.length > 50, "files are named");
  assert.deepEqual(
    named.filter(({ file }) => !existsSync(join(root, file))),
    [],
  );
});
