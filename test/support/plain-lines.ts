/** Rows of the path of a game's lines made the plain way, one object at a time, from the runs that its columns were made of. */

import type { LineRow } from "../../src/contract/lists/lines.ts";
import { bookById } from "../../src/domain/books.ts";
import { doubtNameOf } from "../../src/domain/doubt-names.ts";
import { lineMarketOf, linePeriodOf } from "../../src/domain/periods.ts";
import type { LineFilter } from "../../src/query/lines/page.ts";
import { lineKeyParts } from "../../src/release/game-lines.ts";
import type { LineRun, LineSeries } from "../../src/release/line-path.ts";

/** All rows that match, in the order of the contract. */
export function plainLines(
  startMs: number,
  series: readonly LineSeries[],
  { bookIds, market, period }: LineFilter,
): LineRow[] {
  return series.flatMap(({ key, runs }) => {
    const parts = lineKeyParts(key);
    const place = {
      book_id: parts.bookId,
      book: bookById(parts.bookId)?.slug ?? "",
      period: linePeriodOf(parts.period),
      market: lineMarketOf(parts.market),
      team: teams[parts.market] ?? null,
    };
    const isWanted =
      (bookIds === null || bookIds.includes(place.book_id)) &&
      (market === null || market === place.market) &&
      (period === null || period === place.period);
    return isWanted ? runs.map((run) => ({ ...place, ...ofRun(run, place.market, startMs) })) : [];
  });
}

const teams: Readonly<Record<string, "home" | "away">> = { home_team_total: "home", away_team_total: "away" };

function ofRun(
  { quote, firstMs, lastMs, captures, isOpen, isClose, doubt = 0 }: LineRun,
  market: string,
  startMs: number,
) {
  const isSided = market === "moneyline" || market === "spread";
  return {
    first_seen: isoOf(firstMs),
    last_seen: isoOf(lastMs),
    captures,
    line: quote.line,
    home_price: isSided ? quote.first : null,
    away_price: isSided ? quote.second : null,
    over_price: isSided ? null : quote.first,
    under_price: isSided ? null : quote.second,
    is_open: isOpen,
    is_close: isClose,
    minutes_before_start: lastMs === null ? null : Math.round((startMs - lastMs) / 6000) / 10,
    doubt: doubtNameOf(doubt),
  };
}

function isoOf(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
