/** The texts that may be stored and served: how long, and of which characters. */
/**
 * Code points of each kind of text, several times the longest that a provider writes: its own name has 12, an id 32,
 * a team's spelling 40, a venue 55, the URL of a logo 60.
 */
export const mostCharacters = { provider: 64, id: 128, spelling: 100, name: 200, url: 1000 } as const;

/**
 * Texts without control characters (PostgreSQL stores no NUL, and an escape steers a terminal), without halves of
 * surrogate pairs (no UTF-8 has them), without line separators, and without what is invisible or turns the direction of
 * writing (one name would look like another). To be read with the flag `u`, as JSON Schema does.
 */
export const plainTextPattern =
  "^[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ud800-\\udfff\\ufeff\\ufff9-\\ufffb]*$";
const plainText = new RegExp(plainTextPattern, "u");

export const httpsPattern = "^https://";

/** The fault of a text that is longer than `most` code points or has characters that are no text, or null. */
export function textFault(text: string, most: number): string | null {
  // A code point has one or two units; only a text that may be too long is counted.
  if (text.length > most && (text.length > 2 * most || [...text].length > most)) {
    return `is longer than ${most} characters: ${JSON.stringify(shortened(text))}`;
  }
  if (plainText.test(text)) return null;
  return `has characters that are not text: ${JSON.stringify(shortened(text))}`;
}

/** Whether a text is a whole URL of https, without a user, and would be written by a browser as it stands here. */
export function isHttpsUrl(text: string): boolean {
  if (!/^https:\/\/[^\s"'<>\\^`{|}]+$/.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === "";
}

/** Characters of a text that a message shows: enough to find it in the file. */
const mostShown = 300;

/** The beginning of a text that may be as long as a file, for a message of one line. */
export function shortened(text: string): string {
  return text.length <= mostShown ? text : `${text.slice(0, mostShown).toWellFormed()}…`;
}
