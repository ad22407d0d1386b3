/** Writes what callers sent as a message may repeat it: without keys and harmful characters, and cut. */
import { withoutKeys } from "../../access/keys/keys.ts";

const longestShown = 60;
const longestName = 100;
/** Keys are taken out of more than is shown, so that none is shown in part. */
const longestRead = 1000;

/** Control and format characters, which can turn a line around or hide in it, and halves of characters. */
const unshowable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A value in quotes: quotes and backslashes inside are escaped, and of a long one only the beginning is there. */
export function quoted(text: string): string {
  return JSON.stringify(shown(text, longestShown).replace(unshowable, "\uFFFD"));
}

/** The name of a parameter as `param` repeats it: as it was sent, unless it is a key or longer than any name of ours. */
export function shownName(name: string): string {
  return shown(name, longestName);
}

function shown(text: string, longest: number): string {
  const safe = withoutKeys(text.slice(0, longestRead));
  return safe.length > longest ? `${safe.slice(0, longest).toWellFormed()}…` : safe;
}
