/** The card of a set of bets: its name, its record, the verdict, and its units as a line. */
import type { Snapshot } from "../../query/load.ts";
import { type CardText, cardSide, drawCard } from "../pictures/card.ts";
import { pngOf } from "../pictures/card-png.ts";
import { ink } from "../pictures/draw.ts";
import { plotOfUnits } from "../pictures/units.ts";
import { type SharedSet, type SharedSetAsked, sharedSet } from "./shared-set.ts";

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
  return drawCard(
    {
      occasion: invented ?? "Is that trend real, or luck?",
      isWarning: invented !== null,
      texts,
      plot: units.length === 0 ? null : plotOfUnits(units, 1.8),
      frame,
    },
    { title: `${record} ${count}`, description: [...parts, won, verdict.pill].join(" · ") },
  );
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
