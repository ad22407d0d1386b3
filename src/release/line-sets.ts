/** The members that callers see of one entry of a season's columns: its opening and closing line and their prices. */
import type { MoneylineSet, SpreadSet, TotalSet } from "../contract/book-members.ts";
import { lineAt, priceAt, type SeasonLines } from "./season-lines.ts";

/** Stands for the entry of a market that was not priced: all its members are null. */
export const noEntry = -1;

const openFirst = 0;
const openSecond = 1;
const closeFirst = 2;
const closeSecond = 3;

function priceOf(lines: SeasonLines, entry: number, which: number): number | null {
  return entry === noEntry ? null : priceAt(lines, 4 * entry + which) || null;
}

function lineOf(lines: SeasonLines, entry: number, which: 0 | 1): number | null {
  return entry === noEntry ? null : lineAt(lines, entry, which);
}

export function moneylineSet(lines: SeasonLines, entry: number): MoneylineSet {
  return {
    home_open: priceOf(lines, entry, openFirst),
    home_close: priceOf(lines, entry, closeFirst),
    away_open: priceOf(lines, entry, openSecond),
    away_close: priceOf(lines, entry, closeSecond),
  };
}

export function spreadSet(lines: SeasonLines, entry: number): SpreadSet {
  return {
    open: lineOf(lines, entry, 0),
    close: lineOf(lines, entry, 1),
    home_juice_open: priceOf(lines, entry, openFirst),
    home_juice_close: priceOf(lines, entry, closeFirst),
    away_juice_open: priceOf(lines, entry, openSecond),
    away_juice_close: priceOf(lines, entry, closeSecond),
  };
}

export function totalSet(lines: SeasonLines, entry: number): TotalSet {
  return {
    open: lineOf(lines, entry, 0),
    close: lineOf(lines, entry, 1),
    over_juice_open: priceOf(lines, entry, openFirst),
    over_juice_close: priceOf(lines, entry, closeFirst),
    under_juice_open: priceOf(lines, entry, openSecond),
    under_juice_close: priceOf(lines, entry, closeSecond),
  };
}

/** The total of one team: its opening and closing line. */
export function lineEnds<Side extends "home" | "away">(side: Side, lines: SeasonLines, entry: number) {
  return { [`${side}_open`]: lineOf(lines, entry, 0), [`${side}_close`]: lineOf(lines, entry, 1) } as Readonly<
    Record<`${Side}_open` | `${Side}_close`, number | null>
  >;
}

/** The closing prices of a team's total, which only odds rows have. */
export function closingPrices<Side extends "home" | "away">(side: Side, lines: SeasonLines, entry: number) {
  return {
    [`${side}_over_juice_close`]: priceOf(lines, entry, closeFirst),
    [`${side}_under_juice_close`]: priceOf(lines, entry, closeSecond),
  } as Readonly<Record<`${Side}_over_juice_close` | `${Side}_under_juice_close`, number | null>>;
}
