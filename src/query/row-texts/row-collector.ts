/** Collects the texts of the rows of a page. */
import { type Format, separators } from "../../release/view/formats.ts";
import type { Page } from "../pages.ts";

export class RowCollector {
  readonly #separator: string;
  /** Each row with a separator before it. One text that grows takes less time than a list that is joined, or a buffer. */
  #text = "";
  #count = 0;

  constructor(format: Format) {
    this.#separator = separators[format];
  }

  get count(): number {
    return this.#count;
  }

  /** @param row in ASCII, as all is that is made of teams, books and the words of the API. */
  add(row: string): void {
    this.#text += this.#separator + row;
    this.#count++;
  }

  /** The rows with separators between them. */
  finish(): Pick<Page, "pieces" | "count"> {
    const pieces = this.#count === 0 ? [] : [Buffer.from(this.#text, "latin1").subarray(this.#separator.length)];
    return { pieces, count: this.#count };
  }
}
