/** A quote in words, for reports and for people at a terminal. */
import type { Quote } from "../domain/fold.ts";

/** `-3 (-110 / -110)`, `-900 / +600`, or a line alone; the price of home or of over comes first. */
export function quoteText({ line, first, second }: Quote): string {
  if (first === null && second === null) return String(line ?? "nothing");
  const prices = `${priceText(first)} / ${priceText(second)}`;
  return line === null ? prices : `${line} (${prices})`;
}

function priceText(price: number | null): string {
  return price === null ? "-" : signedText(price);
}

/** `+154`, `-182` */
function signedText(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
