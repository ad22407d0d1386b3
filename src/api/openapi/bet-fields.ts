/** The meaning and the bounds of the members of bets; see `fields.ts`. */
import { enumTexts } from "./enums.ts";
import type { FieldNote } from "./field-note.ts";

const abbreviation = { maxLength: 6, pattern: "^[A-Z0-9]{2,6}$" };

/** The members of bets that mean something else there, or are there alone. */
export const betNotes: Readonly<Record<string, FieldNote>> = {
  "BetRow.home": { description: "abbreviation of the home team", ...abbreviation },
  "BetRow.away": { description: "abbreviation of the away team", ...abbreviation },
  "BetRow.period": { description: `the period that is bet on; ${enumTexts.period}` },
  "BetRow.market": { description: enumTexts.market },
  "BetRow.book_id": {
    description: "number of the sportsbook; null for the consensus",
    minimum: 1,
    maximum: 65_535,
  },
  "BetRow.book": {
    description: "slug of the sportsbook; consensus for the consensus",
    pattern: "^[a-z0-9_]+$",
    maxLength: 40,
  },
  "BetRow.book_name": { description: "name of the sportsbook; Consensus for the consensus" },
  "BetRow.books": {
    description: "how many books posted this market of this period; 1 on a book's own row",
    minimum: 1,
    maximum: 65_535,
  },
  "BetRow.open": { description: "what the selection could be bet at when it was first captured" },
  "BetRow.close": { description: "what the selection could be bet at before the start" },
  "BetRow.score": { description: "score of the period that is bet on" },
  "BetRow.result": { description: "the score, graded against this row's own lines" },
  "BetRow.profit": { description: "units won on a stake of one unit" },
  "BetRow.role": {
    description:
      "by this row's own closing spread, else by the closing moneyline of the same book and period; null for totals, and " +
      "when neither side is favored",
  },
  "BetRow.closing_line": {
    description: "whether the open was better for the bettor than the close, and by how much",
  },
  "BetClosingLine.beat": {
    description:
      "whether the open was better than the close: a higher line for a team and for under, a lower one for over; at the same line " +
      "the price that pays more; null where both are the same, and where a line or price is missing that decides",
  },
  "BetClosingLine.points": {
    description:
      "points by which the open was better than the close, below 0 where it was worse; null for a moneyline, and without both lines",
    minimum: -1000,
    maximum: 1000,
  },
  "BetClosingLine.probability": {
    description:
      "the close's no-vig probability minus the open's, 4 decimals; null where the line moved, and without all four prices",
    minimum: -1,
    maximum: 1,
  },
  bet_type: { description: "one of the sport's bet_types", pattern: "^[a-z0-9_]+$", maxLength: 40 },
  selection: { description: enumTexts.selection },
  side_team: {
    description: "abbreviation of the team that is bet on, or whose total it is; null for the total of both teams",
    ...abbreviation,
  },
  line: {
    description:
      "line as the selection sees it: the away line is minus the home line, over and under share theirs; null for a " +
      "moneyline, and where no line was captured",
  },
  price: { description: "price of the selection, American odds; null where none was captured" },
  captured_at: {
    description:
      "when the line was captured, ISO 8601 UTC with milliseconds; null for the consensus, and where the source says no time",
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
    maxLength: 24,
  },
  no_vig_probability: {
    description:
      "implied probability of this price without the vig, as a share of both sides' implied probabilities, 4 decimals; " +
      "null when either side has no price",
    minimum: 0,
    maximum: 1,
  },
  "BetScore.home": { description: "points of the home team", minimum: 0, maximum: 1000 },
  "BetScore.away": { description: "points of the away team", minimum: 0, maximum: 1000 },
  "BetResult.open": { description: "result against the opening line; null without one" },
  "BetResult.close": { description: "result against the closing line; null without one" },
  "BetProfit.open": {
    description: "profit at the opening line and price, 4 decimals; null without a price or a result",
    minimum: -1,
    maximum: 10_000,
  },
  "BetProfit.close": {
    description: "profit at the closing line and price, 4 decimals; null without a price or a result",
    minimum: -1,
    maximum: 10_000,
  },
};
