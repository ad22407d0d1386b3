/** The rows of /v1/snapshots, made of the runs of a game's lines and of the words of the specification. */
import { exactLean, exactLine, exactMoneyline } from "./consensus.ts";
import { type MarketName, pricedPeriods, publishedBooks } from "./contract.ts";
import { rounded } from "./exact.ts";
import type { GameKeys, OracleGame } from "./game.ts";
import { type Standing, standingOf } from "./house.ts";
import { type PathRow, pathRows } from "./paths.ts";

export const moments = [1440, 720, 360, 180, 60, 30, 15, 5] as const;

type Winner = "home" | "away" | "over" | "under" | "push" | "void";

export type SnapshotRow = GameKeys & {
  readonly minutes_before: number;
  readonly moment: string;
  readonly period: string;
  readonly market: string;
  readonly team: "home" | "away" | null;
  readonly book_id: number | null;
  readonly book: string;
  readonly book_name: string;
  readonly line: number | null;
  readonly home_price: number | null;
  readonly away_price: number | null;
  readonly over_price: number | null;
  readonly under_price: number | null;
  readonly age_minutes: number;
  readonly winner: Winner | null;
};

const kinds = [
  ["moneyline", null],
  ["spread", null],
  ["total", null],
  ["team_total", "home"],
  ["team_total", "away"],
] as const;

export function snapshotRows(game: OracleGame): SnapshotRow[] {
  const { keys, startMs } = game;
  const settledAt = (period: string, market: MarketName, book: string) =>
    standingOf(game, { betType: "", period, market, selections: [] }, book, "house");
  const runs = pathRows(game);
  return moments.flatMap((minutes) => {
    const momentMs = startMs - minutes * 60_000;
    return ["game", ...pricedPeriods].flatMap((period) => {
      let lean: "home" | "away" | null = null;
      return kinds.flatMap(([market, team]) => {
        const own = runs.filter((run) => run.period === period && run.market === market && run.team === team);
        const shown = [...Map.groupBy(own, ({ book }) => book)].flatMap(([book, ofBook]) => {
          const last = ofBook.findLast(({ first_seen }) => first_seen !== null && Date.parse(first_seen) <= momentMs);
          return last === undefined ? [] : [{ book, quote: last, age: ageAt(momentMs, last) }];
        });
        const isSided = market === "moneyline" || market === "spread";
        const young = shown.filter(({ age }) => age <= minutes);
        const quotes = young.map(({ quote }) => exactQuote(quote, isSided));
        const agreed =
          market === "moneyline" ? exactMoneyline(quotes) : exactLine(quotes, market === "spread" ? lean : null);
        if (market === "moneyline") lean = agreed === null ? null : exactLean(agreed);
        const { line = null, first = null, second = null } = agreed ?? {};
        const made = young.filter(({ quote }) => quote.line === line).map(({ age }) => age);
        const sides = { line, ...pricesOf(isSided, first, second) };
        const consensus = {
          book_id: null,
          book: "consensus",
          book_name: "Consensus",
          ...sides,
          age: Math.max(...made),
        };
        const hasAgreed = line !== null || first !== null || second !== null;
        const books = shown.map(({ book, quote, age }) => {
          const { line: of, home_price, away_price, over_price, under_price } = quote;
          const names = { book_id: quote.book_id, book, book_name: publishedBooks.get(book)?.book_name ?? "" };
          return { ...names, line: of, home_price, away_price, over_price, under_price, age };
        });
        const when = { minutes_before: minutes, moment: new Date(momentMs).toISOString(), period, market, team };
        return [...(hasAgreed ? [consensus] : []), ...books].map(
          ({ age, ...row }): SnapshotRow => ({
            ...keys,
            ...when,
            ...row,
            age_minutes: age,
            winner: winnerOf(market, team, row.line, settledAt(period, market, row.book)),
          }),
        );
      });
    });
  });
}

function ageAt(momentMs: number, { last_seen }: PathRow): number {
  const ms = momentMs - Date.parse(last_seen ?? "");
  return ms <= 0 ? 0 : rounded({ over: BigInt(ms), under: 60_000n }, 1);
}

function exactQuote(run: PathRow, isSided: boolean) {
  return {
    line: run.line,
    first: isSided ? run.home_price : run.over_price,
    second: isSided ? run.away_price : run.under_price,
  };
}

function pricesOf(isSided: boolean, first: number | null, second: number | null) {
  return {
    home_price: isSided ? first : null,
    away_price: isSided ? second : null,
    over_price: isSided ? null : first,
    under_price: isSided ? null : second,
  };
}

function winnerOf(
  market: string,
  team: "home" | "away" | null,
  line: number | null,
  standing: Standing | null,
): Winner | null {
  if (standing === null) return null;
  const { score, isVoid } = standing;
  if (market === "moneyline" || market === "spread") {
    const ahead = score.home - score.away + (line ?? 0);
    return isVoid("home", ahead) ? "void" : ahead === 0 ? "push" : ahead > 0 ? "home" : "away";
  }
  const points = team === null ? score.home + score.away : score[team];
  if (isVoid("over", points - (line ?? 0))) return "void";
  return points === line ? "push" : points > (line ?? 0) ? "over" : "under";
}
