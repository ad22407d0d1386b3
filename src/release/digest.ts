/** A digest of all the values of a game, by which a publish sees which games are new without reading those of before. */
import { hash } from "node:crypto";
import type { GameValues } from "./values.ts";

/** 128 bits: two games with other values never have the same. */
export function digestOf({ facts, ids, doubts, lines, path }: GameValues): string {
  const text = JSON.stringify([facts, ids, doubts, hash("sha256", lines), hash("sha256", path)]);
  return hash("sha256", text).slice(0, 32);
}
