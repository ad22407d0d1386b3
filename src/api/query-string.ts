/** The query string, read strictly [D-26]: every name known and given once, every value present and well encoded. */
import { withoutKeys } from "../access/keys/keys.ts";
import { invalidParam } from "./errors.ts";

/** What the router hands to the handlers as `request.query`: the text itself, so that nothing is lost before we look. */
export type RawQuery = { readonly raw: string };

export function keepRaw(raw: string): RawQuery {
  return { raw };
}

export function readQueryString(raw: string, isKnown: (name: string) => boolean): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of raw.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName);
    if (name === null || !isKnown(name)) {
      // A key must not come back in an answer, even when it was sent as a name [D-33].
      const shown = withoutKeys(name ?? rawName);
      throw invalidParam(shown, `unknown parameter "${shown}"`);
    }
    if (values.has(name)) throw invalidParam(name, `${name} is given more than once`);
    const value = equals === -1 ? "" : decode(part.slice(equals + 1));
    if (value === null) throw invalidParam(name, `${name} is not well encoded: percent escapes must spell UTF-8 text`);
    if (value === "") throw invalidParam(name, `${name} is empty`);
    values.set(name, value);
  }
  return values;
}

/** Null: not percent-encoded UTF-8, or text with a NUL, which no database takes. */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text.replaceAll("+", " "));
    return decoded.includes("\0") ? null : decoded;
  } catch {
    return null;
  }
}
