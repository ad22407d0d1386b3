/** `grade_bets`: what became of bets that somebody made, and how their numbers compare with the closes. */
import { withoutKeys } from "../../access/keys/keys.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import type { Snapshot } from "../../query/load.ts";
import { betParameters, gradedBet, NoMatch, readBet } from "../grading.ts";
import {
  type Arguments,
  counted,
  fitting,
  integerSchema,
  items,
  more,
  numberSchema,
  shapesOf,
  type Tool,
} from "../tool.ts";

/** As many as mostly fit into one answer. */
const mostBets = 15;

const aBet = {
  type: "object",
  properties: { ...shapesOf(betParameters), price: { type: "integer", description: "American odds" } },
  required: ["bet_type", "price"],
};

export const gradeBets: Tool = {
  name: "grade_bets",
  description:
    "Result, profit, closing line value of up to 15 bets. date: the game's, not the placing's. " +
    "Two games that fit are named: ask which.",
  input: {
    properties: { bets: { type: "array", minItems: 1, maxItems: mostBets, items: aBet } },
    required: ["bets"],
  },
  found: {
    bets: items("in the order given, with bet their place"),
    profit: numberSchema,
    has_more: more.has_more,
    next_bet: integerSchema,
  },
  answer({ given, snapshot }) {
    const answered = betsIn(given).map((bet, place) => ({ key: place + 1, row: gradedRow(snapshot, bet, place + 1) }));
    const { items: bets, lastKey: last } = fitting(answered, (row) => row);
    const graded = bets.flatMap((each) => (each.matched ? [each] : []));
    const number = (result: string) => graded.filter((each) => each.result === result).length;
    const profit = Math.round(graded.reduce((sum, each) => sum + each.profit, 0) * 10_000) / 10_000;
    const voided = number("void") === 0 ? "" : `, ${number("void")} void`;
    const record = `${number("won")} won, ${number("lost")} lost, ${number("push")} pushed${voided}, profit ${profit}`;
    const rest = last === null ? "." : `; send the bets from ${last + 1} on again for the rest.`;
    return {
      sentence: `${graded.length} of ${counted(bets.length, "bet")} found their game: ${record}${rest}`,
      found: { bets, profit, has_more: last !== null, ...(last === null ? {} : { next_bet: last + 1 }) },
    };
  },
};

function betsIn({ bets, ...others }: Arguments): readonly unknown[] {
  const [other] = Object.keys(others);
  if (other !== undefined) throw new WrongParameter(other, `unknown parameter: grade_bets takes bets alone`);
  if (!Array.isArray(bets) || bets.length === 0 || bets.length > mostBets) {
    throw new WrongParameter("bets", `bets must be a list of 1 to ${mostBets} bets`);
  }
  return bets;
}

/** The result of a bet; or why it is not known, with the games that may be meant. */
function gradedRow(snapshot: Snapshot, given: unknown, bet: number) {
  try {
    return { bet, matched: true as const, ...gradedBet(snapshot, readBet(given)) };
  } catch (error) {
    if (!(error instanceof NoMatch || error instanceof WrongParameter)) throw error;
    const candidates = error instanceof NoMatch ? error.candidates : [];
    return { bet, matched: false as const, why: withoutKeys(error.message), candidates };
  }
}
