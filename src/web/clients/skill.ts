/**
 * The skill for coding assistants, made of the docs for callers: SKILL.md, which an assistant reads first, and its references, which
 * are pages of docs/api.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type DocsPage, docsPages } from "../docs/pages.ts";

const root = join(import.meta.dirname, "../../..");

/** Pages that a program is not written by: overviews, histories, and what is made of the OpenAPI document. */
const leftOut = ["overview", "reference", "changelog"];

type Reference = DocsPage & { readonly file: string };
const nameOf = ({ file }: Reference): string => basename(file, ".md");
const references = docsPages.filter(
  (page): page is Reference => page.file !== null && !leftOut.includes(basename(page.file, ".md")),
);

/** The files of the skill by their paths below its folder. */
export function skillFiles(): ReadonlyMap<string, string> {
  return new Map([
    ["SKILL.md", skillText()],
    ...references.map((page): [string, string] => [`references/${nameOf(page)}.md`, referenceText(page)]),
  ]);
}

function referenceText(page: Reference): string {
  return linked(readFileSync(join(root, page.file), "utf8"), "");
}

/** Links to pages that are references lead to their files; other paths are of the server. */
function linked(markdown: string, folder: string): string {
  return markdown.replace(/\]\(\/docs\/([a-z-]+)(#[^)]*)?\)/g, (link, name: string, anchor = "") =>
    references.some((page) => nameOf(page) === name) ? `](${folder}${name}.md${anchor})` : link,
  );
}

function skillText(): string {
  const rows = references.map((page) => `| [${page.title}](references/${nameOf(page)}.md) | ${page.summary} |`);
  const conventions = sectionOf("docs/api/limits.md", "The order of checks");
  return [
    "---",
    "name: gradeline",
    "description: Write programs for Gradeline, a read-only HTTP API of graded betting history (completed MLB, NFL, NCAAF, NBA and NHL games, " +
      "opening and closing lines by sportsbook, a consensus, results). Use it when code asks /v1/games, /v1/odds, /v1/bets, /v1/trends or season " +
      "files, grades bets, works out closing line value, or keeps a copy of such data.",
    "---",
    "",
    "# Gradeline",
    "",
    "Programs ask a server below `/v1` with a key in the header `Authorization: Bearer …`. Paths such as `/docs/reference` are of that server, and " +
      "`/v1/openapi.json` describes every endpoint, parameter and field without a key.",
    "",
    "Before you write code, read the reference of what it is about. What most programs get wrong:",
    "",
    "- A list has pages: go on with `next_cursor` and the same filters until it is null. For whole seasons take the files, which cost one request each.",
    "- Every answered request counts, a 304 too; errors do not. Keep ETags, wait for `Retry-After`, and pace by `X-RateLimit-Remaining`.",
    "- A spread is the home side's: negative means home is favored. In `/v1/bets` lines are the selection's own.",
    "- Missing is null and never 0. A push is neither won nor lost.",
    "- `game_date` is a date in New York; join by `game_id`.",
    "- Of a trend say `tries`, `p_adjusted` and `verdict` with the win rate: whoever looks at many sets finds one that looks good.",
    "- With `X-Dataset: sample` all games are invented, and whoever is shown a number has to be told so.",
    "",
    "## References",
    "",
    "| page | what it answers |",
    "|---|---|",
    ...rows,
    "",
    "## The order of checks",
    "",
    linked(conventions, "references/"),
    "",
  ].join("\n");
}

/** The text of a section, without its heading. */
function sectionOf(file: string, heading: string): string {
  const [, text] =
    new RegExp(`^### ${heading}\\n\\n([\\s\\S]*?)\\n(?=#)`, "m").exec(readFileSync(join(root, file), "utf8")) ?? [];
  if (text === undefined) throw new Error(`${file} has no section "${heading}"`);
  return text.trimEnd();
}
