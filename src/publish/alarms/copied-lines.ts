/**
 * Finds one game's lines and prices under another one, too: a book that mixes games up is far from the other books, and where the
 * provider does, nearly all books have what they showed of the other game. Pure.
 */
import { dayMs, minuteMs } from "../../domain/durations.ts";
import { expectationOf } from "../doubt/sheet.ts";
import {
  type BookLine,
  bookFinding,
  boundOf,
  middle,
  type PricedGame,
  quoteOf,
  runAt,
  type Season,
  seenMs,
  slugOf,
} from "./book-lines.ts";
import type { Finding } from "./rules.ts";

/** How far from the others a copied line has to be, as a part of how far true quotes are apart: by one line, or by two after another. */
const copiedBy = { oneLine: 0.5, twoLines: 0.3 } as const;
/** A book shows two games at once when the captures are so near to each other. */
const atOnceMs = 10 * minuteMs;
/** A provider lists the games of some days. */
const listedMs = 8 * dayMs;

/** The three lines of a book, as long as none of them changed. */
type Shown = { readonly game: PricedGame; readonly fromMs: number; toMs: number };

/** Finds a book that shows one game under another one at one time, in two captures. */
export function copiedByOne({ games, isNew }: Season): Finding[] {
  const newMs = games.filter(isNew).map(({ startMs }) => startMs);
  const near = games.filter(({ startMs }) => newMs.some((each) => Math.abs(each - startMs) <= listedMs));
  const found: Finding[] = [];
  for (const bookId of new Set(near.flatMap(({ lines }) => lines.map((line) => line.bookId)))) {
    const byText = new Map<string, Shown[]>();
    for (const game of near) {
      for (const [text, shown] of shownBy(game, bookId)) byText.set(text, [...(byText.get(text) ?? []), shown]);
    }
    const pairs = new Map<string, { games: readonly PricedGame[]; times: number[]; isTwice: boolean }>();
    for (const shown of byText.values()) {
      for (const [place, one] of shown.entries()) {
        for (const other of shown.slice(place + 1)) {
          const [fromMs, toMs] = [Math.max(one.fromMs, other.fromMs), Math.min(one.toMs, other.toMs)];
          const both = [one.game, other.game].sort((a, b) => (a.gameId < b.gameId ? -1 : 1));
          if (one.game === other.game || fromMs - toMs > atOnceMs || !both.some(isNew)) continue;
          const key = both.map(({ gameId }) => gameId).join(" and ");
          const known = pairs.get(key) ?? { games: both, times: [], isTwice: false };
          known.times.push(fromMs);
          known.isTwice ||= toMs > fromMs;
          pairs.set(key, known);
        }
      }
    }
    for (const { games: both, times, isTwice } of pairs.values()) {
      const apart = both.map((game) => Math.max(...times.map((time) => farFromOthers(game, bookId, time))));
      const [first = 0, second = 0] = apart;
      const isFar =
        (times.length > 1 && Math.max(first, second) >= copiedBy.twoLines) ||
        (isTwice && Math.max(first, second) >= copiedBy.oneLine);
      const wrong = both[first >= second ? 0 : 1]?.gameId;
      const about = `${slugOf(bookId)} has the same lines and prices in both, and is far from the other books in ${wrong}`;
      const ids = both.map(({ gameId }) => gameId);
      if (isFar) found.push(bookFinding("lines-copied", about, ids));
    }
  }
  return found;
}

