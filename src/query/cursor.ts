/**
 * Cursors [D-28]. A cursor says where a page ended and which question the page answered, and is sealed so that a changed
 * character shows. The seal guards against accidents and guesses only: a cursor holds nothing that the page did not show.
 * Its bytes are, in this order:
 *
 *   seal 8 bytes · version 1 · digest of the question 8 · start ms 8 · place within the game 4 · game id
 */
import { hash } from "node:crypto";
import { WrongParameter } from "../contract/parameter.ts";
import type { PageKey } from "./pages.ts";

/** This number goes up when the layout or the order of rows changes, so that older cursors are refused and not misread. */
const version = 2;
const sealContext = "gradeline cursor\0";
const digestBytes = 8;
const versionAt = digestBytes;
const questionAt = versionAt + 1;
const startAt = questionAt + digestBytes;
const withinAt = startAt + 8;
const gameAt = withinAt + 4;

/** The endpoint and its normalised filters. `limit` and `format` are no part of the question, so they may change. */
export type CursorQuestion = readonly [endpoint: string, filters: Readonly<Record<string, unknown>>];

export function writeCursor(question: CursorQuestion, key: PageKey): string {
  const bytes = Buffer.alloc(gameAt + key.gameId.length);
  bytes[versionAt] = version;
  digestOf(question).copy(bytes, questionAt);
  bytes.writeDoubleBE(key.startMs, startAt);
  bytes.writeUInt32BE(key.withinGame, withinAt);
  bytes.write(key.gameId, gameAt, "latin1");
  sealOf(bytes).copy(bytes, 0);
  return bytes.toString("base64url");
}

export function readCursor(text: string, question: CursorQuestion): PageKey {
  const bytes = Buffer.from(text, "base64url");
  // Decoding skips what is not base64url and ignores spare bits; encoding again shows both.
  const isCanonical = bytes.toString("base64url") === text;
  if (!isCanonical || bytes.length <= gameAt || !sealOf(bytes).equals(bytes.subarray(0, digestBytes))) {
    throw new WrongParameter("cursor", "cursor is damaged or was not given by this API");
  }
  if (bytes[versionAt] !== version) throw new WrongParameter("cursor", "cursor is too old: start again without one");
  if (!digestOf(question).equals(bytes.subarray(questionAt, startAt))) {
    throw new WrongParameter(
      "cursor",
      "cursor belongs to another list or other filters: repeat the filters it was given for",
    );
  }
  return {
    startMs: bytes.readDoubleBE(startAt),
    withinGame: bytes.readUInt32BE(withinAt),
    gameId: bytes.toString("latin1", gameAt),
  };
}

function digestOf(question: CursorQuestion): Buffer {
  return hash("sha256", JSON.stringify(question), "buffer").subarray(0, digestBytes);
}

function sealOf(bytes: Buffer): Buffer {
  const sealed = Buffer.concat([Buffer.from(sealContext), bytes.subarray(versionAt)]);
  return hash("sha256", sealed, "buffer").subarray(0, digestBytes);
}
