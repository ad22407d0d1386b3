/** First moves: cases by hand, and a reading that tries every pair of captures. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { type BookShown, firstMoves } from "../../src/domain/first-moves.ts";

const minuteMs = 60_000;

/** Lines of a book by the minute of their captures. */
function book(bookId: number, lines: Readonly<Record<string, number>>): BookShown {
  const shown = Object.entries(lines).map(([minute, line]) => ({
    atMs: Number(minute) * minuteMs,
    quote: { line, first: -110, second: -110 },
  }));
  return { bookId, shown: shown.sort((a, b) => a.atMs - b.atMs) };
}

/** As `minute: books from>to followers/first/median/last`, in minutes. */
const told = (books: readonly BookShown[]) =>
  firstMoves(books).map(({ atMs, bookIds, from, to, followedAfterSeconds: after, medianSeconds }) => {
    const minutes = [after[0] as number, medianSeconds, after.at(-1) as number].map((seconds) => seconds / 60);
    return `${atMs / minuteMs}: ${bookIds.join("+")} ${from.line}>${to.line} ${after.length}/${minutes.join("/")}`;
  });

test("a moneyline moves by probability, and small changes of price are none", () => {
  const even = { line: null, first: -110, second: -110 };
  const books = ([5, 6, 7, 8] as const).map((minute, place): BookShown => {
    const [first, second] = [
      [-130, 110],
      [-125, 105],
      [-140, 120],
      [-111, -109],
    ][place] as [number, number];
    const moved = { atMs: minute * minuteMs, quote: { line: null, first, second } };
    return { bookId: place + 1, shown: [{ atMs: 0, quote: even }, moved] };
  });
  const [move, ...more] = firstMoves(books);
  assert.deepEqual([move?.bookIds, move?.followedAfterSeconds, more], [[1], [60, 120], []]);
  assert.deepEqual([move?.from.first, move?.to.first], [-110, -130]);
});

/** The same said plainly: from the earliest change on, who else comes there within the hour. */
function naive(books: readonly BookShown[]): string[] {
  type Change = { id: number; at: number; from: number; to: number };
  const changes: Change[] = [];
  for (const { bookId: id, shown } of books)
    for (let index = 1; index < shown.length; index++) {
      const [from, to] = [shown[index - 1]?.quote.line ?? 0, shown[index]?.quote.line ?? 0];
      if (from !== to) changes.push({ id, at: shown[index]?.atMs ?? 0, from, to });
    }
  // At one moment: falls from the highest new line on, then rises from the lowest on.
  const rank = ({ from, to }: Change) => (to < from ? -to : 1000 + to);
  changes.sort((a, b) => a.at - b.at || rank(a) - rank(b) || a.id - b.id);
  const moves: string[] = [];
  const taken: Change[] = [];
  for (const change of changes) {
    if (taken.includes(change)) continue;
    const isUp = change.to > change.from;
    const comes = (other: Change) =>
      isUp ? other.to > other.from && other.to >= change.to : other.to < other.from && other.to <= change.to;
    const free = changes.filter((other) => !taken.includes(other) && comes(other));
    const leaders = free.filter(({ at }) => at === change.at);
    taken.push(...leaders);
    const followers: Change[] = [];
    for (const other of free) {
      const late = other.at - change.at;
      if (late <= 0 || late > 60 * minuteMs) continue;
      if ([...leaders, ...followers].some(({ id }) => id === other.id)) continue;
      const stood = books
        .find(({ bookId }) => bookId === other.id)
        ?.shown.filter(({ atMs }) => atMs <= change.at)
        .at(-1);
      if (stood === undefined || (isUp ? (stood.quote.line ?? 0) >= change.to : (stood.quote.line ?? 0) <= change.to))
        continue;
      followers.push(other);
    }
    if (followers.length < 2) continue;
    taken.push(...followers);
    const after = followers.map(({ at }) => (at - change.at) / minuteMs);
    const half = after.length / 2;
    const middle = after.length % 2 === 1 ? after[Math.floor(half)] : ((after[half - 1] ?? 0) + (after[half] ?? 0)) / 2;
    const ids = leaders.map(({ id }) => id).sort((a, b) => a - b);
    moves.push(
      `${change.at / minuteMs}: ${ids.join("+")} ${change.from}>${change.to} ${after.length}/${after[0]}/${middle}/${after.at(-1)}`,
    );
  }
  return moves;
}

test("moves of random captures are those of a plain second reading", () => {
  const lines = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 0, max: 3 })), {
    selector: ([minute]) => minute,
    minLength: 1,
    maxLength: 6,
  });
  // At minute 94 the first book falls and the fourth rises, and the rise has the more followers.
  const bothWays = [
    { 0: 1, 94: 0 },
    { 0: 1, 95: 0, 96: 2 },
    { 0: 0, 95: 2 },
    { 0: 0, 94: 2, 95: 0 },
    { 0: 0 },
    { 0: 0 },
  ];
  const example = bothWays.map((each) =>
    Object.entries(each).map(([at, line]): [number, number] => [Number(at), line]),
  );
  let found = 0;
  fc.assert(
    fc.property(fc.array(lines, { minLength: 3, maxLength: 6 }), (all) => {
      const books = all.map((each, id) => book(id + 1, Object.fromEntries(each)));
      const wanted = naive(books);
      found += wanted.length;
      assert.deepEqual(told(books), wanted);
    }),
    { numRuns: 500, examples: [[example]] },
  );
  assert.ok(found > 100, `${found} moves`);
});
