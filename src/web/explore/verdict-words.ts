/** The verdict on a set of bets in words, on its page and on its card; a chance and a number in plain words. */
import type { TrendRow } from "../../contract/lists/trends.ts";
import { countText } from "../ui/words.ts";

export type VerdictWords = {
  readonly pill: string;
  /** Whether luck is no explanation, of bets that paid or did not. */
  readonly look: "good" | "bad" | "";
  /** How often chance gives such a record, as in `1 of 40 tries`; null: nothing can be said of chance. */
  readonly chance: string | null;
  readonly meaning: string;
};

/** @param expected the share that the market expected to win, see `SetLook`. @param isOfResult whether the bets were chosen by their results. */
export function verdictOfSet(trend: TrendRow, expected: number | null, isOfResult: boolean): VerdictWords {
  const { p_value: chance, p_adjusted: adjusted, return_on_investment: returns } = trend;
  if (chance === null || adjusted === null) return { ...whyNoVerdict(trend, isOfResult), look: "", chance: null };
  const said = chanceWords(chance);
  if (trend.verdict === "unlikely by chance") {
    const look = (returns.close.value ?? 0) > 0 ? "good" : "bad";
    return { pill: "Unlikely by chance", look, chance: said, meaning: unlikelyWords(trend, expected) };
  }
  // Why there may be no evidence beside an interval that leaves breaking even out.
  const vig =
    returns.close.high !== null && returns.close.high < 0
      ? " That the bets lost money all the same is the vig: chance is measured against the market's odds without it, and the return is paid at the books' prices."
      : "";
  const isRare = chance < 0.05;
  const rare = "For one look that would be rare, but there have been several.";
  const meaning = isRare ? rare : `That is what luck looks like.${vig}`;
  return { pill: "No evidence of more than luck", look: "", chance: said, meaning };
}

function whyNoVerdict({ both_sides: both, bets }: TrendRow, isOfResult: boolean) {
  if (!isOfResult && both > bets / 2) {
    const words = "Both sides of these bets are in the set, and one of the two wins whatever happens.";
    return { pill: "By construction", meaning: `${words} Choose a team, a side or a role.` };
  }
  const meaning = isOfResult
    ? "These bets were chosen by their result, so their record says nothing of chance."
    : "Fewer than ten games are decided: too few to say anything of chance.";
  return { pill: "No verdict", meaning };
}

/**
 * The meaning of a record that chance does not explain. The verdict is about what the market expected, and bets that beat that may
 * still not have paid what the books take.
 */
function unlikelyWords({ win_rate: rate, return_on_investment: { close } }: TrendRow, expected: number | null): string {
  if (rate.value === null || expected === null) return "Luck is a poor explanation.";
  const did = `Luck is a poor explanation: these bets did ${rate.value > expected ? "better" : "worse"} than the market expected`;
  const isUnpaid = rate.value > expected && (close.value ?? 0) <= 0;
  return isUnpaid ? `${did}, but not by as much as the books take.` : `${did}.`;
}

/** Won, lost and pushed, as bettors write it. */
export function recordOf({ won, lost, push }: Pick<TrendRow, "won" | "lost" | "push">): string {
  return `${won}–${lost}–${push}`;
}

/** How often chance does something, as people say it. */
export function chanceWords(probability: number): string {
  if (probability >= 0.95) return "nearly every try";
  if (probability >= 0.4) return `${Math.round(probability * 10)} of 10 tries`;
  if (probability < 0.0001) return "fewer than 1 of 10,000 tries";
  return `1 of ${countText(Math.round(1 / probability))} tries`;
}

const ordinals = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

export function ordinal(count: number): string {
  const word = ordinals[count];
  if (word !== undefined && word !== "") return word;
  const last = count % 100 >= 11 && count % 100 <= 13 ? 0 : count % 10;
  return `${countText(count)}${["th", "st", "nd", "rd"][last] ?? "th"}`;
}
