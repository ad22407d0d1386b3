/** Prints a command's result on standard output: as JSON where that is asked for, otherwise as lines for a person. */
import { printable } from "./table-text.ts";

export function printLines(lines: readonly string[]): void {
  for (const line of lines) console.log(printable(line));
}

export function printJson(result: unknown): void {
  console.log(JSON.stringify(result));
}

type ListTexts<Item> = {
  readonly json: true | undefined;
  readonly asJson: (item: Item) => unknown;
  readonly linesOf: (items: readonly Item[]) => readonly string[];
  /** A sentence for a person, where there is nothing. */
  readonly none: string;
};

export function printList<Item>(items: readonly Item[], { json, asJson, linesOf, none }: ListTexts<Item>): void {
  if (json) printJson(items.map(asJson));
  else if (items.length === 0) console.error(none);
  else printLines(linesOf(items));
}
