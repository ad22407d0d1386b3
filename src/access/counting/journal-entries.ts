/**
 * The bytes of a journal: a head that says to which file of accounts it belongs, and then entries, all of the same
 * length. Each has a checksum, so that an entry that was only written in part is recognised.
 */
import { crc32 } from "node:zlib";

/** Requests of a key that were counted at the same moment. */
export type JournalEntry = {
  /** Rises by one with every entry, in the journal and in `request_log` alike. */
  readonly entry: number;
  readonly keyId: string;
  readonly atMs: number;
  readonly requests: number;
};

/** The length of the head, and of every entry. */
export const entryBytes = 64;
/** Where the checksum of all 64 bytes stands, which is made while its own four are zero. */
const checksumAt = 0;
const requestsAt = 4;
const entryAt = 8;
const atMsAt = 16;
const lengthAt = 24;
const keyIdAt = 25;
const magic = "gradeline counts 1\n";
const fileIdBytes = 32;

const holdable = new RegExp(`^[\\x21-\\x7e]{1,${entryBytes - keyIdAt}}$`);

/** Whether an entry has room for the id of this key. The ids that this service gives always fit. */
export function canHold(keyId: string): boolean {
  return holdable.test(keyId);
}

/** @param fileId 32 hexadecimal digits. */
export function headOf(fileId: string): Buffer {
  const head = Buffer.alloc(entryBytes);
  head.write(magic, requestsAt, "latin1");
  head.write(fileId, requestsAt + magic.length, fileIdBytes, "latin1");
  sign(head);
  return head;
}

/** @param bytes the `entryBytes` bytes for the entry. */
export function putEntry(bytes: Buffer, { entry, keyId, atMs, requests }: JournalEntry): void {
  bytes.fill(0, keyIdAt + keyId.length);
  bytes.writeUInt32LE(requests, requestsAt);
  bytes.writeDoubleLE(entry, entryAt);
  bytes.writeDoubleLE(atMs, atMsAt);
  bytes[lengthAt] = keyId.length;
  bytes.write(keyId, keyIdAt, "latin1");
  sign(bytes);
}

export type ReadEntries = {
  readonly entries: readonly JournalEntry[];
  /** The number of bytes up to the end of the last whole entry. What follows was only written in part. */
  readonly wholeBytes: number;
  /** How many entries before that have a wrong checksum. */
  readonly damaged: number;
};

/** @param bytes what follows the head, or an entry. */
export function readEntries(bytes: Buffer): ReadEntries {
  const entries: JournalEntry[] = [];
  let wholeBytes = 0;
  for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
    const own = bytes.subarray(at, at + entryBytes);
    if (!isSigned(own)) continue;
    wholeBytes = at + entryBytes;
    entries.push({
      entry: own.readDoubleLE(entryAt),
      keyId: own.toString("latin1", keyIdAt, keyIdAt + (own[lengthAt] ?? 0)),
      atMs: own.readDoubleLE(atMsAt),
      requests: own.readUInt32LE(requestsAt),
    });
  }
  return { entries, wholeBytes, damaged: wholeBytes / entryBytes - entries.length };
}

function sign(bytes: Buffer): void {
  bytes.writeUInt32LE(0, checksumAt);
  bytes.writeUInt32LE(crc32(bytes), checksumAt);
}

function isSigned(bytes: Buffer): boolean {
  const checksum = bytes.readUInt32LE(checksumAt);
  bytes.writeUInt32LE(0, checksumAt);
  const isRight = checksum === crc32(bytes);
  bytes.writeUInt32LE(checksum, checksumAt);
  return isRight;
}
