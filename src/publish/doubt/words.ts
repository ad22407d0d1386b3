/** How doubts are told. */
import type { Sheet } from "./sheet.ts";

/** Logits of moneylines are told as the chance of home. */
export function evidenceOf(sheet: Sheet, at: number, center: number): string {
  const isMoneyline = Number.isNaN(sheet.captures.lines[at] as number);
  const value = sheet.expects[at] as number;
  if (isMoneyline) return `home is given ${chanceText(value)}, by the books together ${chanceText(center)}`;
  return `the quote expects ${pointsText(value)}, the books together ${pointsText(center)}`;
}

/** The chance that a logit stands for. */
export function chanceText(logit: number): string {
  return `${Math.round(100 / (1 + Math.exp(-logit)))}%`;
}

/** Points of a margin or a total. */
export function pointsText(value: number): string {
  return value.toFixed(1);
}
