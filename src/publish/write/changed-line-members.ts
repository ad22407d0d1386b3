/** The packed lines of a game as members by path, without what the single-game answer or odds rows show already. Pure. */
import { noLine, noTime, type PackedLines, unpackLines } from "../../archive/packed-lines.ts";
import { bookById, consensusBookId } from "../../domain/books.ts";
import { type Market, markets, type OddsPeriod, oddsPeriods } from "../../domain/sports.ts";

type Members = { [name: string]: Members | number | string | null };

/** `{ "1h": { spread: { draftkings: { open: { home_price: …, captured_at: … }, close: … } } } }`. */
export function lineMembers(packed: Uint8Array): Members {
  const lines = unpackLines(packed);
  const members: Members = {};
  for (const [entry, key] of lines.keys.entries()) {
    const period = oddsPeriods[Math.floor(key / 2 ** 24)] as OddsPeriod;
    const market = markets[Math.floor(key / 2 ** 16) % 2 ** 8] as Market;
    const bookId = key % 2 ** 16;
    const ofBook = {
      open: quoteMembers(lines, entry, { period, market, bookId, moment: "open" }),
      close: quoteMembers(lines, entry, { period, market, bookId, moment: "close" }),
    };
    const name = bookId === consensusBookId ? "consensus" : (bookById(bookId)?.slug ?? String(bookId));
    const ofPeriod = inside(members, period === "full" ? "game" : period);
    inside(ofPeriod, market)[name] = ofBook;
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

function quoteMembers(lines: PackedLines, entry: number, place: Place): Members {
  const at = 2 * entry + (place.moment === "open" ? 0 : 1);
  const line = lines.quarters[at] as number;
  const time = lines.timesAt[at] as number;
  const [first, second] =
    place.market === "moneyline" || place.market === "spread" ? ["home", "away"] : ["over", "under"];
  const prices = {
    [`${first}_price`]: lines.prices[2 * at] || null,
    [`${second}_price`]: lines.prices[2 * at + 1] || null,
  };
  return {
    ...(isLineShown(place) ? {} : { line: line === noLine ? null : line / 4 }),
    ...(arePricesShown(place) ? {} : prices),
    ...(place.bookId === consensusBookId
      ? {}
      : { captured_at: time === noTime ? null : new Date(lines.times[time] as number).toISOString() }),
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
