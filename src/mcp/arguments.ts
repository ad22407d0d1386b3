/** Reads arguments as the API reads the parameters of a request, so that wrong ones get the same errors. */
import { quoted } from "../contract/hints/quoted.ts";
import { WrongParameter } from "../contract/parameter.ts";
import type { Arguments } from "./tool.ts";

/** The query string of a request with these parameters. Null is as good as not given. @throws WrongParameter */
export function queryOf(given: Arguments): string {
  return Object.entries(given)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${escaped(name)}=${escaped(textOf(name, value))}`)
    .join("&");
}

/** A list of texts or numbers is written with commas between, as in a URL. */
function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => textOf(name, Array.isArray(each) ? {} : each)).join(",");
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw new WrongParameter(name, `${quoted(name)} must be a text, a number, true or false, or a list of these`);
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
