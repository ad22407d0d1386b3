/** A chance and a number in plain words. */
import { countText } from "../frame/formats.ts";

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
