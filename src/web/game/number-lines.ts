/** The margin and the total of a period on lines of numbers, with the consensus where it opened and closed. */
import type { BetRow } from "../../contract/lists/bets.ts";
import type { PictureWords } from "../pictures/draw.ts";
import { lineText, unitOf } from "./words.ts";

export type Mark = { readonly name: "Open" | "Close" | "Result"; readonly at: number; readonly text: string };

/** A line of numbers with what stands on it. */
export type NumberLine = {
  readonly words: PictureWords;
  readonly marks: readonly Mark[];
  /** What bets win on the left and on the right of the close. */
  readonly left: string;
  readonly right: string;
  /** Where on the line a mark stands, in words. */
  readonly place: (value: number) => string;
  /** What the line measures, under its numbers. */
  readonly axis: string;
  /** Whether 0 is always on it, and numbers left of it are as good as those right of it. */
  readonly isAroundZero: boolean;
  readonly unit: string;
};

/** @param bet the consensus on the home side of the spread. */
export function marginLine(bet: BetRow): NumberLine {
  const { home, away, score } = bet;
  const margin = score.home - score.away;
  const lead = (value: number): string =>
    value === 0 ? "even" : `${(value > 0 ? home : away) ?? ""} by ${Math.abs(value)}`;
  const mark = (name: "Open" | "Close", line: number | null): Mark[] =>
    // A bet on home at -3 is a push when home wins by 3. Adding 0 makes 0 of -0.
    line === null ? [] : [{ name, at: 0 - line, text: `${home} ${lineText(line, "spread")}` }];
  return {
    words: {
      title: "Margin against the spread",
      description: `The consensus spread and the final margin of the home team on one line, in ${unitOf(bet.sport)}.`,
    },
    marks: [
      ...mark("Open", bet.open.line),
      ...mark("Close", bet.close.line),
      { name: "Result", at: margin, text: lead(margin) },
    ],
    left: `${away} covers`,
    right: `${home} covers`,
    place: lead,
    axis: `← ${away} by · ${home} by →`,
    isAroundZero: true,
    unit: "margin",
  };
}

/** @param bet the consensus on the over. */
export function totalLine(bet: BetRow): NumberLine {
  const sum = bet.score.home + bet.score.away;
  const mark = (name: "Open" | "Close", line: number | null): Mark[] =>
    line === null ? [] : [{ name, at: line, text: String(line) }];
  return {
    words: {
      title: "Both teams' score against the total",
      description: `The consensus total and what both teams scored on one line, in ${unitOf(bet.sport)}.`,
    },
    marks: [
      ...mark("Open", bet.open.line),
      ...mark("Close", bet.close.line),
      { name: "Result", at: sum, text: `${sum} ${unitOf(bet.sport)}` },
    ],
    left: "under",
    right: "over",
    place: String,
    axis: `${unitOf(bet.sport)} of both teams`,
    isAroundZero: false,
    unit: "total",
  };
}
