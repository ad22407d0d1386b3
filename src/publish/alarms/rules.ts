/** The rules by which a night rings an alarm: one table. Pure functions over the figures of one sport's games. */
import { impliedProbability } from "../../domain/american-odds.ts";
import {
  booksPerGame,
  clearLean,
  fewBooks,
  fewGames,
  lateCaptures,
  nearTotals,
  type SportBands,
  stopped,
} from "./bands.ts";
import type { GameFigures } from "./figures.ts";

/** How many games, books or slates are amiss, and the first of them in words. */
export type Fault = { readonly count: number; readonly example: string };

type Rule = {
  /** The thing that it looks for, in words. */
  readonly about: string;
  /** Whether it is about how odds come in now, and looks only at games of the last days. */
  readonly isOfNow: boolean;
  /**
   * @param games all of one sport.
   * @param usualBooks the median of books per game in the season of a game; null where too few games tell it.
   * @returns null when all is well.
   */
  readonly judge: (games: readonly GameFigures[], bands: SportBands, usualBooks: UsualBooks) => Fault | null;
};

export type UsualBooks = (game: GameFigures) => number | null;

export const alarmRules = {
  "closes-missing": {
    about: "too many games without a closing line",
    isOfNow: true,
    judge: (games, { closes }) => {
      const without = games.filter((game) => !game.hasClosingLine);
      return shareFault(without, games.length, 1 - closes, ({ gameId }) => `${gameId} has none`);
    },
  },
  "books-per-game": {
    about: "half as many books per game as usual in the season, or twice as many",
    isOfNow: true,
    judge: (games, _, usualBooks) => {
      const amiss = games.flatMap((game) => {
        const usual = usualBooks(game);
        const books = game.books.length;
        if (usual === null || usual < booksPerGame.usualBooks || books === 0) return [];
        return books < usual * booksPerGame.least || books > usual * booksPerGame.most ? [{ game, books, usual }] : [];
      });
      const priced = games.filter(({ books }) => books.length > 0).length;
      return shareFault(
        amiss,
        priced,
        0.5,
        ({ game, books, usual }) => `${game.gameId}: ${books} books, usually ${usual}`,
      );
    },
  },
  "captures-too-early": {
    about: "more than half of the games without a capture in the last 15 minutes before the start",
    isOfNow: true,
    judge: (games) => {
      const timed = games.flatMap(({ gameId, lastCaptureMinutes: minutes }) =>
        minutes === null ? [] : [{ gameId, minutes }],
      );
      const isFew = timed.length < lateCaptures.games;
      const early = timed.filter(
        ({ minutes }) => minutes > (isFew ? lateCaptures.minutesOfFewGames : lateCaptures.minutes),
      );
      if (!isFew && early.length < lateCaptures.games) return null;
      return shareFault(early, timed.length, 1 - lateCaptures.share, ({ gameId, minutes }) => {
        return `${gameId}: the last one ${Math.round(minutes)} minutes before it`;
      });
    },
  },
  "book-stopped": {
    about: "a book whose lines of a market are a day older than the other books'",
    isOfNow: true,
    judge: (games) => {
      const silent = Map.groupBy(
        games.flatMap(({ silent: names }) => names),
        (name) => name,
      );
      const faults = [...silent.values()].flatMap((names) => {
        const [name = ""] = names;
        const [book = ""] = name.split(" ");
        const priced = games.filter(({ books }) => books.some((each) => each.book === book)).length;
        const isStopped = names.length >= stopped.games && names.length >= priced * stopped.share;
        return isStopped ? [`${name}: in ${names.length} of ${priced} games`] : [];
      });
      return faultOf(faults);
    },
  },
  "equal-lines": {
    about: "one book has the same spread or total in every game of a slate",
    isOfNow: false,
    judge: (games, { equalSpreads, equalTotals, equalTotalsByPrice }) =>
      faultOf(
        slatesOf(games).flatMap(({ date, ofSlate }) =>
          [
            ...(equalSpreads === null ? [] : equalLines(ofSlate, equalSpreads, "spread", ({ spread }) => spread)),
            ...equalLines(ofSlate, equalTotals, "total", ({ total, over, under }) =>
              total === null || !equalTotalsByPrice ? total : `${total} at ${over}/${under}`,
            ),
          ].map((sentence) => `${date}, ${sentence}`),
        ),
      ),
  },
  "favorite-contradicted": {
    about: "the spread's favorite is the moneyline's underdog",
    isOfNow: false,
    judge: (games, { clearSpread }) =>
      faultOf(
        games.flatMap(({ gameId, agreed: { spread, homePrice, awayPrice } }) => {
          if (clearSpread === null || spread === null || homePrice === null || awayPrice === null) return [];
          const lean = impliedProbability(homePrice) - impliedProbability(awayPrice);
          const isContradicted = Math.abs(spread) >= clearSpread && Math.abs(lean) >= clearLean && lean * spread > 0;
          return isContradicted ? [`${gameId}: home spread ${spread}, moneyline ${homePrice}/${awayPrice}`] : [];
        }),
      ),
  },
  "totals-swapped": {
    about: "two games of a slate have each other's totals",
    isOfNow: false,
    judge: (games, { farTotals }) =>
      faultOf(slatesOf(games).flatMap(({ ofSlate }) => [...swappedTotals(ofSlate, farTotals)])),
  },
  "total-out-of-band": {
    about: "a total that no book would post in this sport",
    isOfNow: false,
    judge: (games, { total: band }) =>
      faultOf(
        games.flatMap(({ gameId, books }) => {
          const outside = books.find(({ total }) => total !== null && (total < band.least || total > band.most));
          return outside === undefined ? [] : [`${gameId}: ${outside.total} at ${outside.book}`];
        }),
      ),
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type AlarmName = keyof typeof alarmRules;

function faultOf(sentences: readonly string[]): Fault | null {
  const [example] = sentences;
  return example === undefined ? null : { count: sentences.length, example };
}

/** @param mostShare more than this is a fault; of few games, only all of them. */
function shareFault<Each>(
  amiss: readonly Each[],
  games: number,
  mostShare: number,
  sentence: (each: Each) => string,
): Fault | null {
  const [first] = amiss;
  if (first === undefined) return null;
  const isFault = games < fewGames ? amiss.length === games : amiss.length > 1 && amiss.length > games * mostShare;
  return isFault ? { count: amiss.length, example: `${amiss.length} of ${games}, ${sentence(first)}` } : null;
}

function slatesOf(games: readonly GameFigures[]) {
  return [...Map.groupBy(games, ({ gameDate }) => gameDate)].map(([date, ofSlate]) => ({ date, ofSlate }));
}

function equalLines(
  games: readonly GameFigures[],
  least: number,
  what: string,
  lineOf: (book: GameFigures["books"][number]) => number | string | null,
): string[] {
  if (games.length < least) return [];
  const lines = new Map<string, (number | string)[]>();
  for (const book of games.flatMap(({ books }) => books)) {
    const line = lineOf(book);
    if (line !== null) lines.set(book.book, [...(lines.get(book.book) ?? []), line]);
  }
  return [...lines].flatMap(([book, ofBook]) =>
    ofBook.length >= least && new Set(ofBook).size === 1
      ? [`${book}: ${what} ${ofBook[0]} in all ${ofBook.length} games`]
      : [],
  );
}

/** A book whose totals of two games are the consensus of the other one, or the whole close that is the other's opening. */
function* swappedTotals(games: readonly GameFigures[], far: number): Generator<string> {
  const isNear = (one: number | null, other: number): boolean =>
    one !== null && Math.abs(one - other) <= nearTotals * far;
  for (const [index, one] of games.entries()) {
    for (const other of games.slice(index + 1)) {
      const [a, b] = [one.agreed.total, other.agreed.total];
      if (a === null || b === null || Math.abs(a - b) < far) continue;
      if (isNear(one.agreed.totalOpen, b) && isNear(other.agreed.totalOpen, a)) {
        yield `${one.gameId} and ${other.gameId}: opened at each other's close`;
      }
      if (one.books.length < fewBooks || other.books.length < fewBooks) continue;
      for (const book of one.books) {
        const there = other.books.find((each) => each.book === book.book);
        if (there !== undefined && isNear(book.total, b) && isNear(there.total, a)) {
          yield `${one.gameId} and ${other.gameId}: ${book.total} and ${there.total} at ${book.book}`;
        }
      }
    }
  }
}
