/** Checksums of rows in the database. CRC-32 finds every flipped bit and every burst of 32. */
import { crc32 } from "node:zlib";

/** The checksum of a row, or of rows in their order. */
export function valuesChecksum(values: readonly unknown[]): string {
  return crc32(JSON.stringify(values)).toString(16).padStart(8, "0");
}
