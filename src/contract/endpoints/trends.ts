import { endpoint } from "../endpoint.ts";
import { betFilters, betOnFilters } from "../parameters/bets.ts";
import { oneBook } from "../parameters/books.ts";
import { checkForm } from "../parameters/check-form.ts";
import { formFilters } from "../parameters/form.ts";
import { gameFilters } from "../parameters/games.ts";
import { checkPriceAt, priceAtFilters } from "../parameters/moments.ts";
import { paging } from "../parameters/pages.ts";
import { situationFilters } from "../parameters/situations.ts";
import { checkSplit, trendParameters } from "../parameters/trends.ts";

export const trends = endpoint({
  path: "/trends",
  operation: "getTrends",
  tag: "Bets",
  summary: "Get the record of a set of bets",
  sentence:
    "The record of a set of bets: how many won, what they returned, how sure one can be of that, and whether chance explains " +
    "it.",
  details:
    "The set is all that the filters of /v1/bets let through, of one book, or of the consensus without `book`; only `sport` " +
    "is required. The first row is of all bets and has null for its `group`; with `group_by`, a row for each group follows. " +
    "With `group_by=book` and without `book`, the set has the bets of every book. Say with `tries` how many sets you have " +
    "looked at.",
  parameters: {
    ...gameFilters,
    ...betFilters,
    book: oneBook,
    ...situationFilters,
    ...betOnFilters,
    ...formFilters,
    ...priceAtFilters,
    ...trendParameters,
    ...paging,
  },
  check(asked) {
    checkSplit(asked);
    checkForm(asked);
    checkPriceAt(asked);
  },
  answer: "TrendList",
  shape: 4,
  headers: ["X-Sets-Today"],
});
