/** Texts of whole numbers. Those in a range are rendered once and kept, because rows repeat few of them. */
export class TextTable {
  readonly #least: number;
  readonly #most: number;
  /** Made when it is needed: some tables never are. */
  #texts: (string | null)[] = [];
  readonly #render: (value: number) => string;

  /** @param least and most: the range of the numbers whose texts are kept. */
  constructor(least: number, most: number, render: (value: number) => string) {
    this.#least = least;
    this.#most = most;
    this.#render = render;
  }

  of(value: number): string {
    const index = value - this.#least;
    const known = this.#texts[index];
    if (known !== undefined && known !== null) return known;
    const text = this.#render(value);
    if (value < this.#least || value > this.#most) return text;
    if (this.#texts.length === 0) this.#texts = new Array<null>(this.#most - this.#least + 1).fill(null);
    this.#texts[index] = text;
    return text;
  }
}

/** What is made of values of which there are few, once of each, and kept. */
export function remembered<Value, Made>(make: (value: Value) => Made): (value: Value) => Made {
  const known = new Map<Value, Made>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const made = make(value);
    known.set(value, made);
    return made;
  };
}
