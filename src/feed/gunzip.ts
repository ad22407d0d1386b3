/**
 * Gzip, with bounds: a few bytes of it can stand for gigabytes. Several members in one file are one text, as in `zcat`.
 */
import { pipeline, Readable } from "node:stream";
import { createGunzip, gunzipSync } from "node:zlib";
import { errorCodeOf } from "./open-file.ts";
import { InputError } from "./refusals.ts";

/** Captured odds and canonical records unpack to 25 to 47 times their size, a bomb to 1,000 times. */
export const mostUnpackedRatio = 200;

/** Any file may unpack to so many bytes, however small it is. */
export const alwaysAllowedBytes = 16 << 20;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The bytes that a file of that size may unpack to, and the fault of a file that exceeds them. */
function unpackedBound(packedBytes: number, mostBytes: number): { readonly bytes: number; readonly fault: string } {
  const byRatio = Math.max(alwaysAllowedBytes, packedBytes * mostUnpackedRatio);
  if (byRatio < mostBytes) return { bytes: byRatio, fault: `unpacks to more than ${mostUnpackedRatio} times its size` };
  return { bytes: mostBytes, fault: `unpacks to more than ${mebibytes(mostBytes)}` };
}

export function mebibytes(bytes: number): string {
  return `${(bytes / (1 << 20)).toLocaleString("en-US")} MiB`;
}

function damaged(file: string, error: unknown): InputError {
  const isCut = errorCodeOf(error) === "Z_BUF_ERROR";
  return new InputError(file, isCut ? "is a gzip file that was cut off" : "is a damaged gzip file", { cause: error });
}

/** All of a small file. */
export function gunzip(file: string, bytes: Uint8Array, mostBytes: number): Uint8Array {
  const bound = unpackedBound(bytes.length, mostBytes);
  try {
    return gunzipSync(bytes, { maxOutputLength: bound.bytes });
  } catch (error) {
    if (errorCodeOf(error) === "ERR_BUFFER_TOO_LARGE") throw new InputError(file, bound.fault, { cause: error });
    throw damaged(file, error);
  }
}

/** A file of any size, a piece at a time, of which only one is held. `pieces` are `packedBytes` together. */
export async function* gunzipPieces(
  file: string,
  pieces: AsyncIterable<Uint8Array>,
  packedBytes: number,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  const bound = unpackedBound(packedBytes, mostBytes);
  const unpacked = createGunzip({ chunkSize: 256 << 10 });
  // An error ends the loop below too, which reports it.
  pipeline(Readable.from(pieces), unpacked, () => {});
  let bytes = 0;
  try {
    for await (const piece of unpacked as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      if (bytes > bound.bytes) throw new InputError(file, bound.fault);
      yield piece;
    }
  } catch (error) {
    throw error instanceof InputError ? error : damaged(file, error);
  }
}
