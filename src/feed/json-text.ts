/** JSON text to a value; text that is not JSON, or an error that a provider sent for an answer, stops the import. */
import { jsonBoundsFault } from "./json-bounds.ts";
import { jsonErrorOffset, placeOf } from "./json-place.ts";
import { InputError } from "./refusals.ts";
import { shortened } from "./texts.ts";

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(text: string): string {
  const offset = jsonErrorOffset(text);
  const place = placeOf(text, offset);
  if (offset >= text.trimEnd().length) return `is not JSON: it is cut off at ${place}`;
  const word = /^(?:\w{1,20}|[\s\S])/u.exec(text.slice(offset, offset + 24))?.[0] ?? "";
  return `is not JSON: unexpected ${JSON.stringify(word)} at ${place}`;
}

/** The value that a file's text holds. */
export function parseJson(text: string, file: string): unknown {
  const fault = jsonBoundsFault(text);
  if (fault !== null) throw new InputError(file, fault);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(file, describe(text), { cause: error });
  }
  if (isObject(value) && typeof value.message === "string" && "error_code" in value) {
    // The Odds API answers a refused request with JSON of this form, and a download script may well have saved it.
    const message = shortened(value.message).replace(/\s+/g, " ").trim();
    throw new InputError(file, `is an error of the provider, not data: ${message} (${String(value.error_code)})`);
  }
  return value;
}
