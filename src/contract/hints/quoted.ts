/**
 * Writes what callers sent as a message may repeat it: without harmful characters, and cut. It may still show a key that stood
 * in the wrong place; the room `api`, which knows how keys look, takes keys out of every message.
 */

const longestShown = 60;
const longestName = 100;

/** Control and format characters, which can turn a line around or hide in it, and halves of characters. */
const unshowable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A value in quotes: quotes and backslashes inside are escaped, and of a long one only the beginning is there. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text, longestShown).replace(unshowable, "\uFFFD"));
}

/** The name of a parameter as an error repeats it: as it was sent, unless it is longer than any name of ours. */
export function shownName(name: string): string {
  return cut(name, longestName);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}
