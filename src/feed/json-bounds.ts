/**
 * Bounds the structure of a JSON text: a few bytes of text may become many in memory, and a reader must follow every
 * level.
 */

/** Levels of lists and objects inside each other. A provider's answers have eight at most. */
export const deepestJson = 64;

/**
 * Lists and objects of one text. A season of college games is 100,000; an empty one takes 3 bytes of text and 150 of
 * memory.
 */
export const mostJsonParts = 5_000_000;

const quoteMark = 0x22;
const backslash = 0x5c;

/** The bound that a text exceeds, or null. The text need not be JSON. */
export function jsonBoundsFault(text: string): string | null {
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quoteMark) {
      at = endOfString(text, at);
      if (at === -1) return null;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      parts += 1;
      if (depth > deepestJson) return `is nested deeper than ${deepestJson} lists and objects`;
      if (parts > mostJsonParts) return `holds more than ${mostJsonParts.toLocaleString("en-US")} lists and objects`;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return null;
}

/** The offset of the quotation mark that ends a string, -1 when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}
