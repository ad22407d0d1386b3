/** The packed lines of a game as members by path, without what the single-game answer or odds rows show already. Pure. */

import { bookById, consensusBookId } from "../domain/books.ts";
import { isoTime } from "../domain/durations.ts";
import type { Market, OddsPeriod } from "../domain/sports.ts";
import { gameLinesOf, type TimedQuote, unpackLines } from "./packed-lines.ts";

type Members = { [name: string]: Members | number | string | null };

/** `{ "1h": { spread: { draftkings: { open: { home_price: …, captured_at: … }, close: … } } } }`. */
export function changedLineMembers(packed: Uint8Array): Members {
  const members: Members = {};
  for (const { period, market, bookId, open, close } of gameLinesOf(unpackLines(packed)).entries) {
    const name = bookId === consensusBookId ? "consensus" : (bookById(bookId)?.slug ?? String(bookId));
    const ofPeriod = inside(members, period === "full" ? "game" : period);
    inside(ofPeriod, market)[name] = {
      open: quoteMembers(open, { period, market, bookId, moment: "open" }),
      close: quoteMembers(close, { period, market, bookId, moment: "close" }),
    };
  }
  return members;
}

function inside(members: Members, name: string): Members {
  const inner = (members[name] ?? {}) as Members;
  members[name] = inner;
  return inner;
}

type Place = {
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly bookId: number;
  readonly moment: "open" | "close";
};

function quoteMembers(quote: TimedQuote | null, place: Place): Members {
  const [first, second] =
    place.market === "moneyline" || place.market === "spread" ? ["home", "away"] : ["over", "under"];
  const prices = { [`${first}_price`]: quote?.first ?? null, [`${second}_price`]: quote?.second ?? null };
  return {
    ...(isLineShown(place) ? {} : { line: quote?.line ?? null }),
    ...(arePricesShown(place) ? {} : prices),
    ...(place.bookId === consensusBookId ? {} : { captured_at: isoTime(quote?.timeMs ?? null) }),
  };
}

const isTeamTotal = (market: Market): boolean => market === "home_team_total" || market === "away_team_total";

/** Whether the line is in the single-game answer. A moneyline has none. */
function isLineShown({ period, market, bookId }: Place): boolean {
  if (market === "moneyline") return true;
  return bookId !== consensusBookId || (period === "full" && !isTeamTotal(market));
}

/** Whether the prices are in the single-game answer or an odds row. */
function arePricesShown({ period, market, bookId, moment }: Place): boolean {
  if (bookId === consensusBookId) {
    if (period !== "full" || isTeamTotal(market)) return false;
    return market !== "total" || moment === "close";
  }
  if (market === "moneyline" || moment === "close") return true;
  return period === "full" && !isTeamTotal(market);
}