/** The states of a book that has all three markets, as text, each with when it was shown. */
function shownBy({ path, lines, ...game }: PricedGame, bookId: number): [string, Shown][] {
  const own = lines.filter((line) => line.bookId === bookId);
  if (own.length < 3) return [];
  const times = new Set<number>();
  for (const { from, to } of own)
    for (let run = from; run < to; run++) for (const time of seenMs(path, run)) times.add(time);
  const next = Uint32Array.from(own, ({ from }) => from);
  const shown: [string, Shown][] = [];
  for (const time of [...times].filter((each) => !Number.isNaN(each)).sort((a, b) => a - b)) {
    for (const [place, { to }] of own.entries()) {
      let run = next[place] ?? to;
      while (run < to && seenMs(path, run)[0] <= time) run++;
      next[place] = run;
    }
    if (own.some(({ from }, place) => next[place] === from)) continue;
    const text = Array.from(next, (run) => Object.values(quoteOf(path, run - 1)).join(" ")).join(", ");
    const last = shown.at(-1);
    if (last?.[0] === text) last[1].toMs = time;
    else shown.push([text, { game: { ...game, path, lines }, fromMs: time, toMs: time }]);
  }
  return shown;
}

/** How far the book's line that is the farthest from those of the others is, at a time, as a part of how far true quotes are apart. */
function farFromOthers({ sport, path, lines }: PricedGame, bookId: number, timeMs: number): number {
  const expectedOf = (line: BookLine): number => {
    const run = runAt(path, line, timeMs, true);
    return run === -1 ? Number.NaN : expectationOf(sport, "full", line.market, quoteOf(path, run));
  };
  const far = lines.flatMap((line) => {
    if (line.bookId !== bookId) return [];
    const others = lines.filter(({ bookId: other, market }) => other !== bookId && market === line.market);
    const distance = Math.abs(expectedOf(line) - middle(others.map(expectedOf))) / boundOf(sport, line.market);
    return Number.isNaN(distance) ? [] : [distance];
  });
  return Math.max(0, ...far);
}

/**
 * Nearly all books of a game have closes that they showed of one other game. By chance two thirds of the books are the most in the
 * real seasons: seven of eleven in baseball, six of eleven in football, two of three in college football.
 */
const copiedByMost = { books: 3, share: 0.8 } as const;

/** Finds games of which nearly every book shows what it showed of one other game of the season, at any time. */
export function copiedByAll({ games, isNew }: Season): Finding[] {
  const showing = new Map<string, Set<PricedGame>>();
  for (const game of games) {
    for (const line of game.lines) {
      for (let run = line.from; run < line.to; run++) {
        const text = quoteText(game, line, run);
        const known = showing.get(text) ?? new Set();
        showing.set(text, known.add(game));
      }
    }
  }
  const found = new Map<string, Finding>();
  for (const game of games) {
    const closes = [...Map.groupBy(game.lines, ({ bookId }) => bookId).values()].flatMap((lines) => {
      const texts = lines.flatMap((line) => {
        const run = runAt(game.path, line, Number.POSITIVE_INFINITY);
        return run === -1 ? [] : [quoteText(game, line, run)];
      });
      return texts.length < 2 ? [] : [texts.map((text) => showing.get(text) ?? new Set<PricedGame>())];
    });
    if (closes.length < copiedByMost.books) continue;
    const books = new Map<PricedGame, number>();
    for (const [first = new Set<PricedGame>(), ...others] of closes) {
      for (const other of first) {
        if (!isOfSameTeams(game, other) && others.every((each) => each.has(other)))
          books.set(other, (books.get(other) ?? 0) + 1);
      }
    }
    for (const [other, count] of books) {
      const isCopied = count >= copiedByMost.books && count >= closes.length * copiedByMost.share;
      if (!isCopied || ![game, other].some(isNew)) continue;
      const ids = [game.gameId, other.gameId].sort();
      const about = `${count} of ${closes.length} books have the same lines and prices in both`;
      found.set(ids.join(), bookFinding("lines-copied", about, ids));
    }
  }
  return [...found.values()];
}

/** Games of one pair of teams may have the same lines by right. */
function isOfSameTeams({ teams: one }: PricedGame, { teams: other }: PricedGame): boolean {
  return one.every((team) => other.includes(team));
}

function quoteText({ path }: PricedGame, { bookId, market }: BookLine, run: number): string {
  return `${bookId} ${market} ${Object.values(quoteOf(path, run)).join(" ")}`;
}
