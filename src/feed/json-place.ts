/**
 * Finds the place where text stops being JSON: to repair a file one needs line and column, and `JSON.parse` often has
 * none.
 */

const token = /[ \t\n\r]*(?:([{}[\],:])|(")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|($))/y;

/** The kinds of token that may come next. */
type Expecting = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "end";

/** The offset of the first character that is not JSON; the length of the text when it only breaks off. */
export function jsonErrorOffset(text: string): number {
  const open: ("{" | "[")[] = [];
  let expecting: Expecting = "value";
  const afterValue = (): Expecting => (open.length === 0 ? "end" : ", or end");
  for (token.lastIndex = 0; ; ) {
    const start = token.lastIndex;
    const match = token.exec(text);
    if (match === null) return brokenWord(text, skipSpace(text, start));
    const [whole, mark, quote, scalar, atEnd] = match;
    const offset = start + whole.length - (mark ?? quote ?? scalar ?? "").length;
    if (atEnd !== undefined) return text.length;
    const isValuePlace: boolean = expecting === "value" || expecting === "value or ]";
    const isKeyPlace: boolean = expecting === "key" || expecting === "key or }";
    if (quote !== undefined) {
      if (!isValuePlace && !isKeyPlace) return offset;
      const string = scanString(text, offset);
      if (string.fault !== null) return string.fault;
      token.lastIndex = string.end;
      expecting = isKeyPlace ? ":" : afterValue();
    } else if (isValuePlace && scalar !== undefined) expecting = afterValue();
    else if (isValuePlace && (mark === "{" || mark === "[")) {
      open.push(mark);
      expecting = mark === "{" ? "key or }" : "value or ]";
    } else if (expecting === ":" && mark === ":") expecting = "value";
    else if (mark === "}" && open.at(-1) === "{" && (expecting === "key or }" || expecting === ", or end")) {
      open.pop();
      expecting = afterValue();
    } else if (mark === "]" && open.at(-1) === "[" && (expecting === "value or ]" || expecting === ", or end")) {
      open.pop();
      expecting = afterValue();
    } else if (mark === "," && expecting === ", or end") expecting = open.at(-1) === "{" ? "key" : "value";
    else return offset;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\n\r".includes(text[at] as string)) at += 1;
  return at;
}

/** A download that broke off may end inside a word. */
function brokenWord(text: string, offset: number): number {
  return /^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-)\s*$/.test(text.slice(offset, offset + 100)) ? text.length : offset;
}

const quoteMark = 0x22;
const backslash = 0x5c;
const jsonEscape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Goes through a string character by character: a pattern that repeats a choice keeps a place to return to for each of
 * them, and a string of 60 MB has more than the stack. A string that never ends was cut off, whatever is in it.
 */
function scanString(text: string, start: number): { readonly end: number; readonly fault: number | null } {
  let fault: number | null = null;
  for (let at = start + 1; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === quoteMark) return { end: at + 1, fault };
    if (code !== backslash) {
      if (code < 0x20) fault ??= at;
      at += 1;
      continue;
    }
    jsonEscape.lastIndex = at;
    const isLegal = jsonEscape.test(text);
    if (!isLegal && at + 6 < text.length) fault ??= at;
    at = isLegal ? jsonEscape.lastIndex : at + 2;
  }
  return { end: text.length, fault: text.length };
}

/** `line 2, column 7` of an offset, both from 1. */
export function placeOf(text: string, offset: number): string {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return `line ${line}, column ${offset - lineStart + 1}`;
}
