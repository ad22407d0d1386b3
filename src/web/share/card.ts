/** The card of a set of bets: its name, its record, the verdict, and its units as a line, in words, numbers and a picture. */

import type { TrendRow } from "../../contract/lists/trends.ts";
import type { Snapshot } from "../../query/load.ts";
import { lookAtSet } from "../../query/trends/look.ts";
import type { Judged } from "../../query/trends/summed.ts";
import type { UnitsPoint } from "../../query/trends/tally.ts";
import { ordinal, recordOf, type VerdictWords, verdictOfSet } from "../explore/verdict-words.ts";
import { countText, shareText } from "../frame/formats.ts";
import { inventedSetWords } from "../invented.ts";
import { type CardText, cardSide, drawCard, pngOf } from "../pictures/card.ts";
import { ink, plotOfUnits } from "../pictures/draw.ts";

/** Words stand to the left of the line of units. */
const frame = { left: 700, top: 232, bottom: 500 } as const;
const width = frame.left - cardSide - 70;
/** A long name has a line more, in smaller letters. */
const short = { letters: 54, lines: 2, size: 36, step: 44, y: 122 } as const;
const long = { letters: 66, lines: 3, size: 29, step: 36, y: 112 } as const;

export const draw = (snapshot: Snapshot, asked: SharedSetAsked): Promise<Uint8Array> =>
  pngOf(drawSetCard(sharedSet(snapshot, asked)));

/** @returns SVG that stands by itself. */
export function drawSetCard({ parts, record, won, verdict, chance, count, units, invented }: SharedSet): string {
  const named = parts.map((part, place) => (place === parts.length - 1 ? part : `${part} ·`));
  const form = linesOf(named, short.letters).length <= short.lines ? short : long;
  const name = cut(linesOf(named, form.letters), form.lines);
  const meaning = cut(linesOf((chance ?? verdict.meaning).split(" "), 43), 3);
  const look = { good: ink.accent, bad: ink.bad, "": ink.text }[verdict.look];
  const texts: readonly CardText[] = [
    ...name.map((text, line) => ({ text, y: form.y + line * form.step, size: form.size, isStrong: true })),
    { text: record, y: 268, size: Math.min(96, Math.floor(1000 / record.length)), isStrong: true },
    ...won.split(", ").map((text, line) => ({ text, y: 344 + line * 38, size: 30, width })),
    { text: verdict.pill, y: 438, size: 34, isStrong: true, fill: look, width },
    ...meaning.map((text, line) => ({ text, y: 480 + line * 31, size: 25, width })),
    { text: count, y: 586, size: 27, fill: ink.quiet },
    ...(units.length === 0
      ? []
      : [{ text: "Units won, bet by bet. Grey: chance alone, 95%", y: 586, size: 22, fill: ink.quiet, isRight: true }]),
  ];
  return drawCard({
    occasion: invented ?? "Is that trend real, or luck?",
    isWarning: invented !== null,
    texts,
    plot: units.length === 0 ? null : plotOfUnits(units, 1.8),
    frame,
  });
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
