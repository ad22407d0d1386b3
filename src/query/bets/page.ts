/** Pages of bets, made at the request from the columns of the shelf. */
import type { Page, PageKey, PageRequest } from "../pages.ts";
import type { Span } from "../spans.ts";
import type { BetFilter } from "./filter.ts";
import { BetRows } from "./rows.ts";
import { placeOf, scanBets } from "./scan.ts";

export function betsPage(spans: readonly Span[], filter: BetFilter, { after, limit, format }: PageRequest): Page {
  const rows = new BetRows(format);
  let count = 0;
  let last: PageKey | null = null;
  let hasMore = false;
  scanBets(spans, filter, after, (season, bet) => {
    hasMore = count === limit;
    if (hasMore) return false;
    rows.add(season, bet);
    count++;
    if (count === limit) {
      const { game } = bet;
      last = {
        startMs: season.startMs[game] as number,
        gameId: season.gameIds[game] as string,
        withinGame: placeOf(bet),
      };
    }
    return true;
  });
  return { pieces: count === 0 ? [] : [rows.finish()], count, lastKey: hasMore ? last : null };
}
