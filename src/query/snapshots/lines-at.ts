/** The lines of seasons at moments before the start. Those that were asked for last stay in memory. */
import { LRUCache } from "lru-cache";
import { type MomentMinutes, momentMinutes } from "../../domain/moments.ts";
import { type MomentLines, momentBytes } from "../../release/view/moment-lines.ts";
import type { SeasonLines } from "../../release/view/season-lines.ts";
import type { SeasonShelf } from "../season.ts";

/** Some twenty moments of baseball seasons, for each thread that answers or computes. */
const mostBytes = 64 * 1024 * 1024;

const kept = new LRUCache<string, MomentLines>({
  maxSize: mostBytes,
  sizeCalculation: (moment) => Math.max(1, momentBytes(moment)),
});

/** Seasons have numbers here, so that what is kept of a season does not keep the season itself. */
const numbers = new WeakMap<SeasonLines, number>();
let seasonCount = 0;

/** @throws ReleaseDamaged when they are not as they were written. */
export function linesAt({ lines, linesAtMoment }: SeasonShelf, minutes: MomentMinutes): MomentLines {
  const number = numbers.get(lines) ?? seasonCount++;
  numbers.set(lines, number);
  const key = `${number} ${minutes}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const read = linesAtMoment(momentMinutes.indexOf(minutes));
  kept.set(key, read);
  return read;
}
