/** Pages of bets, made at the request from the columns of the shelf. */
import { betColumns } from "../../contract/lists/bets.ts";
import { RowWriter } from "../made-rows.ts";
import type { Page, PageKey, PageRequest } from "../pages.ts";
import type { Span } from "../spans.ts";
import type { BetFilter } from "./filter.ts";
import { BetRows } from "./row.ts";
import { placeOf, scanBets } from "./scan.ts";

export function betsPage(spans: readonly Span[], filter: BetFilter, { after, limit, format }: PageRequest): Page {
  const writer = new RowWriter(betColumns, format);
  const rows = new BetRows(filter.atMoment);
  let last: PageKey | null = null;
  let hasMore = false;
  scanBets(spans, filter, after, (season, bet) => {
    hasMore = writer.count === limit;
    if (hasMore) return false;
    writer.add(rows.row(season, bet));
    if (writer.count === limit) {
      const { game } = bet;
      last = {
        startMs: season.startMs[game] as number,
        gameId: season.gameIds[game] as string,
        withinGame: placeOf(bet),
      };
    }
    return true;
  });
  return { ...writer.finish(), lastKey: hasMore ? last : null };
}
