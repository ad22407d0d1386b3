/**
 * The skill for coding assistants, made of the docs for callers: clients/skill/SKILL.md, which an assistant reads first, and its
 * references, which are pages of docs/api.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type DocsPage, docsPages } from "../docs/pages.ts";

const root = join(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Pages that a program is not written by: overviews, histories, and what is made of the OpenAPI document. */
const leftOut = ["overview", "reference", "changelog"];

type Reference = DocsPage & { readonly file: string };
const nameOf = ({ file }: Reference): string => basename(file, ".md");
const references = docsPages.filter(
  (page): page is Reference => page.file !== null && !leftOut.includes(basename(page.file, ".md")),
);

/** The files of the skill by their paths below its folder. */
export function skillFiles(): ReadonlyMap<string, string> {
  const rows = references.map((page) => `| [${page.title}](references/${nameOf(page)}.md) | ${page.summary} |`);
  const [, checks] = /^### The order of checks\n\n([\s\S]*?)\n(?=#)/m.exec(read("docs/api/limits.md")) ?? [];
  if (checks === undefined) throw new Error("docs/api/limits.md does not say the order of checks");
  const skill = read("clients/skill/SKILL.md")
    .replace("{{references}}", rows.join("\n"))
    .replace("{{checks}}", linked(checks.trimEnd(), "references/"));
  return new Map([
    ["SKILL.md", skill],
    ...references.map((page): [string, string] => [`references/${nameOf(page)}.md`, linked(read(page.file), "")]),
  ]);
}

/** Links to pages that are references lead to their files; other paths are of the server. */
function linked(markdown: string, folder: string): string {
  return markdown.replace(/\]\(\/docs\/([a-z-]+)(#[^)]*)?\)/g, (link, name: string, anchor = "") =>
    references.some((page) => nameOf(page) === name) ? `](${folder}${name}.md${anchor})` : link,
  );
}
