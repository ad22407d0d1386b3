/** A digest of all the values of a game, by which a publish sees which games are new without reading those of before. */
import { hash } from "node:crypto";
import type { GameValues } from "./values.ts";

/**
 * 128 bits: two games with other values never have the same. A game without starters has the digest that it had before there were
 * any, so that it is not published again.
 */
export function digestOf({ facts, ids, doubts, lines, path, starters }: GameValues): string {
  const named = starters.home === null && starters.away === null ? [] : [starters];
  const text = JSON.stringify([facts, ids, doubts, hash("sha256", lines), hash("sha256", path), ...named]);
  return hash("sha256", text).slice(0, 32);
}
