/** Pages of bets, made at the request from the columns of the shelf. */
import type { Page, PageKey, PageRequest } from "../pages.ts";
import { RowCollector } from "../row-texts/row-collector.ts";
import type { Span } from "../spans.ts";
import type { BetFilter } from "./filter.ts";
import { placeOf, scanBets } from "./scan.ts";
import { BetWriter } from "./writer.ts";

export function betsPage(spans: readonly Span[], filter: BetFilter, { after, limit, format }: PageRequest): Page {
  const rows = new RowCollector(format);
  const writer = new BetWriter(format, filter.atMoment);
  let last: PageKey | null = null;
  let hasMore = false;
  scanBets(spans, filter, after, (season, bet) => {
    hasMore = rows.count === limit;
    if (hasMore) return false;
    rows.add(writer.row(season, bet));
    if (rows.count === limit) {
      const { game } = bet;
      last = {
        startMs: season.startMs[game] as number,
        gameId: season.gameIds[game] as string,
        withinGame: placeOf(bet),
      };
    }
    return true;
  });
  return { ...rows.finish(), lastKey: hasMore ? last : null };
}
