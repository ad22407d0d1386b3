/** A digest of all the values of a game, by which a publish sees which games are new without reading those of before. */
import { hash } from "node:crypto";
import type { GameValues } from "./values.ts";

/**
 * 128 bits: two games with other values never have the same. What not every game has, and games had not before, is left out where
 * it is not there, so that no game is published again for it.
 */
export function digestOf({ facts, ids, doubts, lines, path, starters, resumedOn }: GameValues): string {
  const named = starters.home === null && starters.away === null ? [] : [starters];
  const resumed = resumedOn === undefined ? [] : [resumedOn];
  const text = JSON.stringify([facts, ids, doubts, hash("sha256", lines), hash("sha256", path), ...named, ...resumed]);
  return hash("sha256", text).slice(0, 32);
}
