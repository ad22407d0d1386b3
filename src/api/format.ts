/** Which format answers a games or odds list [D-29]. */
import Negotiator from "negotiator";
import type { Format } from "../archive/formats.ts";

export const contentTypes: Readonly<Record<Format, string>> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

/** JSON first: it answers where the caller has no preference. */
const offered: readonly string[] = [contentTypes.json, contentTypes.csv];

/** `asked` is the parameter, and wins; else Accept with its q-values; JSON when that leaves nothing. */
export function formatOf(asked: Format | null, accept: string | undefined): Format {
  if (asked !== null) return asked;
  if (accept === undefined || accept === "*/*") return "json";
  return new Negotiator({ headers: { accept } }).mediaType(offered) === contentTypes.csv ? "csv" : "json";
}
