/** The program as package.json describes it: its version, and the page that tells people what it is. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

type Program = { readonly version: string; readonly homepage: string };

/** In the OpenAPI document, in backups, and in every request to a provider. */
export function programVersion(): string {
  return program().version;
}

/** In every request to a provider. */
export function programPage(): string {
  return program().homepage;
}

function program(): Program {
  return JSON.parse(readFileSync(join(import.meta.dirname, "..", "..", "package.json"), "utf8")) as Program;
}
