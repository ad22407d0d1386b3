/** `grade_bets`: what became of bets that somebody made, and how their numbers compare with the closes. */
import { withoutKeys } from "../../access/keys/keys.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { type GradedBet, gradedBet, NoMatch, readBet } from "../grading.ts";
import {
  type Asked,
  aDate,
  aNumber,
  aSport,
  aText,
  aWhole,
  counted,
  howManyFit,
  items,
  more,
  type Tool,
} from "../tool.ts";

/** As many as mostly fit into one answer. */
const mostBets = 15;

type Told =
  | ({ readonly bet: number; readonly matched: true } & GradedBet)
  | {
      readonly bet: number;
      readonly matched: false;
      readonly why: string;
      /** Games that may be meant. */
      readonly candidates: readonly string[];
    };

export const gradeBets: Tool = {
  name: "grade_bets",
  description:
    "Result, profit, closing line value of up to 15 bets. date: the game's, not the placing's. " +
    "Two games that fit are named: ask which.",
  input: {
    properties: {
      bets: {
        type: "array",
        minItems: 1,
        maxItems: mostBets,
        items: {
          type: "object",
          properties: {
            sport: aSport,
            game_id: aText,
            date: aDate,
            team: aText,
            opponent: aText,
            bet_type: aText,
            selection: { enum: ["home", "away", "over", "under"] },
            line: aNumber,
            price: { type: "integer", description: "American odds" },
            book: aText,
            stake: aNumber,
          },
          required: ["bet_type", "price"],
        },
      },
    },
    required: ["bets"],
  },
  found: {
    bets: items("in the order given, with bet their place"),
    profit: aNumber,
    has_more: more.has_more,
    next_bet: aWhole,
  },
  answer(asked) {
    const told = listOf(asked).map((bet, place) => toldOf(asked, bet, place + 1));
    const count = howManyFit(told);
    const shown = told.slice(0, count);
    const graded = shown.flatMap((each) => (each.matched ? [each] : []));
    const number = (result: string) => graded.filter((each) => each.result === result).length;
    const profit = Math.round(graded.reduce((sum, each) => sum + each.profit, 0) * 10_000) / 10_000;
    const hasMore = count < told.length;
    const voided = number("void") === 0 ? "" : `, ${number("void")} void`;
    const record = `${number("won")} won, ${number("lost")} lost, ${number("push")} pushed${voided}, profit ${profit}`;
    const rest = hasMore ? `; send the bets from ${count + 1} on again for the rest.` : ".";
    return {
      sentence: `${graded.length} of ${counted(shown.length, "bet")} found their game: ${record}${rest}`,
      found: { bets: shown, profit, has_more: hasMore, ...(hasMore ? { next_bet: count + 1 } : {}) },
    };
  },
};

function listOf({ given: { bets, ...others } }: Asked): readonly unknown[] {
  const [other] = Object.keys(others);
  if (other !== undefined) throw new WrongParameter(other, `unknown parameter: grade_bets takes bets alone`);
  if (!Array.isArray(bets) || bets.length === 0 || bets.length > mostBets) {
    throw new WrongParameter("bets", `bets must be a list of 1 to ${mostBets} bets`);
  }
  return bets;
}

function toldOf({ snapshot }: Asked, given: unknown, bet: number): Told {
  try {
    return { bet, matched: true, ...gradedBet(snapshot, readBet(given)) };
  } catch (error) {
    if (!(error instanceof NoMatch || error instanceof WrongParameter)) throw error;
    const candidates = error instanceof NoMatch ? error.candidates : [];
    return { bet, matched: false, why: withoutKeys(error.message), candidates };
  }
}
