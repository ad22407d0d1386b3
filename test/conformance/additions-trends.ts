/** The sentences of, the trends. */
import { type Section, testsOf } from "./sentence.ts";

const rows = testsOf("test/contract/trends.test.ts");
const rules = testsOf("test/domain/trends.test.ts");
const oracle = testsOf("test/oracle/trends.volume.test.ts");
const plain = testsOf("test/property/bets.volume.test.ts");
const parameters = testsOf("test/contract/parameters.volume.test.ts");

const worked = oracle("trends of 300 random requests are what the oracle works out from its rows of bets");
const filtered = oracle("bets of 300 random requests with the filters of circumstances are those that the oracle's");
const coverage = rules("[A-11] of 1,000 random sets of bets the 95% intervals hold the truth in 93 to 97 of 100");

export const additionsOfTrends: Section = {
  title: "Trends",
  sentences: [
    {
      id: "A-11.1",
      text: "GET /v1/trends (JSON and CSV; one request of quota): the record of a set of bets. sport (required) and every filter of [A-3] (book one value).",
      tests: [
        rows("[A-11] every sport answers with the row of all bets, in the declared shape, with sport alone"),
        rows("[A-11] CSV has a dotted column for each number, and an answer that is known is 304"),
        rows("[A-11] the first row is of the consensus unless a book is named, and with group_by=book of every book"),
        parameters("every endpoint and every parameter is covered: the tables of service.md, by name"),
        worked,
      ],
    },
    {
      id: "A-11.2",
      text: "home_rest_min/max, away_rest_min/max (days since the last game), month, weekday, conference, division (both teams').",
      tests: [
        rows("[A-11] conferences and divisions match in any case, and mean both teams"),
        rows("[A-11] what is wrong is named with the nearest right value"),
        filtered,
      ],
    },
    {
      id: "A-11.3",
      text: "open_moved (toward, away, none: from open to close, from the selection's side).",
      tests: [
        plain("the set of bets of any filters has the bets that a plain filter over all rows leaves, in their order"),
        filtered,
      ],
    },
    {
      id: "A-11.4",
      text: "group_by (none, or one of season, week, month, team, book, bet_type, selection, role, line). One row per group and one for all.",
      tests: [
        rows("[A-11] groups come in their order, what has no value last, and a total is in the groups of both teams"),
        rows("[A-11] pages of rows follow each other by their cursors, which belong to filters, grouping and tries"),
        worked,
      ],
    },
    {
      id: "A-11.5",
      text: "bets, won, lost, push, ungraded, break_even (mean implied probability of the prices), mean closing line value (close's no-vig probability minus the open's implied one). Ungraded bets are counted, never dropped in silence.",
      tests: [
        worked,
        rules("the row that docs/api/trends.md works by hand is what the bets in its table give"),
        rules("bets of no kind at all have no rates, and bets without a close are counted and in no rate"),
        rows("[A-11] an empty set has a row with zeros and nulls"),
      ],
    },
    {
      id: "A-11.6",
      text: "win_rate with its Wilson 95% interval (pushes aside).",
      tests: [
        rules("Wilson's interval is that of published tables"),
        rules("the interval of a win rate is Wilson's of the decided bets, also where several are on one game"),
        worked,
        rules(
          "[A-11] of 1,000 random sets with one bet a game Wilson's interval holds the true win rate in 93 to 97 of 100",
        ),
      ],
    },
    {
      id: "A-11.7",
      text: "return_on_investment at the close and at the open, each with a 95% interval (seeded bootstrap by game, so that two bets on one game are not two facts).",
      tests: [
        rules("the same bets always have the same interval, and it holds what they returned"),
        oracle("the interval of a return is that of a plain bootstrap by game, but for the noise of drawing"),
        coverage,
      ],
    },
    {
      id: "A-11.8",
      text: "p_value (two-sided, against the mean no-vig probability of the close).",
      tests: [
        rules("with one bet a game, the p-value is the exact binomial test against the mean probability"),
        rules("the binomial test gives what R's binom.test gives"),
        worked,
        coverage,
      ],
    },
    {
      id: "A-11.9",
      text: "p_adjusted (Bonferroni by tries, 1 to 10000, default 1), and verdict: no evidence or unlikely by chance at 5% after adjusting.",
      tests: [
        rules("tries multiply the p-value up to 1, and the verdict falls at 0.05 after that"),
        rows("[A-11] tries multiply the p-value, and meta says them with the grouping"),
        rules("twenty sets looked at and told of leave one in hundreds of nothing unlikely by chance"),
      ],
    },
  ],
};
