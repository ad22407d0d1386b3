/** A text about a bet, cut into words, numbers and signs in one spelling. */

export type Token = {
  readonly text: string;
  readonly kind: "word" | "number" | "separator" | "bar";
};

const pattern =
  /\d+(?:\.\d+)?u\b|\d+(?:ers|st|nd|rd|th|h|q|p|way)\b|\b[ou](?=\d)|\b(?:over|under)(?=\d)|[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)|[a-z][a-z0-9]*|@|\/|\||(?<=\s)-(?=\s)/g;

export function tokensOf(text: string): Token[] {
  const plain = text
    .normalize("NFKC")
    .replace(/(\d)\s?1⁄2/g, "$1.5")
    .replace(/(^|[^\d])1⁄2/g, "$10.5")
    .replace(/[−–—]/g, "-")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    // "+ 1.5" and "(- 1.5)" have their signs apart.
    .replace(/(\+|\(-)\s+(?=\d*[.,]?\d+(?!\w))/g, "$1")
    // A number in brackets is that of a team in a bookmaker's list: "[451] Chicago Bears".
    .replace(/\[\d{2,6}\]/g, " ")
    // "#12 Alabama" is ranked, or it is such a number.
    .replace(/#\d{1,6}\b/g, " ")
    .replaceAll("&", "and")
    .replace(/['’`ʻ]/g, "")
    .replace(/([a-z])\.(?=[a-z])/g, "$1")
    .replace(/\.(?!\d)/g, " ")
    .replace(/over\s*\/\s*under/g, "over under")
    .replace(/\bo\s*\/\s*u\b/g, "over under")
    .replace(/([a-z])-(?=[a-z])/g, "$1 ")
    .replace(/_/g, " ");
  return (plain.match(pattern) ?? []).map((each) => ({ text: each, kind: kindOf(each) }));
}

function kindOf(text: string): Token["kind"] {
  if (text === "|") return "bar";
  if (text === "@" || text === "/" || text === "-") return "separator";
  return /^[+-]?[\d.,]+$/.test(text) ? "number" : "word";
}

/** The words of a name as the tokens of a text have them. */
export function nameKey(name: string): string {
  return tokensOf(name)
    .filter(({ kind }) => kind === "word" || kind === "number")
    .map(({ text }) => text)
    .join(" ");
}
