/** From the bytes of an answer to its payload: unpacked, as text, and no web page. */
import { textOfBytes } from "../../feed/files.ts";
import { gunzip } from "../../feed/gunzip.ts";
import { parseJson } from "../../feed/json-text.ts";
import { InputError } from "../../feed/refusals.ts";
import type { Ask } from "./ask.ts";

type Body =
  | { readonly kind: "read"; readonly payload: unknown; readonly bytes: Uint8Array }
  | { readonly kind: "unread"; readonly reason: "truncated" | "not-data" | "too-large"; readonly detail: string };

/** @param encoding the header Content-Encoding. @param mostBytes of the body unpacked. */
export function readBody(
  { label, format }: Pick<Ask, "label" | "format">,
  packed: Uint8Array,
  encoding: string | null,
  mostBytes: number,
): Body {
  try {
    const bytes = unpacked(label, packed, encoding, mostBytes);
    if (bytes === null) return unread("not-data", `it is packed as ${JSON.stringify(encoding?.slice(0, 40))}`);
    const text = textOfBytes(label, bytes);
    return { kind: "read", payload: format === "json" ? parseJson(text, label) : text, bytes };
  } catch (error) {
    if (error instanceof InputError) return faultOf(error.message.slice(label.length + 2));
    throw error;
  }
}

function unread(reason: "truncated" | "not-data" | "too-large", detail: string): Body {
  return { kind: "unread", reason, detail };
}

/** @param problem what was found, such as "is not JSON: it is cut off at line 3". */
function faultOf(problem: string): Body {
  // JSON.parse shows some of the text around a fault, which may be a part of a key that the provider repeats.
  const detail = `it ${problem.replace(/, (?:\.\.\.)?".*$/, "")}`;
  if (/cut off|^is empty$/.test(problem)) return unread("truncated", detail);
  return unread(/unpacks to more/.test(problem) ? "too-large" : "not-data", detail);
}

/** Null when it is packed in a way that was not asked for. */
function unpacked(label: string, packed: Uint8Array, encoding: string | null, mostBytes: number): Uint8Array | null {
  const how = encoding?.trim().toLowerCase() ?? "";
  if (how === "" || how === "identity") return packed;
  return how === "gzip" || how === "x-gzip" ? gunzip(label, packed, mostBytes) : null;
}
