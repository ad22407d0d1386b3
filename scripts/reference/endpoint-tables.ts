/** The tables of endpoints in pages that people wrote: what there is under /v1, and which parameters each endpoint takes. */
import { documentedPath, type Endpoint } from "../../src/contract/endpoint.ts";
import { endpoints } from "../../src/contract/lists/all.ts";
import { type FilledTable, pageWith } from "./filled-tables.ts";

export function endpointsTable(): FilledTable {
  const rows = endpoints.map((endpoint) => {
    const sentence = endpoint.sentence.replace(/\.$/, "");
    return [codeOf(endpoint), endpoint.hasCsv ? `${sentence}; JSON or CSV` : sentence];
  });
  return { head: ["endpoint", "what it answers"], rows };
}

export function referencePage(): string {
  const rows = endpoints.map((endpoint) => [codeOf(endpoint), parametersOf(endpoint)]);
  return pageWith("docs/api/reference.md", [{ head: ["endpoint", "parameters (bold ones are required)"], rows }]);
}

function codeOf({ path }: Endpoint): string {
  return `\`${documentedPath(path)}\``;
}

function parametersOf({ inPath, parameters }: Endpoint): string {
  const names = Object.entries(parameters).map(([name, { required }]) => (required ? `**${name}**` : name));
  const places = Object.keys(inPath).map((name) => `**${name}** in the path`);
  return [...places, ...names].join(", ") || "none";
}
