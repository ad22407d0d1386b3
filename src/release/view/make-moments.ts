/**
 * Makes the lines of each moment before the start of the paths of lines: of each book the last capture without doubt until then,
 * and the consensus of those that are young enough.
 */
import { consensusBookId } from "../../domain/books.ts";
import { minuteMs } from "../../domain/durations.ts";
import { momentMinutes } from "../../domain/moments.ts";
import { lineKey } from "../packed-lines.ts";
import { doubtOf, noSeenTime, type PackedPath, unpackPath } from "../packed-path.ts";
import { addConsensus } from "./moment-consensus.ts";
import { emptyMoment, type MomentLines } from "./moment-lines.ts";
import type { SeasonLines } from "./season-lines.ts";

/**
 * In the order of `momentMinutes`. A series of which every capture is in doubt has no entry in the lines of the season, and none here.
 * @param paths the packed path of each game.
 */
export function makeMoments(
  lines: SeasonLines,
  startMs: Float64Array,
  paths: readonly Uint8Array[],
): readonly MomentLines[] {
  const moments = momentMinutes.map(() => emptyMoment(lines.bookIds.length));
  const slotKeys = lines.slots.map(({ period, market }) => lineKey(period, market, 0));
  for (const [game, packed] of paths.entries()) {
    const path = unpackPath(packed);
    let series = 0;
    for (const [slot, slotKey] of slotKeys.entries()) {
      const at = game * slotKeys.length + slot;
      const end = lines.from[at + 1] as number;
      for (let entry = lines.from[at] as number; entry < end; entry++) {
        const bookId = lines.bookIds[entry] as number;
        if (bookId === consensusBookId) continue;
        while ((path.keys[series] as number) < slotKey + bookId) series++;
        if (path.keys[series] === slotKey + bookId) addSeries(moments, entry, path, series, startMs[game] as number);
      }
    }
    addConsensus(moments, lines, game);
  }
  return moments;
}

/** The runs of a series are in order of time, and what a provider states without a time is at no moment. */
function addSeries(
  moments: readonly MomentLines[],
  entry: number,
  { ends, seenAt, times, flags, quarters, prices }: PackedPath,
  series: number,
  startMs: number,
): void {
  let run = ends[series - 1] ?? 0;
  let last = -1;
  for (const [place, moment] of moments.entries()) {
    const momentMs = startMs - (momentMinutes[place] as number) * minuteMs;
    for (; run < (ends[series] as number); run++) {
      const firstSeen = seenAt[2 * run] as number;
      if (firstSeen === noSeenTime) continue;
      if ((times[firstSeen] as number) > momentMs) break;
      if (doubtOf(flags[run] as number) === 0) last = run;
    }
    if (last === -1) continue;
    const lastSeenMs = times[seenAt[2 * last + 1] as number] as number;
    moment.ages[entry] = Math.max(0, Math.round((10 * (momentMs - lastSeenMs)) / minuteMs));
    moment.quarters[entry] = quarters[last] as number;
    moment.prices[2 * entry] = prices[2 * last] as number;
    moment.prices[2 * entry + 1] = prices[2 * last + 1] as number;
  }
}
