/** The card of a set of bets: its name, its record, the verdict, and its units as a line, in words, numbers and a picture. */
import type { TrendRow } from "../../contract/lists/trends.ts";
import type { Snapshot } from "../../query/load.ts";
import { lookAtSet } from "../../query/trends/look.ts";
import type { Judged } from "../../query/trends/summed.ts";
import { ordinal, recordOf, type VerdictWords, verdictOfSet } from "../explore/verdict-words.ts";
import { inventedSetWords } from "../invented.ts";
import { type CardText, cardSide, drawCard, pngOf } from "../pictures/card.ts";
import { ink, plotOfUnits } from "../pictures/draw.ts";
import { countText, shareText } from "../ui/words.ts";

/** Words stand to the left of the line of units. */
const frame = { left: 700, top: 232, bottom: 500 } as const;
const width = frame.left - cardSide - 70;

export type SharedSetAsked = {
  readonly set: Judged;
  /** Its name, in parts. */
  readonly parts: readonly string[];
  /** How many sets were looked at, this one among them. */
  readonly tries: number;
  /** The bets were chosen by their results. */
  readonly isOfResult: boolean;
};

export const draw = (snapshot: Snapshot, asked: SharedSetAsked): Promise<Uint8Array> =>
  pngOf(drawSetCard(sharedSet(snapshot, asked)));

function sharedSet(snapshot: Snapshot, { set, parts, tries, isOfResult }: SharedSetAsked) {
  const sort = { column: "date", isDescending: true } as const;
  const { all, expected, units, bets } = lookAtSet(snapshot, { set, sort, page: 1, held: null, waiting: null });
  const verdict: VerdictWords = verdictOfSet(all, expected, isOfResult);
  return {
    parts,
    units,
    record: recordOf(all),
    /** The share that was won, with its interval. */
    won: wonWords(all),
    verdict: bets === 0 ? { ...verdict, pill: "No bets match", meaning: "No graded game has such a bet." } : verdict,
    count: `of ${countText(bets)} ${bets === 1 ? "bet" : "bets"}, the ${ordinal(tries)} set looked at`,
    /** That the games are invented; null: they are not. */
    invented: snapshot.isSample ? inventedSetWords : null,
  };
}
type SharedSet = ReturnType<typeof sharedSet>;

function wonWords({ win_rate: { value, low, high } }: TrendRow): string {
  if (value === null) return "No bet is decided";
  const won = `${shareText(value)} won`;
  return low === null || high === null ? won : `${won}, 95% interval ${shareText(low)} to ${shareText(high)}`;
}

/** @returns SVG that stands by itself. */
export function drawSetCard({ parts, record, won, verdict, count, units, invented }: SharedSet): string {
  const { pill, chance } = verdict;
  const meaning = chance === null ? verdict.meaning : `Chance alone gives a record this good or bad in ${chance}.`;
  const named = parts.map((part, place) => (place === parts.length - 1 ? part : `${part} ·`));
  // A long name has a line more, in smaller letters.
  const isShort = linesOf(named, 54).length <= 2;
  const name = isShort ? linesOf(named, 54) : cut(linesOf(named, 66), 3);
  const look = { good: ink.accent, bad: ink.bad, "": ink.text }[verdict.look];
  const ofUnits = "Units won, bet by bet. Grey: chance alone, 95%";
  const texts: readonly CardText[] = [
    ...name.map((text, at) => ({
      ...(isShort ? { y: 122 + at * 44, size: 36 } : { y: 112 + at * 36, size: 29 }),
      text,
      isStrong: true,
    })),
    { text: record, y: 268, size: Math.min(96, Math.floor(1000 / record.length)), isStrong: true },
    ...won.split(", ").map((text, at) => ({ text, y: 344 + at * 38, size: 30, width })),
    { text: pill, y: 438, size: 34, isStrong: true, fill: look, width },
    ...cut(linesOf(meaning.split(" "), 43), 3).map((text, at) => ({ text, y: 480 + at * 31, size: 25, width })),
    { text: count, y: 586, size: 27, fill: ink.quiet },
    ...(units.length === 0 ? [] : [{ text: ofUnits, y: 586, size: 22, fill: ink.quiet, isRight: true }]),
  ];
  const plot = units.length === 0 ? null : plotOfUnits(units, 1.8);
  const occasion = invented ?? "Is that trend real, or luck?";
  return drawCard({ occasion, isWarning: invented !== null, texts, plot, frame });
}

/** Words, or groups of words, in lines of so many letters. */
function linesOf(words: readonly string[], letters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function cut(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines[most - 1]?.replace(/ ·$/, "")}…`];
}
