/** The words and numbers that a card says of a set of bets. */
import type { TrendRow } from "../../contract/lists/trends.ts";
import type { Snapshot } from "../../query/load.ts";
import { lookAtSet } from "../../query/trends/look.ts";
import type { Judged } from "../../query/trends/question.ts";
import type { UnitsPoint } from "../../query/trends/tally.ts";
import { recordOf, type VerdictWords, verdictOfSet } from "../explore/verdict-words.ts";
import { ordinal } from "../explore/words.ts";
import { countText, shareText } from "../frame/formats.ts";
import { inventedSetWords } from "../invented.ts";

export type SharedSetAsked = {
  readonly set: Judged;
  /** Its name, in parts. */
  readonly parts: readonly string[];
  /** How many sets were looked at, this one among them. */
  readonly tries: number;
  /** The bets were chosen by their results. */
  readonly isOfResult: boolean;
};

export type SharedSet = {
  readonly parts: readonly string[];
  readonly record: string;
  /** The share that was won, with its interval. */
  readonly won: string;
  readonly verdict: VerdictWords;
  /** How often chance gives such a record, in a sentence; null: nothing can be said of chance. */
  readonly chance: string | null;
  /** Of how many bets, and of how many sets. */
  readonly count: string;
  readonly units: readonly UnitsPoint[];
  /** That the games are invented; null: they are not. */
  readonly invented: string | null;
};

export function sharedSet(snapshot: Snapshot, { set, parts, tries, isOfResult }: SharedSetAsked): SharedSet {
  const sort = { column: "date", isDescending: true } as const;
  const { all, expected, units, bets } = lookAtSet(snapshot, { set, sort, page: 1, held: null, waiting: null });
  const verdict = verdictOfSet(all, { expected, isOfResult });
  return {
    parts,
    record: recordOf(all),
    won: wonWords(all),
    verdict: bets === 0 ? { ...verdict, pill: "No bets match", meaning: "No graded game has such a bet." } : verdict,
    chance: verdict.chance === null ? null : `Chance alone gives a record this good or bad in ${verdict.chance}.`,
    count: `of ${countText(bets)} ${bets === 1 ? "bet" : "bets"}, the ${ordinal(tries)} set looked at`,
    units,
    invented: snapshot.isSample ? inventedSetWords : null,
  };
}

function wonWords({ win_rate: { value, low, high } }: TrendRow): string {
  if (value === null) return "No bet is decided";
  const won = `${shareText(value)} won`;
  return low === null || high === null ? won : `${won}, 95% interval ${shareText(low)} to ${shareText(high)}`;
}
