/** The first moves of a game's lines, out of their path. */
import type { FirstMoveRow } from "../../contract/lists/lines.ts";
import { bookById } from "../../domain/books.ts";
import { type BookShown, firstMoves, type Shown } from "../../domain/first-moves.ts";
import { lineMarketOf, linePeriodOf } from "../../domain/periods.ts";
import { lineKeyParts, noLine } from "../../release/game-lines.ts";
import { doubtOf, type LinePath } from "../../release/line-path.ts";
import { totalTeamOf } from "../line-words.ts";
import type { LineFilter } from "./page.ts";

/** By period and market, in order of time; of all books, whichever are asked for. */
export function firstMovesOf(path: LinePath, { period, market }: Omit<LineFilter, "bookIds">): FirstMoveRow[] {
  const bySlot = new Map<string, { readonly parts: ReturnType<typeof lineKeyParts>; readonly books: BookShown[] }>();
  for (const [series, key] of path.keys.entries()) {
    const parts = lineKeyParts(key);
    if (period !== null && linePeriodOf(parts.period) !== period) continue;
    if (market !== null && lineMarketOf(parts.market) !== market) continue;
    const name = `${parts.period} ${parts.market}`;
    const slot = bySlot.get(name) ?? { parts, books: [] };
    slot.books.push({ bookId: parts.bookId, shown: shownIn(path, series) });
    bySlot.set(name, slot);
  }
  return [...bySlot.values()].flatMap(({ parts, books }) => firstMoves(books).map((move) => rowOf(parts, move)));
}

/** Runs in doubt, and those of which a source states no time, are left out. */
function shownIn(path: LinePath, series: number): Shown[] {
  const shown: Shown[] = [];
  for (let run = path.ends[series - 1] ?? 0; run < (path.ends[series] as number); run++) {
    const atMs = path.firstMs[run] as number;
    if (Number.isNaN(atMs) || doubtOf(path.flags[run] as number) !== 0) continue;
    const quarters = path.quarters[run] as number;
    const quote = {
      line: quarters === noLine ? null : quarters / 4,
      first: path.prices[2 * run] || null,
      second: path.prices[2 * run + 1] || null,
    };
    shown.push({ atMs, quote });
  }
  return shown;
}

function rowOf(
  { period, market }: ReturnType<typeof lineKeyParts>,
  { atMs, bookIds, from, to, followedAfterSeconds, medianSeconds }: ReturnType<typeof firstMoves>[number],
): FirstMoveRow {
  return {
    period: linePeriodOf(period),
    market: lineMarketOf(market),
    team: totalTeamOf(market),
    moved_at: new Date(atMs).toISOString(),
    books: bookIds.map((id) => bookById(id)?.slug ?? String(id)).join("|"),
    from: from.line,
    to: to.line,
    from_price: from.first,
    to_price: to.first,
    points: from.line === null || to.line === null ? null : to.line - from.line,
    followers: followedAfterSeconds.length,
    first_follow_seconds: followedAfterSeconds[0] as number,
    median_follow_seconds: medianSeconds,
    last_follow_seconds: followedAfterSeconds.at(-1) as number,
  };
}
