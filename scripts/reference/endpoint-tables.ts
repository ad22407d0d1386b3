/** The tables of endpoints in pages that people wrote: what there is under /v1, and which parameters each endpoint takes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { documentedPath, type Endpoint } from "../../src/contract/endpoint.ts";
import { endpoints } from "../../src/contract/endpoints/all.ts";

const docs = join(import.meta.dirname, "../../docs/api");

export function overviewPage(): string {
  const rows = endpoints.map((endpoint) => {
    const sentence = endpoint.sentence.replace(/\.$/, "");
    return [codeOf(endpoint), endpoint.hasCsv ? `${sentence}; JSON or CSV` : sentence];
  });
  return withTable("overview.md", ["endpoint", "what it answers"], rows);
}

export function referencePage(): string {
  const rows = endpoints.map((endpoint) => [codeOf(endpoint), parametersOf(endpoint)]);
  return withTable("reference.md", ["endpoint", "parameters (bold ones are required)"], rows);
}

function codeOf({ path }: Endpoint): string {
  return `\`${documentedPath(path)}\``;
}

function parametersOf({ isOfGame, parameters }: Endpoint): string {
  const names = Object.entries(parameters).map(([name, { required }]) => (required ? `**${name}**` : name));
  return [...(isOfGame ? ["**game_id** in the path"] : []), ...names].join(", ") || "none";
}

/** The page as it stands, with the rows of one of its tables written anew. The table is found by its head. */
function withTable(file: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const page = readFileSync(join(docs, file), "utf8");
  const lineOf = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const begin = `${lineOf(head)}|---|---|\n`;
  const [before = "", behind, ...more] = page.split(begin);
  if (behind === undefined || more.length > 0) throw new Error(`${file} has not one table of ${head.join(", ")}`);
  return before + begin + rows.map(lineOf).join("") + behind.replace(/^(?:\|.*\n)*/, "");
}
