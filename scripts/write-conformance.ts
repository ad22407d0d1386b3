/** Writes docs/conformance.md from the list in test/conformance. Run it when a sentence or a test's name changes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sentence } from "../test/conformance/sentence.ts";
import { documents } from "../test/conformance/sentences.ts";
import { fullName } from "../test/conformance/test-names.ts";

export const conformanceFile = join(import.meta.dirname, "../docs/conformance.md");

/** Links a sentence to its decision or addition in the specification, or to the page's beginning when it belongs to none. */
function linked({ id }: Sentence): string {
  const [, series, number] = /^([AD])-(\d+)\./.exec(id) ?? [];
  return `[${id}](specification.md${series === undefined ? "" : `#${series.toLowerCase()}-${number}`})`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function heldBy(sentence: Sentence): string {
  if ("none" in sentence) return `No test: ${sentence.none}`;
  const tests = sentence.tests.map(([file, name]) => `${fullName(file, name).replaceAll("`", "'")} (\`${file}\`)`);
  return [...tests, ...(sentence.note === undefined ? [] : [`Note: ${sentence.note}`])].join("<br>");
}

export function conformanceText(): string {
  const all = documents.flatMap(({ sections }) => sections).flatMap(({ sentences }) => sentences);
  const none = all.filter((sentence) => "none" in sentence).length;
  const noted = all.filter((sentence) => "tests" in sentence && sentence.note !== undefined).length;
  const lines = [
    "# Conformance",
    "",
    "Every sentence and table row of the specification, and the tests that hold it. An ellipsis in a test's",
    "name stands for a value. `node scripts/write-conformance.ts` writes this page from `test/conformance`;",
    "`test/conformance/conformance.test.ts` fails when a sentence has no test, when a test that is named does not exist,",
    "and when this page is not what the list makes.",
    "",
    `${all.length} sentences: ${all.length - none} held by tests (${noted} of them in part, see their notes), ` +
      `${none} that no test can hold.`,
  ];
  for (const { name, sections } of documents) {
    lines.push("", `## ${name}`);
    for (const { title, sentences } of sections) {
      lines.push("", `### ${title}`, "", "| Id | Sentence | Held by |", "|---|---|---|");
      for (const sentence of sentences) {
        lines.push(`| ${linked(sentence)} | ${cell(sentence.text)} | ${cell(heldBy(sentence))} |`);
      }
    }
  }
  return `${lines.join("\n")}\n`;
}

if (import.meta.main) writeFileSync(conformanceFile, conformanceText());
