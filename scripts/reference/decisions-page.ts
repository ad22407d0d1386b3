/** The list of the decisions, from the first line of each. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const folder = join(import.meta.dirname, "../../docs/decisions");

function row(file: string): string {
  const [first = ""] = readFileSync(join(folder, file), "utf8").split("\n");
  const title = first.replace(/^# (?:\d{4}\.? )?/, "");
  return `- [${file.slice(0, 4)}](${file}): ${title}`;
}

export function decisionsPage(): string {
  const files = globSync("[0-9]*.md", { cwd: folder }).map((file) => basename(file));
  return `# Decisions

How Gradeline is built, why, and what it costs: one short file for each choice that someone will ask about. They are quoted
by their number, such as "decision 0012". A decision that no longer holds says by which one it was replaced.

Names such as [D-12] are another series. They are rules of what callers are promised, and stand in the
[specification](../specification.md).

${files.toSorted().map(row).join("\n")}
`;
}
