/** The names of members as JSON of commands and reports has them: `oddsRows` is `odds_rows`, also inside of lists and objects. */

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : "";

export type SnakeCased<Value> = Value extends readonly (infer Item)[]
  ? readonly SnakeCased<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value as Name extends string ? Snake<Name> : never]: SnakeCased<Value[Name]> }
    : Value;

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
