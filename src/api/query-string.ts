/** Reads the query string strictly [D-26]: every name must be known and given once, every value present and well encoded. */
import { invalidParam } from "./errors.ts";
import { unknownParameterMessage } from "./hints/names.ts";
import { shownName } from "./hints/quoted.ts";

/** The router hands the text itself to the handlers as `request.query`, so that nothing is lost before we read it. */
export type RawQuery = { readonly raw: string };

export function keepRaw(raw: string): RawQuery {
  return { raw };
}

/**
 * @param names of the parameters that the endpoint takes.
 * @throws ApiError naming the first part that is wrong.
 */
export function readQueryString(raw: string, names: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of raw.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName);
    if (name === null || !names.includes(name)) {
      const sent = name ?? rawName;
      throw invalidParam(shownName(sent), unknownParameterMessage(sent, names));
    }
    if (values.has(name)) throw invalidParam(name, `${name} is given more than once`);
    const value = equals === -1 ? "" : decode(part.slice(equals + 1));
    if (value === null) throw invalidParam(name, `${name} is not well encoded: percent escapes must spell UTF-8 text`);
    if (value === "") throw invalidParam(name, `${name} is empty`);
    values.set(name, value);
  }
  return values;
}

/** Null when the text is no percent-encoded UTF-8, or has a NUL, which no database takes. */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text.replaceAll("+", " "));
    return decoded.includes("\0") ? null : decoded;
  } catch {
    return null;
  }
}
