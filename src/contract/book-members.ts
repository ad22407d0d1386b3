/** The book of a row, and its lines and prices on the markets of a game or a period. */
import type { Static } from "typebox";
import { bookIdBounds, integer, nullable, object, price, slugShape, text } from "./members.ts";

export const bookId = integer("number of the sportsbook", 1, bookIdBounds);
export const bookSlug = text("slug of the sportsbook", "draftkings", slugShape);

export const bookMembers = {
  book_id: bookId,
  book: bookSlug,
  book_name: text("name of the sportsbook", "DraftKings"),
};

/** Of rows that may be those of the consensus. */
export const anyBookMembers = {
  book_id: nullable.integer("number of the sportsbook; null for the consensus", 1, bookIdBounds),
  book: text("slug of the sportsbook; consensus for the consensus", "draftkings", slugShape),
  book_name: text("name of the sportsbook; Consensus for the consensus", "DraftKings"),
};

/** A line of any market, with the prices of the two sides that the market has. */
export const pricedLine = {
  line: nullable.number("spread of the home side, total or team total; null for a moneyline", -8.5),
  home_price: price("price of the home side, American odds; null for totals", -108),
  away_price: price("price of the away side, American odds; null for totals", -112),
  over_price: price("price of over, American odds; null except for totals", null),
  under_price: price("price of under, American odds; null except for totals", null),
};

const openingLine = "first captured line";
const closingLine = "last line before the start";
const openingPrice = "first captured price, American odds";
const closingPrice = "last price before the start, American odds";

const juiceOpen = (side: string, example: number) =>
  price(`${openingPrice}; often null before 2024 (${side})`, example);
const juiceClose = (side: string, example: number) => price(`${closingPrice} (${side})`, example);

export const MoneylineSet = object("MoneylineSet", "Opening and closing moneylines of both sides.", {
  home_open: price(openingPrice, -340),
  home_close: price(closingPrice, -425),
  away_open: price(openingPrice, 270),
  away_close: price(closingPrice, 330),
});

const spreadLines = { open: nullable.number(openingLine, -7), close: nullable.number(closingLine, -8.5) };

export const SpreadSet = object("SpreadSet", "Opening and closing spread of the home side, with prices.", {
  ...spreadLines,
  home_juice_open: juiceOpen("home", -110),
  home_juice_close: juiceClose("home", -108),
  away_juice_open: juiceOpen("away", -110),
  away_juice_close: juiceClose("away", -112),
});

export const ShortSpread = object(
  "ShortSpread",
  "Opening and closing spread of the home side, with closing prices only.",
  { ...spreadLines, home_juice_close: juiceClose("home", -108), away_juice_close: juiceClose("away", -112) },
);

const totalLines = { open: nullable.number(openingLine, 46.5), close: nullable.number(closingLine, 47.5) };

export const TotalSet = object("TotalSet", "Opening and closing total, with prices.", {
  ...totalLines,
  over_juice_open: juiceOpen("over", -110),
  over_juice_close: juiceClose("over", -105),
  under_juice_open: juiceOpen("under", -110),
  under_juice_close: juiceClose("under", -115),
});

export const ShortTotal = object("ShortTotal", "Opening and closing total, with closing prices only.", {
  ...totalLines,
  over_juice_close: juiceClose("over", -108),
  under_juice_close: juiceClose("under", -112),
});

const teamTotalLines = {
  home_open: nullable.number(`${openingLine} of the home team's total`, 26.5),
  home_close: nullable.number(`${closingLine} of the home team's total`, 27.5),
  away_open: nullable.number(`${openingLine} of the away team's total`, 19.5),
  away_close: nullable.number(`${closingLine} of the away team's total`, 19.5),
};

export const BookTeamTotal = object("BookTeamTotal", "Opening and closing totals of each team.", teamTotalLines);

export const OddsTeamTotal = object("OddsTeamTotal", "Opening and closing totals of each team, with closing prices.", {
  ...teamTotalLines,
  home_over_juice_close: juiceClose("over the home team's total", -115),
  home_under_juice_close: juiceClose("under the home team's total", -105),
  away_over_juice_close: juiceClose("over the away team's total", -110),
  away_under_juice_close: juiceClose("under the away team's total", -110),
});

export const homeCovered = nullable.boolean(
  "whether home covered the closing spread; null on a push or without a close",
  false,
);
export const wentOver = nullable.boolean(
  "whether the score went over the closing total; null on a push or without a close",
  false,
);

export const OddsResult = object("OddsResult", "A score, graded against one book's own close.", {
  home_covered: homeCovered,
  spread_push: nullable.boolean("whether the spread was a push; null without a close", false),
  went_over: wentOver,
  total_push: nullable.boolean("whether the total was a push; null without a close", false),
});

export const marketTexts = {
  game: "full-game winner; all members null when not priced",
  period: "winner of the period; all members null when not priced",
  spread: "home side's spread: negative means home is favored",
  total: "total score of both teams",
  teamTotal: "score of each team",
};

export type MoneylineSet = Static<typeof MoneylineSet>;
export type SpreadSet = Static<typeof SpreadSet>;
export type TotalSet = Static<typeof TotalSet>;
