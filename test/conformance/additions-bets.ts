/** The sentences of, the bets, and of as far as it is about them. */
import { type Section, testsOf } from "./sentence.ts";

const lists = testsOf("test/contract/bets.test.ts");
const rules = testsOf("test/domain/bets.test.ts");
const plain = testsOf("test/property/bets.volume.test.ts");

const allBets = "all bets of any season are, as JSON and as CSV, those of the plain way";
const anyFilters = "any filters, in pages of any size, give what a plain filter over all rows gives, each row once";

export const additionsOfBets: Section = {
  title: "Bets",
  sentences: [
    {
      id: "A-3.1",
      text: "One row per game, bet type, selection and book.",
      tests: [
        lists("[A-3] every bet type of every sport has rows of both sides, in the declared shape, as JSON and as CSV"),
        plain(allBets),
      ],
    },
    {
      id: "A-3.2",
      text: "Lines are from the selection's point of view: the away line is minus the home line; over and under share theirs; a moneyline has none.",
      tests: [
        rules("the away line is minus the home line and never -0, over and under share theirs [A-3, D-15]"),
        lists("[A-3] a row has the lines, prices, result and profit of one side at one book, as that side sees them"),
      ],
    },
    {
      id: "A-3.3",
      text: "captured_at is null for the consensus.",
      tests: [lists("[A-3] without book the rows are those of the consensus, whose captures have no time")],
    },
    {
      id: "A-3.4",
      text: "no_vig_probability is p/(p+q) of the implied probabilities of this and the opposite selection at the same line, 4 decimals, null when either is missing.",
      tests: [
        rules("profits and probabilities without vig of any prices are exact fractions, rounded once"),
        plain(allBets),
      ],
    },
    {
      id: "A-3.5",
      text: "result is won, lost, push or null, graded against that line; profit is units won on one unit staked at that price (won: o/100 or 100/|o|; lost -1; push 0; 4 decimals, half away from zero), null without price or result.",
      tests: [
        rules("a bet wins, loses or is a push by the selection's line [A-3]"),
        rules("a unit won pays o/100 or 100/|o|, a lost bet costs one, a push nothing [A-3]"),
        rules("exact halves of the fourth decimal are rounded away from zero"),
      ],
    },
    {
      id: "A-3.6",
      text: "role is favorite, underdog or null, by this row's own closing line, then moneyline (totals: null).",
      tests: [
        rules("the favored side of a moneyline is the one of the higher implied probability"),
        lists("[A-3] role, result, min_line and max_line are of the row's own close"),
        plain(allBets),
      ],
    },
    {
      id: "A-3.7",
      text: "A moneyline on a drawn period is a push. A period that was not played has no rows.",
      tests: [
        rules("a moneyline on a drawn period is a push [A-3]"),
        lists("[A-3] a period that was not played has no rows"),
      ],
    },
    {
      id: "A-3.8",
      text: "Filters: bet_type, market, period, selection, role, result, min_line, max_line, and book, which is consensus by default.",
      tests: [plain(anyFilters), lists("[A-3] role, result, min_line and max_line are of the row's own close")],
    },
    {
      id: "A-3.9",
      text: "Order: bet_type as in bet_types, side_team home then away, selection home, away, over, under, consensus first, then book_id.",
      tests: [
        rules("the bets of a sport are those of its bet_types, in their order, team before selection [A-3]"),
        lists("[A-3] rows come by bet type, team, selection, then the consensus and the books by book_id"),
      ],
    },
    {
      id: "A-10.1",
      text: "An unknown bet_type, book, market or period is 400 naming the value and the nearest right one; /v1/bets takes only bet types of the sport.",
      tests: [
        lists("[A-10] an unknown bet type, book, market or period is named with the nearest one that the sport has"),
      ],
    },
  ],
};
