/**
 * First moves: which book moved a line before the others, and how long those took to follow. These are facts of captures:
 * nothing is said of why a book moved.
 */
import { noVigProbability } from "./bets/grading.ts";
import { median } from "./consensus.ts";
import type { Quote } from "./fold.ts";

export type Shown = { readonly atMs: number; readonly quote: Quote };

/** All that one book showed, in order of time and without doubt. */
export type BookShown = { readonly bookId: number; readonly shown: readonly Shown[] };

export type FirstMove = {
  readonly atMs: number;
  /** Those whose captures of the move are of one moment; which of them was first is not known. In the order of their ids. */
  readonly bookIds: readonly number[];
  readonly from: Quote;
  readonly to: Quote;
  /** Seconds after the move at which each follower was captured at the new line or beyond, rising. */
  readonly followedAfterSeconds: readonly number[];
  readonly medianSeconds: number;
};

/** A book that follows later than this follows something else. */
const followingMs = 3_600_000;
/** With fewer followers a move is a book's own matter. */
const fewestFollowers = 2;
/** Of a moneyline, in ten thousandths of probability: smaller changes of price are no move. */
const leastShift = 100;
const mostMoves = 20;

type Change = {
  readonly bookId: number;
  readonly atMs: number;
  readonly from: Quote;
  readonly to: Quote;
  /** Where the line was and is: points, or of a moneyline ten thousandths of the home side's probability without the vig. */
  readonly before: number;
  readonly after: number;
};

/** The moves that at least two other books followed within an hour; of many those that most followed, in order of time. */
export function firstMoves(books: readonly BookShown[]): FirstMove[] {
  const changes = books.flatMap(changesOf).sort(byMoment);
  const used = new Set<Change>();
  const moves: (FirstMove & { readonly size: number })[] = [];
  for (const [place, change] of changes.entries()) {
    if (used.has(change)) continue;
    const sign = Math.sign(change.after - change.before);
    const isSame = (other: Change) => other.atMs === change.atMs && isReached(other, change, sign);
    const leaders = changes.slice(place).filter((other) => !used.has(other) && isSame(other));
    const ofLeaders = new Set(leaders.map(({ bookId }) => bookId));
    const followers = new Map<number, Change>();
    for (const other of changes.slice(place)) {
      if (other.atMs > change.atMs + followingMs) break;
      if (other.atMs === change.atMs || ofLeaders.has(other.bookId) || followers.has(other.bookId)) continue;
      if (used.has(other) || !isReached(other, change, sign) || !wasBehind(books, other, change, sign)) continue;
      followers.set(other.bookId, other);
    }
    for (const each of leaders) used.add(each);
    if (followers.size < fewestFollowers) continue;
    for (const each of followers.values()) used.add(each);
    const seconds = [...followers.values()].map(({ atMs }) => (atMs - change.atMs) / 1000);
    moves.push({
      atMs: change.atMs,
      bookIds: [...ofLeaders].sort((a, b) => a - b),
      from: change.from,
      to: change.to,
      followedAfterSeconds: seconds,
      medianSeconds: median(seconds),
      size: Math.abs(change.after - change.before),
    });
  }
  const largest = moves
    .toSorted((a, b) => b.followedAfterSeconds.length - a.followedAfterSeconds.length || b.size - a.size)
    .slice(0, mostMoves);
  return moves.filter((move) => largest.includes(move)).map(({ size, ...move }) => move);
}

/**
 * Of changes at one moment falls come before rises, and the shorter before the farther: so the books that went farther count with
 * those that went less far, whatever their ids are.
 */
function byMoment(a: Change, b: Change): number {
  const [signA, signB] = [a, b].map(({ before, after }) => Math.sign(after - before)) as [number, number];
  return a.atMs - b.atMs || signA - signB || signA * (a.after - b.after) || a.bookId - b.bookId;
}

/** Whether a change went the same way, and to the new line or beyond. */
function isReached(other: Change, change: Change, sign: number): boolean {
  const isOfLine = change.to.line !== null;
  return Math.sign(other.after - other.before) === sign && (!isOfLine || sign * (other.after - change.after) >= 0);
}

/** Whether the book had shown something by the moment of the move, and that was not at the new line yet. */
function wasBehind(books: readonly BookShown[], other: Change, change: Change, sign: number): boolean {
  const shown = books.find(({ bookId }) => bookId === other.bookId)?.shown ?? [];
  const stood = shown.findLast(({ atMs }) => atMs <= change.atMs);
  const place = stood === undefined ? null : placeOf(stood.quote);
  return place !== null && sign * (place - change.after) < 0;
}

function changesOf({ bookId, shown }: BookShown): Change[] {
  return shown.slice(1).flatMap(({ atMs, quote: to }, place) => {
    const from = (shown[place] as Shown).quote;
    const [before, after] = [placeOf(from), placeOf(to)];
    if (before === null || after === null || (from.line === null) !== (to.line === null)) return [];
    const size = Math.abs(after - before);
    const isMove = to.line === null ? size >= leastShift : size > 0;
    return isMove ? [{ bookId, atMs, from, to, before, after }] : [];
  });
}

/** Null where neither a line nor both prices say it. */
function placeOf({ line, first, second }: Quote): number | null {
  if (line !== null) return line;
  return first === null || second === null ? null : noVigProbability(first, second);
}
