import { endpoint } from "../endpoint.ts";
import { betFilters, betOnFilters } from "../parameters/bets.ts";
import { betBook } from "../parameters/books.ts";
import { checkForm } from "../parameters/check-form.ts";
import { formFilters } from "../parameters/form.ts";
import { gameFilters } from "../parameters/games.ts";
import { checkPriceAt, priceAtFilters } from "../parameters/moments.ts";
import { paging } from "../parameters/pages.ts";
import { situationFilters } from "../parameters/situations.ts";

export const bets = endpoint({
  path: "/bets",
  operation: "listBets",
  tag: "Bets",
  summary: "List bets",
  sentence:
    "One row per game, bet type, selection and book, graded at the opening and at the closing line of that row, with the " +
    "profit of one unit staked.",
  details:
    "Lines are the selection's: that of an away team is minus the home line. Without `book`, the rows are those of the " +
    "consensus. Rows come oldest first.",
  parameters: {
    ...gameFilters,
    ...betFilters,
    book: betBook,
    ...situationFilters,
    ...betOnFilters,
    ...formFilters,
    ...priceAtFilters,
    ...paging,
  },
  check(asked) {
    checkForm(asked);
    checkPriceAt(asked);
  },
  oneOf: ["season", "from", "to", "team", "on", "game_id"],
  answer: "BetList",
  shape: 5,
});
