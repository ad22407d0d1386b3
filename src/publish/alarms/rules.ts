/** The rules by which a publish rings an alarm: one table. Pure functions over the figures of one sport's games. */
import { impliedProbability } from "../../domain/american-odds.ts";
import type { SportBands } from "../../domain/sports/plausibility.ts";
import { thresholds } from "../doubt/thresholds.ts";
import {
  booksPerGameBand,
  clearLean,
  fewBooks,
  fewGames,
  knownTwins,
  lateCaptures,
  leastTwinGames,
  mostTurnedFinal,
  nearTotals,
  offClockMinutes,
  stoppedBook,
} from "./bands.ts";
import { type BookFinding, bookRules, findingText } from "./book-rules.ts";
import type { Contradiction } from "./calendar.ts";
import type { Expected } from "./expected.ts";
import type { GameFigures } from "./figures.ts";
import type { Fault } from "./state.ts";
import { unlikeLastWeeks } from "./unlike.ts";

export type Rule = {
  /** The thing that it looks for, in words. */
  readonly about: string;
  /** Whether it is about how odds come in now, and looks only at games of the last days. */
  readonly isOfNow: boolean;
  /** Whether it looks at results alone, hence also at games of seasons without any odds. */
  readonly isOfResults?: true;
  /**
   * @param games all of one sport.
   * @param usual the things that other games say of them.
   * @returns null when all is well.
   */
  readonly judge: (games: readonly GameFigures[], bands: SportBands, usual: Usual) => Fault | null;
};

