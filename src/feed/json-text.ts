/** JSON text to a value; text that is not JSON, or an error that a provider sent for an answer, stops the import. */
import { jsonBoundsFault } from "./json-bounds.ts";
import { InputError, ProviderError } from "./refusals.ts";
import { shortened } from "./texts.ts";

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON.parse says where, or shows the text around it. A text that ends there was most likely cut off. */
function describe(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : String(error);
  const place = / at position (\d+)/.exec(message)?.[1];
  const isCut = /^Un(?:expected end of|terminated)/.test(message) || Number(place) >= text.trimEnd().length;
  return `is not JSON: ${isCut ? "it is cut off: " : ""}${message}`;
}

/** The value that a file's text holds. */
export function parseJson(text: string, file: string): unknown {
  const fault = jsonBoundsFault(text);
  if (fault !== null) throw new InputError(file, fault);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(file, describe(text, error), { cause: error });
  }
  const message = errorMessageOf(value);
  if (message !== null) throw new ProviderError(file, message);
  return value;
}

/** Every answer with data has a list or an object in it; an error has only texts and numbers, and one of them says why. */
function errorMessageOf(value: unknown): string | null {
  if (!isObject(value) || Object.values(value).some((each) => typeof each === "object" && each !== null)) return null;
  const { error_code: code } = value;
  const message = [value.message, value.error, value.detail].find((each) => typeof each === "string");
  if (message === undefined) return null;
  const text = shortened(message).replace(/\s+/g, " ").trim();
  return code === undefined ? text : `${text} (${String(code)})`;
}
