/** Pages of the path of a game's lines, from the packed value that the archive has of them. */

import { type LineMarket, type LinePeriod, lineMarketOf, linePeriodOf } from "../../domain/periods.ts";
import { lineKeyParts } from "../../release/packed-lines.ts";
import { noSeenTime, openFlag, type PackedPath, statedOpenFlag } from "../../release/packed-path.ts";
import type { Page, PageKey, PageRequest } from "../pages.ts";
import { RowCollector } from "../row-texts/row-collector.ts";
import { LineWriter } from "./writer.ts";

/** Null: all of them. */
export type LineFilter = {
  readonly bookIds: readonly number[] | null;
  readonly market: LineMarket | null;
  readonly period: LinePeriod | null;
};

/**
 * The rows are ordered by series, then by time. The key of a page holds the series as its place within the game, and as its
 * time that of the first capture; see `keyTimeOf`.
 */
export function linesPage(
  path: PackedPath,
  gameId: string,
  filter: LineFilter,
  { after, limit, format }: PageRequest,
): Page {
  const rows = new RowCollector(format);
  const writer = new LineWriter(path, format);
  let last = noRun;
  for (const [series, key] of path.keys.entries()) {
    if (!isWanted(key, filter) || (after !== null && key < after.withinGame)) continue;
    const from = path.ends[series - 1] ?? 0;
    const to = path.ends[series] as number;
    for (let run = from; run < to; run++) {
      if (after !== null && key === after.withinGame && keyTimeOf(path, run, from) <= after.startMs) continue;
      if (rows.count === limit) return { ...rows.finish(), lastKey: keyOf(path, gameId, last) };
      rows.add(writer.row(key, run));
      last = { run, from, key };
    }
  }
  return { ...rows.finish(), lastKey: null };
}

/** A run of a series whose first run is `from`. */
type RunOfSeries = { readonly run: number; readonly from: number; readonly key: number };

const noRun: RunOfSeries = { run: 0, from: 0, key: 0 };

function isWanted(key: number, filter: LineFilter): boolean {
  const { period, market, bookId } = lineKeyParts(key);
  return (
    (filter.period === null || linePeriodOf(period) === filter.period) &&
    (filter.market === null || lineMarketOf(market) === filter.market) &&
    (filter.bookIds === null || filter.bookIds.includes(bookId))
  );
}

function keyOf(path: PackedPath, gameId: string, { run, from, key }: RunOfSeries): PageKey {
  return { startMs: keyTimeOf(path, run, from), gameId, withinGame: key };
}

/**
 * The time of a run within its series as a number that no other of its runs has: that of its first capture. Runs of one
 * moment have an eighth of a millisecond more, each than the one before. A stated opening is before all captures, a stated closing after them.
 */
function keyTimeOf(path: PackedPath, run: number, from: number): number {
  const at = path.seenAt[2 * run] as number;
  if (at === noSeenTime) {
    return (path.flags[run] as number) & (openFlag | statedOpenFlag)
      ? Number.NEGATIVE_INFINITY
      : Number.POSITIVE_INFINITY;
  }
  let before = 0;
  while (run - before > from && path.seenAt[2 * (run - before) - 2] === at) before++;
  return (path.times[at] as number) + before * 0.125;
}
