/** Answers are short, because assistants read all of them: as many whole items as fit, and where the rest begins. */
import type { Page, PageKey } from "../query/pages.ts";
import { plainly } from "./plain.ts";

/** The most bytes that an answer has as it is sent. */
export const mostAnswerBytes = 8192;
/** Of them, what stands around the items: the envelope, the sentence, the cursor, the cost. */
const aroundBytes = 1200;
/** More than ever fit. */
const mostItems = 100;

export type WholeItems<Item> = {
  readonly items: readonly Item[];
  /** Null when no item follows, and only then. */
  readonly lastKey: PageKey | null;
};

/** How many of the items fit, beside what is in the answer anyway. */
export function howManyFit(items: readonly object[], beside: object = {}): number {
  let left = mostAnswerBytes - aroundBytes - bytesOf(beside);
  const tooMuch = items.findIndex((item) => {
    left -= bytesOf(item) + 1;
    return left < 0;
  });
  return tooMuch === -1 ? items.length : tooMuch;
}

/** The items of a page that fit. @param page a page of so many rows. @param most how many are wanted at most. */
export function itemsThatFit<Row, Item extends object>(
  page: (limit: number) => Page,
  itemOf: (row: Row) => Item,
  { beside = {}, most = mostItems }: { readonly beside?: object; readonly most?: number } = {},
): WholeItems<Item> {
  const found = page(Math.min(most, mostItems));
  const items = rowsOf<Row>(found).map((row) => plainly(itemOf(row)));
  const count = howManyFit(items, beside);
  return {
    items: items.slice(0, count),
    lastKey: count === items.length ? found.lastKey : page(count).lastKey,
  };
}

/** The rows of a page in JSON as values. */
export function rowsOf<Row>({ pieces }: Pick<Page, "pieces">): Row[] {
  return JSON.parse(`[${pieces.map((piece) => piece.toString()).join(",")}]`) as Row[];
}

/** Some members of an object, in the order of `names`. */
export function some<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
