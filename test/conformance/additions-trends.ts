/** The sentences of and, [A-14] and, the trends. */
import { type Section, testsOf } from "./sentence.ts";

const rows = testsOf("test/contract/trends.test.ts");
const rules = testsOf("test/domain/trends.volume.test.ts");
const explorer = testsOf("test/web/explore.test.ts");
const oracle = testsOf("test/oracle/trends.volume.test.ts");
const plain = testsOf("test/property/bets.volume.test.ts");
const parameters = testsOf("test/contract/parameters.volume.test.ts");

const worked = oracle("trends of 300 random requests are what the oracle works out from its rows of bets");
const filtered = oracle("bets of 300 random requests with the filters of circumstances are those that the oracle's");
const coverage = rules(
  "[A-15] of random sets of at least twenty games the intervals hold the truth in 93 of 100, and at most 5 are",
);
const cases = rules(
  "[A-15] so they do in each case: few games and many, one bet a game and several, favorites and long shots",
);

const ofRate = rules(
  "[A-15] the interval of a win rate is Wilson's of the decided bets, and of as many facts as they are where they",
);

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
      text: "bets, won, lost, push, ungraded, break_even (mean implied probability of the prices), mean closing line value (close's no-vig probability minus the open's, as [D-55] has it). Ungraded bets are counted, never dropped in silence.",
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
      tests: [rules("Wilson's interval is that of published tables"), ofRate, worked, cases],
    },
    {
      id: "A-11.7",
      text: "return_on_investment at the close and at the open, each with a 95% interval by game, so that two bets on one game are not two facts.",
      tests: [rules("an interval holds what the bets returned"), worked, coverage, cases],
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
    {
      id: "A-13.1",
      text: "closing_line of a set: better, worse, same, beat with [A-15]'s interval of a rate, points, probability with probability_bets. A row of /v1/bets has closing_line as its last member.",
      tests: [
        rules(
          "[A-13] the open was better by the line, else by the price, and points are those that were won by betting",
        ),
        oracle("bets of 300 random requests with the filters of circumstances are those that the oracle's"),
        worked,
      ],
    },
    {
      id: "A-13.2",
      text: "With open_moved and result, which know the close, closing_line and the return at the open are null.",
      tests: [
        rows("[A-13] with open_moved and result nothing is said of the closing line, nor of the return at the open"),
        worked,
      ],
    },
    {
      id: "A-14.1",
      text: "p_adjusted of groups, their verdicts, and meta.family.",
      tests: [
        rules("[A-14] p-values of groups are allowed for as Holm does it, and equal ones in the order of their groups"),
        worked,
      ],
    },
    {
      id: "A-14.2",
      text: "both_sides; above half of the bets, and with result, p-value and verdict are null.",
      tests: [
        rules("[A-14] of both sides of a bet each is counted, at the same book and game alone"),
        rows("[A-14] a set with both sides of its bets, and one chosen by results, has no p-value and no verdict"),
        worked,
      ],
    },
    {
      id: "A-14.3",
      text: "split gives rows before and since beside the one for all; tries counts for before and for all, tries_since for since.",
      tests: [rows("[A-14] split divides a set at a day, and each half has its own tries")],
    },
    {
      id: "A-14.4",
      text: "X-Sets-Today: distinct sets that this account asked today, from memory, at most 1000+.",
      tests: [
        rows("[A-14] X-Sets-Today counts the distinct sets of an account, whatever their tries, limit and format"),
      ],
    },
    {
      id: "A-14.5",
      text: "The explorer keeps the part after the split hidden until it is asked for, counts each such look, and a kept link carries its day, signed.",
      tests: [
        explorer("[A-14] games held back are in no number until they are asked for, and each look counts"),
        explorer("[A-14] a kept link holds back what comes after its day, and one that was changed is refused"),
      ],
    },
    {
      id: "A-15.1",
      text: "The 95% interval of a return, null where G < 10, and of a win rate with its design_effect.",
      tests: [
        rules("[A-15] a return of fewer than ten games has no interval, and twenty long shots that all lost have one"),
        rules("the quantile of Student's t is that of R's qt(0.975, n)"),
        rules("the row that docs/api/trends.md works by hand is what the bets in its table give"),
        ofRate,
        worked,
      ],
    },
    {
      id: "A-15.2",
      text: "By simulation the intervals hold the truth in at least 93% of every case of at least 20 games, one or several bets a game, p from 0.05 to 0.95; where that fails, the docs say where.",
      tests: [coverage, cases],
    },
  ],
};
