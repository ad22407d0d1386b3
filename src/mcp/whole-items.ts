/** Answers are short, because assistants read all of them: as many whole items as fit, and where the rest begins. */
import { type CursorQuestion, readCursor, writeCursor } from "../query/cursor.ts";
import type { KeyedRow, PageKey } from "../query/pages.ts";
import { plainly } from "./plain.ts";

/** The most bytes that an answer has as it is sent. */
export const mostAnswerBytes = 8192;
/** Of them, what stands around the items: the envelope, the sentence, the cursor, the cost. */
const aroundBytes = 1200;
/** More than ever fit. */
const mostItems = 100;

/** How many of the items fit, beside what is in the answer anyway. */
export function howManyFit(items: readonly object[], beside: object = {}): number {
  let left = mostAnswerBytes - aroundBytes - bytesOf(beside);
  const tooMuch = items.findIndex((item) => {
    left -= bytesOf(item) + 1;
    return left < 0;
  });
  return tooMuch === -1 ? items.length : tooMuch;
}

/** The items of rows that fit. @param most how many are wanted at most. @returns also the key of the last one, where others follow. */
export function itemsThatFit<Row extends object | string, Item extends object>(
  rows: Iterable<KeyedRow<Row>>,
  itemOf: (row: Row) => Item,
  { most = mostItems }: { readonly most?: number } = {},
): { readonly items: readonly Item[]; readonly lastKey: PageKey | null } {
  const items: Item[] = [];
  let left = mostAnswerBytes - aroundBytes;
  let lastKey: PageKey | null = null;
  for (const { key, row } of rows) {
    const item = plainly(itemOf(row));
    left -= bytesOf(item) + 1;
    if (left < 0 || items.length === Math.min(most, mostItems)) return { items, lastKey };
    items.push(item);
    lastKey = key;
  }
  return { items, lastKey: null };
}

/** Where a list is read on, and what is said of its rest. @throws WrongParameter for a cursor of another question. */
export function readOn(question: CursorQuestion, cursor: string | null) {
  return {
    after: cursor === null ? null : readCursor(cursor, question),
    /** @param lastKey of the last item, where others follow. */
    rest: (lastKey: PageKey | null) => ({
      has_more: lastKey !== null,
      next_cursor: lastKey === null ? null : writeCursor(question, lastKey),
    }),
  };
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
