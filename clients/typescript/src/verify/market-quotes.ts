/** The quotes of books and of the consensus as the columns of files name them. */
import { consensusLine, consensusMoneyline, type Quote } from "./consensus.ts";
import type { Value } from "./findings.ts";
import type { Row } from "./table.ts";

export type Moment = "open" | "close";
export type Market = "moneyline" | "spread" | "total" | "home_team_total" | "away_team_total";

/** The columns of a market at a moment: its line, and the prices of its first and second side. */
type Columns = readonly [line: string | null, first: string, second: string];

export function columnsOf(market: Market, moment: Moment): Columns {
  switch (market) {
    case "moneyline":
      return [null, `moneyline.home_${moment}`, `moneyline.away_${moment}`];
    case "spread":
      return [`spread.${moment}`, `spread.home_juice_${moment}`, `spread.away_juice_${moment}`];
    case "total":
      return [`total.${moment}`, `total.over_juice_${moment}`, `total.under_juice_${moment}`];
    default: {
      const side = market === "home_team_total" ? "home" : "away";
      return [
        `team_total.${side}_${moment}`,
        `team_total.${side}_over_juice_${moment}`,
        `team_total.${side}_under_juice_${moment}`,
      ];
    }
  }
}

export function quoteIn(row: Row, market: Market, moment: Moment, before = ""): Quote {
  const [line, first, second] = columnsOf(market, moment);
  const at = (column: string | null) => (column === null ? null : row.number(before + column));
  return { line: at(line), first: at(first), second: at(second) };
}

const isPosted = ({ line, first, second }: Quote) => line !== null || first !== null || second !== null;

/** The books that posted a market, open or close. */
export function booksOn(books: readonly Row[], market: Market): readonly Row[] {
  return books.filter((row) => isPosted(quoteIn(row, market, "open")) || isPosted(quoteIn(row, market, "close")));
}

export type Agreed = Readonly<Record<"moneyline" | "spread" | "total", Readonly<Record<Moment, Quote>>>>;

/** The consensus of the rows of books of one game or period. Null without any. */
export function agreedBy(books: readonly Row[]): Agreed | null {
  if (books.length === 0) return null;
  const quotes = (market: Market, moment: Moment) => books.map((row) => quoteIn(row, market, moment));
  const at = (moment: Moment) => {
    const moneyline = consensusMoneyline(quotes("moneyline", moment));
    const spread = consensusLine(quotes("spread", moment), moneyline);
    return { moneyline, spread, total: consensusLine(quotes("total", moment), null) };
  };
  const [open, close] = [at("open"), at("close")];
  const both = (market: "moneyline" | "spread" | "total") => ({ open: open[market], close: close[market] });
  return { moneyline: both("moneyline"), spread: both("spread"), total: both("total") };
}

/** The columns `consensus.…` of a row. */
export function consensusColumns(agreed: Agreed | null): Record<string, Value> {
  const columns: Record<string, Value> = {};
  for (const market of ["moneyline", "spread", "total"] as const)
    for (const moment of ["open", "close"] as const) {
      const { line, first, second } = agreed?.[market][moment] ?? { line: null, first: null, second: null };
      const [ofLine, ofFirst, ofSecond] = columnsOf(market, moment);
      if (ofLine !== null) columns[`consensus.${ofLine}`] = line;
      columns[`consensus.${ofFirst}`] = first;
      columns[`consensus.${ofSecond}`] = second;
    }
  return columns;
}
