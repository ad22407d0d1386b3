/** How names are written: of teams and books so that spellings meet, of members as JSON of commands and reports has them. */

/** A name without case, accents, spaces and punctuation: "Hawai'i" becomes "hawaii". */
export function foldName(text: string): string {
  // NFKD separates accents from their letters; the last step then drops them with everything else.
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/[^a-z0-9]/g, "");
}

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : "";

export type SnakeCased<Value> = Value extends readonly (infer Item)[]
  ? readonly SnakeCased<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value as Name extends string ? Snake<Name> : never]: SnakeCased<Value[Name]> }
    : Value;

/** The same value with members in JSON's spelling: `oddsRows` is `odds_rows`, also inside of lists and objects. */
export function snakeCased<Value>(value: Value): SnakeCased<Value> {
  const cased = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(cased);
    if (typeof inner !== "object" || inner === null) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([name, member]) => [
        name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
        cased(member),
      ]),
    );
  };
  return cased(value) as SnakeCased<Value>;
}
