/** The version that this program says it is: in the OpenAPI document, and in backups. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function programVersion(): string {
  const file = join(import.meta.dirname, "..", "..", "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
}
