/** The format that a games or odds list is answered in [D-29]. */
import Negotiator from "negotiator";
import { csvContentType } from "../contract/csv.ts";
import type { Format } from "../release/view/formats.ts";

export const contentTypes: Readonly<Record<Format, string>> = {
  json: "application/json; charset=utf-8",
  csv: csvContentType,
};

/** JSON is first, so that it answers callers without a preference. */
const offered: readonly string[] = [contentTypes.json, contentTypes.csv];

/** The parameter `asked` wins; without it Accept decides by its q-values; JSON answers when Accept leaves nothing. */
export function formatOf(asked: Format | null, accept: string | undefined): Format {
  if (asked !== null) return asked;
  if (accept === undefined || accept === "*/*") return "json";
  return new Negotiator({ headers: { accept } }).mediaType(offered) === contentTypes.csv ? "csv" : "json";
}