/** The things that other games say. */
export type Usual = {
  /** The median of books per game in the season of a game, null where too few games tell it. */
  readonly books: (game: GameFigures) => number | null;
  /** By game id, what the teams' closes of earlier dates expect. Null for a game that nothing is known to compare with. */
  readonly expected: (gameId: string) => Expected | null;
  /** The contradictions in the dates of the games' seasons. */
  readonly contradictions: readonly Contradiction[];
  /** What the rules about books have found in the seasons of the games. */
  readonly ofBooks: readonly BookFinding[];
};

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
    judge: (games, _, { books: usualBooks }) => {
      const amiss = games.flatMap((game) => {
        const usual = usualBooks(game);
        const books = game.books.length;
        if (usual === null || usual < booksPerGameBand.usualBooks || books === 0) return [];
        return books < usual * booksPerGameBand.least || books > usual * booksPerGameBand.most
          ? [{ gameId: game.gameId, books, usual }]
          : [];
      });
      const priced = games.filter(({ books }) => books.length > 0).length;
      return shareFault(
        amiss,
        priced,
        0.5,
        ({ gameId, books, usual }) => `${gameId}: ${books} books, usually ${usual}`,
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
        games.flatMap(({ gameId, silent: names }) => names.map((name) => ({ gameId, name }))),
        ({ name }) => name,
      );
      const faults = [...silent].flatMap(([name, of]) => {
        const [book = ""] = name.split(" ");
        const priced = games.filter(({ books }) => books.some((each) => each.book === book)).length;
        const isStopped = of.length >= stoppedBook.games && of.length >= priced * stoppedBook.share;
        return isStopped ? [`${name}: in ${of.length} of ${priced} games: ${namesOf(of)}`] : [];
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
  "close-never-posted": {
    about:
      "the prices of most books' closing spread or total are those of no main line, or the underdog's points are below zero",
    isOfNow: false,
    judge: (games) => faultOf(games.flatMap((game) => [...unevenCloses(game), ...belowZero(game)])),
  },
  "final-the-other-way": {
    about: "the final fits the closing spread far better the other way round",
    isOfNow: false,
    judge: (games, { usualFinalMiss: usual }) =>
      faultOf(
        games.flatMap(({ gameId, marginHome, agreed: { spread } }) => {
          if (usual === null || spread === null || marginHome === null) return [];
          const turned = (2 * spread * marginHome) / usual ** 2;
          return turned > mostTurnedFinal ? [`${gameId}: home spread ${spread}, home minus away ${marginHome}`] : [];
        }),
      ),
  },
  "totals-swapped": {
    about: "two games of a slate have each other's totals",
    isOfNow: false,
    judge: (games, { farTotals }) =>
      faultOf(slatesOf(games).flatMap(({ ofSlate }) => [...swappedTotals(ofSlate, farTotals)])),
  },
  "prices-missing": {
    about: "a book's closing total was captured without any price",
    isOfNow: false,
    judge: (games) =>
      faultOf(
        games.flatMap(({ gameId, books, lastCaptureMinutes }) => {
          const without = books.find(({ total, over, under }) => total !== null && over === null && under === null);
          return without === undefined || lastCaptureMinutes === null
            ? []
            : [`${gameId}: ${without.total} at ${without.book}`];
        }),
      ),
  },
  "lines-leap": {
    about: "a third of the books or more leap at once, a few hours before the start, further than books do",
    isOfNow: false,
    judge: (games) => faultOf(games.flatMap(({ gameId, leaps }) => leaps.map((leap) => `${gameId}: ${leap}`))),
  },
  "book-stands-still": {
    about: "a book confirms its line for a day and never moves, while the others do",
    isOfNow: false,
    judge: (games) => faultOf(games.flatMap(({ gameId, still }) => still.map((name) => `${gameId}: ${name}`))),
  },
  "one-feed": {
    about: "two books that are not known as twins have the same lines and prices in every game",
    isOfNow: false,
    judge: (games) =>
      faultOf(slatesOf(games).flatMap(({ date, ofSlate }) => twinsOf(ofSlate).map((twins) => `${date}, ${twins}`))),
  },
  "captures-off-the-clock": {
    about: "the times of captures are not those of the provider's clock, as when a time zone is lost",
    isOfNow: false,
    judge: (games) => {
      const timed = games.flatMap(({ gameId, clockMinutes }) =>
        clockMinutes === null ? [] : [{ gameId, clockMinutes }],
      );
      const off = timed.filter(({ clockMinutes }) => Math.abs(clockMinutes) > offClockMinutes);
      return faultOf(off.map(({ gameId, clockMinutes }) => `${gameId}: ${Math.round(clockMinutes)} minutes`));
    },
  },
  "unlike-last-weeks": {
    about: "a closing line is far from what the two teams' own closes of the last weeks expect, or the other way round",
    isOfNow: false,
    judge: (games, { usualMisses }, { expected }) => faultOf(unlikeLastWeeks(games, expected, usualMisses)),
  },
  "week-off-its-dates": {
    about: "the week of games is not that of their dates, and other games contradict it",
    isOfNow: false,
    isOfResults: true,
    judge: (games, _, usual) => contradicted("week-off-its-dates", games, usual),
  },
  "season-type-out-of-order": {
    about: "games of the postseason before regular ones of a team, or regular ones after it",
    isOfNow: false,
    isOfResults: true,
    judge: (games, _, usual) => contradicted("season-type-out-of-order", games, usual),
  },
  "team-in-two-places": {
    about: "a team has two opponents on one day",
    isOfNow: false,
    isOfResults: true,
    judge: (games, _, usual) => contradicted("team-in-two-places", games, usual),
  },
  "date-off-its-start": {
    about: "the date of games is not that of their start",
    isOfNow: false,
    isOfResults: true,
    judge: (games, _, usual) => contradicted("date-off-its-start", games, usual),
  },
  ...bookAlarms(),
} as const satisfies Readonly<Record<string, Rule>>;

export type AlarmName = keyof typeof alarmRules;

/** A row for each rule about books. */
function bookAlarms(): Readonly<Record<keyof typeof bookRules, Rule>> {
  const alarms = Object.entries(bookRules).map(([name, about]): [string, Rule] => {
    const judge: Rule["judge"] = (games, _, { ofBooks }) => {
      const ids = new Set(games.map(({ gameId }) => gameId));
      return faultOf(
        ofBooks
          .filter(({ rule, games: named }) => rule === name && named.some((id) => ids.has(id)))
          .map((each) => findingText(each)),
      );
    };
    return [name, { about, isOfNow: false, judge }];
  });
  return Object.fromEntries(alarms) as Readonly<Record<keyof typeof bookRules, Rule>>;
}

/** @param games those that were written: one of them makes a contradiction news. */
function contradicted(
  rule: Contradiction["rule"],
  games: readonly GameFigures[],
  { contradictions }: Usual,
): Fault | null {
  const news = contradictions.filter(
    (each) => each.rule === rule && games.some(({ gameId }) => each.gameIds.has(gameId)),
  );
  const [first] = news;
  if (first === undefined) return null;
  const count = new Set(news.flatMap(({ gameIds }) => [...gameIds])).size;
  return { count, example: first.sentence, all: news.map(({ sentence }) => sentence) };
}

function faultOf(sentences: readonly string[]): Fault | null {
  const [example] = sentences;
  return example === undefined ? null : { count: sentences.length, example, all: sentences };
}

/** @param mostShare more than this is a fault; of few games, only all of them. */
function shareFault<Each extends { readonly gameId: string }>(
  amiss: readonly Each[],
  games: number,
  mostShare: number,
  sentence: (each: Each) => string,
): Fault | null {
  const [first, ...others] = amiss;
  if (first === undefined) return null;
  const isFault = games < fewGames ? amiss.length === games : amiss.length > 1 && amiss.length > games * mostShare;
  const example = `${amiss.length} of ${games}, ${sentence(first)}${others.length === 0 ? "" : `; and ${namesOf(others)}`}`;
  return isFault ? { count: amiss.length, example, all: [example] } : null;
}

/** One error is one sentence, which names all of its games. */
function namesOf(games: readonly { readonly gameId: string }[]): string {
  return games.map(({ gameId }) => gameId).join(", ");
}

/** So many books at least, and half of all: two books alone do post uneven main lines for hours. */
function unevenCloses({ gameId, sport, books }: GameFigures): string[] {
  const { unevenness } = thresholds[sport];
  return (["spread", "total"] as const).flatMap((market) => {
    const logits = books.flatMap(({ home, away, over, under }) => {
      const [first, second] = market === "spread" ? [home, away] : [over, under];
      return first === null || second === null
        ? []
        : [Math.log(impliedProbability(first) / impliedProbability(second))];
    });
    const uneven = logits.filter((logit) => Math.abs(logit) > unevenness[market]).length;
    return uneven >= fewBooks && uneven * 2 >= logits.length
      ? [`${gameId}: a ${market} at uneven prices at ${uneven} of ${logits.length} books`]
      : [];
  });
}

/** Total and spread together state the points of either team. */
function belowZero({ gameId, agreed: { spread, total } }: GameFigures): string[] {
  if (spread === null || total === null || Math.abs(spread) <= total) return [];
  return [`${gameId}: home spread ${spread} of a total of ${total}`];
}

/** Two books whose closes are equal in all games of a slate that both have. */
function twinsOf(games: readonly GameFigures[]): string[] {
  const books = [...new Set(games.flatMap((game) => game.books.map(({ book }) => book)))].sort();
  const closesOf = (game: GameFigures, name: string): string | null =>
    game.books.find(({ book }) => book === name)?.closes ?? null;
  return books.flatMap((one, index) =>
    books.slice(index + 1).flatMap((other) => {
      if (knownTwins.some((twins) => twins.includes(one) && twins.includes(other))) return [];
      const both = games.filter((game) => closesOf(game, one) !== null && closesOf(game, other) !== null);
      const isTwin = both.every((game) => closesOf(game, one) === closesOf(game, other));
      // Where all books are equal, two of them say nothing.
      const apart = both.filter((game) =>
        game.books.some(({ closes }) => closes !== null && closes !== closesOf(game, one)),
      );
      return isTwin && apart.length >= leastTwinGames
        ? [`${one} and ${other}: equal in all ${both.length} games: ${namesOf(both)}`]
        : [];
    }),
  );
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
  const lines = games.flatMap(({ gameId, books }) =>
    books.flatMap((of) => {
      const line = lineOf(of);
      return line === null ? [] : [{ gameId, book: of.book, line }];
    }),
  );
  return [...Map.groupBy(lines, ({ book }) => book)].flatMap(([book, ofBook]) =>
    ofBook.length >= least && new Set(ofBook.map(({ line }) => line)).size === 1
      ? [`${book}: ${what} ${ofBook[0]?.line} in all ${ofBook.length} games: ${namesOf(ofBook)}`]
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
