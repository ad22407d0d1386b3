/** Reads which part of a body a request asks for (RFC 9110 14). */

/** The places of the first and the last byte. */
export type ByteRange = { readonly first: number; readonly last: number };

const oneRange = /^bytes=[ \t]*(?:(?<first>\d+)-(?<last>\d*)|-(?<suffix>\d+))[ \t]*$/i;

type Asking = {
  readonly range?: string | undefined;
  readonly "if-range"?: string | string[] | undefined;
};

/**
 * Null: all of it, since nothing else was asked for, or what was is malformed, of another unit, several ranges, or of another version.
 * @param etag the strong tag of the body; a date in `If-Range` never matches, because we tell none.
 */
export function byteRangeOf(asking: Asking, etag: string, size: number): ByteRange | "unsatisfiable" | null {
  const { range, "if-range": ifRange } = asking;
  if (range === undefined || (ifRange !== undefined && String(ifRange).trim() !== etag)) return null;
  const { first, last = "", suffix } = oneRange.exec(range.trim())?.groups ?? {};
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? "unsatisfiable" : { first: size - length, last: size - 1 };
  }
  if (first === undefined) return null;
  const [from, to] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== "" && Number(last) < from) return null;
  return from >= size ? "unsatisfiable" : { first: from, last: to };
}
