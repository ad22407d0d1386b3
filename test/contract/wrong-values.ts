/** Invalid values of a parameter, as texts of a URL. */
import type { ParameterEntry } from "../support/contract.ts";

/** Texts that are invalid for every parameter. */
export const wrongForAll: Readonly<Record<string, (name: string, example: string) => string>> = {
  "given twice": (name, example) => `${name}=${example}&${name}=${example}`,
  "given twice, once with its name escaped": (name, example) =>
    `${name}=${example}&%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${example}`,
  empty: (name) => `${name}=`,
  "without a value": (name) => name,
  "a NUL byte": (name) => `${name}=%00`,
  "a NUL byte at the end": (name, example) => `${name}=${example}%00`,
  "a byte that is no UTF-8": (name, example) => `${name}=${example}%FF`,
  "an overlong escape": (name) => `${name}=%C0%80`,
  "a surrogate": (name) => `${name}=%ED%A0%80`,
  "a bad escape": (name, example) => `${name}=${example}%ZZ`,
  "a cut escape": (name, example) => `${name}=${example}%4`,
  "10 kB": (name) => `${name}=${"x".repeat(10_000)}`,
  "10 kB of digits": (name) => `${name}=${"9".repeat(10_000)}`,
  "a space before": (name, example) => `${name}=%20${example}`,
  "a space after": (name, example) => `${name}=${example}+`,
  "a line end after": (name, example) => `${name}=${example}%0A`,
  "a comma after": (name, example) => `${name}=${example},`,
  "quotes around": (name, example) => `${name}=%22${example}%22`,
  "an emoji": (name) => `${name}=%F0%9F%8F%88`,
  SQL: (name) => `${name}=1%27%20OR%201=1--`,
  "a path": (name) => `${name}=..%2F..%2Fetc%2Fpasswd`,
  null: (name) => `${name}=null`,
  undefined: (name) => `${name}=undefined`,
  true: (name) => `${name}=true`,
  "an object": (name) => `${name}=%7B%7D`,
};

/** Texts that are invalid for the parameter's declared type. */
export function wrongForType({
  schema,
  name,
}: {
  readonly schema: ParameterEntry["schema"];
  readonly name: string;
}): readonly string[] {
  if (schema.enum !== undefined) {
    const values = schema.enum.map(String);
    const cased = values.flatMap((value) => [value.toUpperCase(), value.charAt(0).toUpperCase() + value.slice(1)]);
    const [first = "", second = first] = values;
    return [...cased.filter((value) => !values.includes(value)), "nonsense", `${first},${second}`];
  }
  if (schema.type === "integer") {
    const { minimum, maximum } = schema as { readonly minimum: number; readonly maximum: number };
    const outside = [minimum - 1, maximum + 1, -minimum, 2 ** 31, 2 ** 53].filter((n) => n < minimum || n > maximum);
    const texts = "ten 1.5 1e3 %2B5 --1 0x10 %D9%A3 1,000 NaN Infinity 99999999999999999999".split(" ");
    return [...outside.map(String), ...texts];
  }
  if (schema.format === "date") {
    return (
      "2024-02-30 2023-02-29 2024-13-01 2024-00-10 2024-01-00 2023-2-3 20240101 24-01-01 2024-01 2024 2024/01/01 " +
      "01-02-2024 2024-01-01T00:00:00Z %2B2024-01-01 yesterday"
    ).split(" ");
  }
  if (name === "cursor") return ["A", "AAAA", "-", "1", "0".repeat(86), "A=="];
  return ["-", "..", "*", "no-such-thing", "%C5%BFAS", "%E2%84%AAC", "99999"];
}
