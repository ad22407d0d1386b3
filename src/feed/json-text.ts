/** JSON text to a value; text that is not JSON, or an error that a provider sent for an answer, stops the import. */
import { InputError } from "./refusals.ts";

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that JSON forbids inside a string
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|($))/y;

/** What may come next, after which the token decides. */
type Expecting = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "end";

/**
 * Where text stops being JSON. `JSON.parse` names the position only sometimes, and a person who must repair a file
 * needs it always; this slow walk is only made once the parse has failed.
 */
function errorOffset(text: string): number {
  const open: ("{" | "[")[] = [];
  let expecting: Expecting = "value";
  const afterValue = (): Expecting => (open.length === 0 ? "end" : ", or end");
  for (token.lastIndex = 0; ; ) {
    const start = token.lastIndex;
    const match = token.exec(text);
    if (match === null) return start + (/^[ \t\n\r]*/.exec(text.slice(start, start + 1000))?.[0].length ?? 0);
    const [whole, mark, string, scalar, atEnd] = match;
    const offset = start + whole.length - (mark ?? string ?? scalar ?? "").length;
    if (atEnd !== undefined) return text.length;
    const isValuePlace = expecting === "value" || expecting === "value or ]";
    if (isValuePlace && (string !== undefined || scalar !== undefined)) expecting = afterValue();
    else if (isValuePlace && (mark === "{" || mark === "[")) {
      open.push(mark);
      expecting = mark === "{" ? "key or }" : "value or ]";
    } else if ((expecting === "key" || expecting === "key or }") && string !== undefined) expecting = ":";
    else if (expecting === ":" && mark === ":") expecting = "value";
    else if (mark === "}" && open.at(-1) === "{" && (expecting === "key or }" || expecting === ", or end")) {
      open.pop();
      expecting = afterValue();
    } else if (mark === "]" && open.at(-1) === "[" && (expecting === "value or ]" || expecting === ", or end")) {
      open.pop();
      expecting = afterValue();
    } else if (mark === "," && expecting === ", or end") expecting = open.at(-1) === "{" ? "key" : "value";
    else return offset;
  }
}

const openEnd = /^(?:"(?:[^"\\]|\\.)*\\?|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-)\s*$/s;

function describe(text: string): string {
  const found = errorOffset(text);
  // A download that broke off ends inside a string or a word more often than between two.
  const offset = openEnd.test(text.slice(found)) ? text.length : found;
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const place = `line ${line}, column ${offset - before.lastIndexOf("\n")}`;
  if (offset >= text.trimEnd().length) return `is not JSON: it is cut off at ${place}`;
  const word = /^(?:\w{1,20}|[\s\S])/u.exec(text.slice(offset, offset + 24))?.[0] ?? "";
  return `is not JSON: unexpected ${JSON.stringify(word)} at ${place}`;
}

/** The value that a file's text holds. */
export function parseJson(text: string, file: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(file, describe(text), { cause: error });
  }
  if (isObject(value) && typeof value.message === "string" && "error_code" in value) {
    // The Odds API answers a refused request with JSON of this form, and a download script may well have saved it.
    const message = value.message.replace(/\s+/g, " ").trim();
    throw new InputError(file, `is an error of the provider, not data: ${message} (${String(value.error_code)})`);
  }
  return value;
}
