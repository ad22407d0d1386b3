/** Rows of bets made the plain way, one object at a time, from the entries that were packed. */
import type { GameLines, LineEntry, TimedQuote } from "../../src/archive/packed-lines.ts";
import type { BetRow } from "../../src/contract/rows/bets.ts";
import type { GameHead } from "../../src/contract/rows/game-head.ts";
import { books } from "../../src/domain/books.ts";
import { type BetType, betTypeTable, type Market, type Sport, sportFacts } from "../../src/domain/sports.ts";

type Selection = BetRow["selection"];
type Outcome = BetRow["result"]["open"];

/** All bets of a game in the order of the contract. */
export function plainBets(head: GameHead, { scores, entries }: GameLines): BetRow[] {
  return sportFacts[head.sport as Sport].betTypes.flatMap((betType) => {
    const { period, markets } = betTypeTable[betType];
    const score = scores.find((each) => each.period === period);
    if (score === undefined) return [];
    const { home, away } = score;
    return markets.flatMap((market) =>
      selectionsOf(betType, market).flatMap((selection) => {
        const priced = entries.filter((entry) => entry.period === period && entry.market === market);
        return priced
          .toSorted((a, b) => a.bookId - b.bookId)
          .map((entry): BetRow => {
            const open = sideOf(entry.open, market, selection);
            const close = sideOf(entry.close, market, selection);
            const opposite = sideOf(entry.close, market, oppositeOf[selection]);
            const openOpposite = sideOf(entry.open, market, oppositeOf[selection]);
            const moneyline = entries.find(
              (each) => each.period === period && each.market === "moneyline" && each.bookId === entry.bookId,
            );
            const openResult = outcome(market, selection, score, open);
            const closeResult = outcome(market, selection, score, close);
            const book = books.find(({ bookId }) => bookId === entry.bookId);
            const ofConsensus = entry.bookId === 0;
            const team = market === "home_team_total" ? "home" : market === "away_team_total" ? "away" : selection;
            return {
              ...head,
              bet_type: betType,
              period: period === "full" ? "game" : period,
              market: market.endsWith("team_total") ? "team_total" : (market as BetRow["market"]),
              selection,
              side_team: team === "home" ? head.home : team === "away" ? head.away : null,
              book_id: ofConsensus ? null : entry.bookId,
              book: ofConsensus ? "consensus" : (book?.slug ?? ""),
              book_name: ofConsensus ? "Consensus" : (book?.name ?? ""),
              books: ofConsensus ? priced.filter(({ bookId }) => bookId !== 0).length : 1,
              open,
              close: { ...close, no_vig_probability: noVig(close.price, opposite.price) },
              score: { home, away },
              result: { open: openResult, close: closeResult },
              profit: { open: profit(open.price, openResult), close: profit(close.price, closeResult) },
              role: roleOf(entry, moneyline, selection),
              closing_line: closingLine(
                ...([market === "moneyline", selection === "over", open, close] as const),
                ...([noVig(open.price, openOpposite.price), noVig(close.price, opposite.price)] as const),
              ),
            };
          });
      }),
    );
  });
}

function selectionsOf(betType: BetType, market: Market): readonly Selection[] {
  if (betType === "team_total_over") return ["over"];
  if (betType === "team_total_under") return ["under"];
  return market === "total" ? ["over", "under"] : ["home", "away"];
}

const oppositeOf = { home: "away", away: "home", over: "under", under: "over" } as const;

/** What betting at the open was worth. */
function closingLine(
  isMoneyline: boolean,
  isOver: boolean,
  open: BetRow["open"],
  close: BetRow["open"],
  openNoVig: number | null,
  closeNoVig: number | null,
): BetRow["closing_line"] {
  const move = isMoneyline || open.line === null || close.line === null ? null : close.line - open.line;
  const points = move === null || move === 0 ? move : isOver ? move : -move;
  const unmoved = isMoneyline || points === 0;
  const prices = open.price === null || close.price === null ? 0 : open.price - close.price;
  const better = points !== null && points !== 0 ? points : unmoved ? prices : 0;
  const hasAll = unmoved && openNoVig !== null && closeNoVig !== null;
  return {
    beat: better === 0 ? null : better > 0,
    points,
    probability: hasAll ? Math.round((closeNoVig - openNoVig) * 1e4) / 1e4 + 0 : null,
  };
}

function sideOf(quote: TimedQuote | null, market: Market, selection: Selection): BetRow["open"] {
  if (quote === null) return { line: null, price: null, captured_at: null };
  const isSecond = selection === "away" || selection === "under";
  const line = quote.line === null || market === "moneyline" ? null : selection === "away" ? -quote.line : quote.line;
  return {
    line: line === 0 ? 0 : line,
    price: isSecond ? quote.second : quote.first,
    captured_at: quote.timeMs === null ? null : new Date(quote.timeMs).toISOString(),
  };
}

function outcome(
  market: Market,
  selection: Selection,
  { home, away }: { readonly home: number; readonly away: number },
  { line, price }: BetRow["open"],
): Outcome {
  if (market === "moneyline" ? price === null : line === null) return null;
  const points = market === "total" ? home + away : market === "home_team_total" ? home : away;
  const ahead =
    selection === "home"
      ? home - away + (line ?? 0)
      : selection === "away"
        ? away - home + (line ?? 0)
        : (points - (line ?? 0)) * (selection === "over" ? 1 : -1);
  return ahead > 0 ? "won" : ahead < 0 ? "lost" : "push";
}

function profit(price: number | null, result: Outcome): number | null {
  if (price === null || result === null) return null;
  if (result !== "won") return result === "lost" ? -1 : 0;
  return price > 0 ? price / 100 : fourDecimals(100n, BigInt(-price));
}

function noVig(price: number | null, opposite: number | null): number | null {
  if (price === null || opposite === null) return null;
  const own = numerator(price) * denominator(opposite);
  return fourDecimals(own, own + numerator(opposite) * denominator(price));
}

const numerator = (price: number): bigint => (price > 0 ? 100n : BigInt(-price));
const denominator = (price: number): bigint => 100n + BigInt(Math.abs(price));

/** Half away from zero. */
function fourDecimals(over: bigint, under: bigint): number {
  const tenths = (over * 100_000n) / under;
  return Number((tenths + 5n) / 10n) / 10_000;
}

function roleOf({ market, close }: LineEntry, moneyline: LineEntry | undefined, selection: Selection): BetRow["role"] {
  if (market !== "moneyline" && market !== "spread") return null;
  const line = market === "spread" ? (close?.line ?? 0) : 0;
  const favored = line < 0 ? "home" : line > 0 ? "away" : favoredBy(moneyline?.close ?? null);
  if (favored === null) return null;
  return favored === selection ? "favorite" : "underdog";
}

function favoredBy(quote: TimedQuote | null): "home" | "away" | null {
  if (quote === null || quote.first === null || quote.second === null) return null;
  const [home, away] = [quote.first, quote.second].map(
    (price) => Number(numerator(price)) / Number(denominator(price)),
  );
  if (home === away) return null;
  return (home ?? 0) > (away ?? 0) ? "home" : "away";
}
