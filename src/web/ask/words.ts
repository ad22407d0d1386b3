/** A text as its words are compared: in small letters without accents, with numbers as digits. */

export type Word = {
  readonly text: string;
  /** As somebody typed it. */
  readonly typed: string;
  /** Whether `text` is a word that somebody has probably meant, and not the one that was typed. */
  readonly isGuess?: boolean;
};

const numbers: Readonly<Record<string, string>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, at) => [word, String(at)]),
);

/** Letters, digits, and what stands within or before numbers and names: `+7.5`, `-3`, `49ers`, `first-half`, `o'brien`. */
const pattern =
  /20\d\d[-/]\d\d(?!\d)|\d\d?:\d\d(?:[ap]m)?|[+-]?\d+(?:\.\d+)?(?:%|\+|[a-z]+)?|\.\d+|[\p{L}\p{N}][\p{L}\p{N}.'&]*/giu;

export function wordsOf(text: string): readonly Word[] {
  const plain = text
    .replaceAll("−", "-")
    .replaceAll("’", "'")
    .replaceAll("–", "-")
    .replaceAll(" & ", " and ")
    .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, " ")
    .replaceAll(/(?<![\d.-])(\d{1,3}(?:\.5)?)-(?=\d{1,3}(?:\.5)?(?![\d-]))/g, "$1 to ");
  return [...plain.matchAll(pattern)].map(([typed]) => {
    const folded = typed
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/(?:'s|\.|'|s')$/, "");
    return { typed, text: numbers[folded] ?? folded };
  });
}
