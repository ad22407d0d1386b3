/** The sentences of and, the lists of periods. */
import { type Section, testsOf } from "./sentence.ts";

const values = testsOf("test/contract/periods.test.ts");
const lists = testsOf("test/contract/period-lists.test.ts");

export const additionsOfPeriods: Section = {
  title: "Periods and their odds",
  sentences: [
    {
      id: "A-4.1",
      text: "A period's row has its score, the consensus of its books (as that of a game, with over_juice_open and under_juice_open; null when no book priced it) and the result against it.",
      tests: [
        values("[A-4] a period has its score, the consensus of its books, and the result against that"),
        values("[A-4] the favorite of a period follows [D-20]"),
        values("[A-4] a game of which no score by period is known has no periods"),
      ],
    },
    {
      id: "A-4.2",
      text: "The order is that of [D-22], then p2, p3 and ot.",
      tests: [
        values("[A-4] the periods of every sport are those of period_scores"),
        lists("/v1/periods: pages of any size join to the whole list, in order and without a row twice"),
      ],
    },
    {
      id: "A-5.1",
      text: "A period odds row exists where a book posted anything for the period: moneyline, spread and total with the members of an odds row, and the result on the period's score.",
      tests: [
        values("[A-5] a row is what one book posted on a period"),
        values("[A-5] a period that was not played has its lines, and a result of nulls"),
        values("[A-5] period odds agree with those of the single game"),
      ],
    },
    {
      id: "A-5.2",
      text: "The order is period, then book_id.",
      tests: [
        values("[A-5] every sport lists its priced periods by book"),
        lists("/v1/period_odds: pages of any size join to the whole list, in order and without a row twice"),
      ],
    },
  ],
};
