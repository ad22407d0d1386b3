/** Texts of whole numbers. Those in a range are rendered once and kept, because rows repeat few of them. */
export class TextTable {
  readonly #least: number;
  readonly #texts: (string | null)[];
  readonly #render: (value: number) => string;

  /** @param least and most: the range of the numbers whose texts are kept. */
  constructor(least: number, most: number, render: (value: number) => string) {
    this.#least = least;
    this.#texts = new Array<string | null>(most - least + 1).fill(null);
    this.#render = render;
  }

  of(value: number): string {
    const index = value - this.#least;
    if (index < 0 || index >= this.#texts.length) return this.#render(value);
    const known = this.#texts[index] as string | null;
    if (known !== null) return known;
    const text = this.#render(value);
    this.#texts[index] = text;
    return text;
  }
}

/** Texts of texts, rendered once and kept, because there are few of them. */
export function rememberedTexts<Value extends string | null>(
  render: (value: Value) => string,
): (value: Value) => string {
  const known = new Map<Value, string>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const text = render(value);
    known.set(value, text);
    return text;
  };
}
