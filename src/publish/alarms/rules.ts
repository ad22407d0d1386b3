/**
 * The rules by which a publish rings an alarm: one table, with where each begins. The limits are wider than anything that ten real
 * seasons and the sample have: an alarm that rings for good data is not heard for long. Limits by sport stand in the file of
 * each. Pure functions over the figures of one sport's games, and over what the games of their seasons say of each other.
 */
import { impliedProbability } from "../../domain/american-odds.ts";
import type { SportBands } from "../../domain/sports/plausibility.ts";
import { thresholds } from "../doubt/sheet.ts";
import { type Expected, unlikeLastWeeks } from "./expected.ts";
import type { GameFigures } from "./figures.ts";
import type { Fault } from "./state.ts";

/** Something amiss that only the games of a season together tell: one error is one sentence, which names all of its games. */
export type Finding = { readonly rule: SeasonRule; readonly sentence: string; readonly games: readonly string[] };

type SeasonRule =
  | "week-off-its-dates"
  | "season-type-out-of-order"
  | "team-in-two-places"
  | "date-off-its-start"
  | "book-amiss"
  | "book-rounded"
  | "lines-copied"
  | "lines-lost"
  | "feed-stands-still";

/** The things that other games say. */
export type Usual = {
  /** The median of books per game in the season of a game, null where too few games tell it. */
  readonly books: (game: GameFigures) => number | null;
  /** By game id, what the teams' closes of earlier dates expect. Null for a game that nothing is known to compare with. */
  readonly expected: (gameId: string) => Expected | null;
  /** The findings in the seasons of the games. */
  readonly findings: readonly Finding[];
};

type Asked = Usual & { readonly bands: SportBands };

export type Rule = {
  /** The thing that it looks for, in words. */
  readonly about: string;
  /** `now`: how odds come in, hence games of the last days alone; `lines`: games of seasons that have odds; `results`: all games. */
  readonly looksAt: "now" | "lines" | "results";
  /** Is given games of one sport. Null when all is well. */
  readonly judge: (games: readonly GameFigures[], asked: Asked) => Fault | null;
};

/** Books that have to price a game before one of them can be told to be at odds with the others. */
const fewBooks = 3;
/** Fewer games say little of a share: of these, all have to be amiss. */
const fewGames = 3;

export const alarmRules = {
  "closes-missing": {
    about: "too many games without a closing line",
    looksAt: "now",
    judge: (games, { bands }) => {
      const without = games.filter((game) => !game.hasClosingLine);
      return shareFault(without, games.length, 1 - bands.closes, ({ gameId }) => `${gameId} has none`);
    },
  },
  "books-per-game": {
    about: "half as many books per game as usual in the season, or twice as many",
    looksAt: "now",
    judge: (games, { books: usualBooks }) => {
      const priced = games.filter(({ books }) => books.length > 0);
      const amiss = priced.flatMap((game) => {
        const [usual, books] = [usualBooks(game), game.books.length];
        // Where fewer books are usual, half of them is chance: of college games with small schools, one of three books may price a game.
        if (usual === null || usual < 6) return [];
        return books < usual * 0.5 || books > usual * 2 ? [{ gameId: game.gameId, books, usual }] : [];
      });
      const words = ({ gameId, books, usual }: (typeof amiss)[number]) => `${gameId}: ${books} books, usually ${usual}`;
      return shareFault(amiss, priced.length, 0.5, words);
    },
  },
  "captures-too-early": {
    about: "more than half of the games without a capture in the last 15 minutes before the start",
    looksAt: "now",
    judge: (games) => {
      const timed = games.flatMap(({ gameId, lastCaptureMinutes: minutes }) =>
        minutes === null ? [] : [{ gameId, minutes }],
      );
      // Games start a little later or earlier than planned, so single ones say nothing.
      const isFew = timed.length < 3;
      const early = timed.filter(({ minutes }) => minutes > (isFew ? 60 : 15));
      if (!isFew && early.length < 3) return null;
      return shareFault(early, timed.length, 0.5, ({ gameId, minutes }) => {
        return `${gameId}: the last one ${Math.round(minutes)} minutes before it`;
      });
    },
  },
  "book-stopped": {
    about: "a book whose lines of a market are a day older than the other books'",
    looksAt: "now",
    judge: (games) => {
      const silent = games.flatMap(({ gameId, silent: names }) => names.map((name) => ({ gameId, name })));
      const faults = [...Map.groupBy(silent, ({ name }) => name)].flatMap(([name, of]) => {
        const [book = ""] = name.split(" ");
        const priced = games.filter(({ books }) => books.some((each) => each.book === book)).length;
        // It has to be silent in several games, and in most of the book's: some markets of a game never move.
        const isStopped = of.length >= 4 && of.length >= priced * 0.75;
        return isStopped ? [`${name}: in ${of.length} of ${priced} games: ${namesOf(of)}`] : [];
      });
      return faultOf(faults);
    },
  },
  "favorite-contradicted": {
    about: "the spread's favorite is the moneyline's underdog",
    looksAt: "lines",
    judge: eachGame(({ agreed: { spread, homePrice, awayPrice } }, { bands: { clearSpread } }) => {
      if (clearSpread === null || spread === null || homePrice === null || awayPrice === null) return [];
      // From this difference of implied probabilities on a moneyline has a favorite: near even, books differ.
      const lean = impliedProbability(homePrice) - impliedProbability(awayPrice);
      const isContradicted = Math.abs(spread) >= clearSpread && Math.abs(lean) >= 0.05 && lean * spread > 0;
      return isContradicted ? [`home spread ${spread}, moneyline ${homePrice}/${awayPrice}`] : [];
    }),
  },
  "close-never-posted": {
    about:
      "the prices of most books' closing spread or total are those of no main line, or the underdog's points are below zero",
    looksAt: "lines",
    judge: eachGame((game) => [...unevenCloses(game), ...belowZero(game)]),
  },
  "final-the-other-way": {
    about: "the final fits the closing spread far better the other way round",
    looksAt: "lines",
    judge: eachGame(({ marginHome, agreed: { spread } }, { bands: { usualFinalMiss: usual } }) => {
      if (usual === null || spread === null || marginHome === null) return [];
      // The log of the likelihoods' ratio. The greatest upset of the first halves of the real seasons has 7.3, of the others 4.9.
      const turned = (2 * spread * marginHome) / usual ** 2;
      return turned > 9 ? [`home spread ${spread}, home minus away ${marginHome}`] : [];
    }),
  },
  "prices-missing": {
    about: "a book's closing total was captured without any price",
    looksAt: "lines",
    judge: eachGame(({ books, lastCaptureMinutes }) => {
      const without = books.find(({ total, over, under }) => total !== null && over === null && under === null);
      return without === undefined || lastCaptureMinutes === null ? [] : [`${without.total} at ${without.book}`];
    }),
  },
  "lines-leap": {
    about: "a third of the books or more leap at once, a few hours before the start, further than books do",
    looksAt: "lines",
    judge: eachGame(({ leaps }) => leaps),
  },
  "captures-off-the-clock": {
    about: "the times of captures are not those of the provider's clock, as when a time zone is lost",
    looksAt: "lines",
    // Markets change every few minutes, and recorders note their answers at once.
    judge: eachGame(({ clockMinutes: minutes }) =>
      minutes === null || Math.abs(minutes) <= 45 ? [] : [`${Math.round(minutes)} minutes`],
    ),
  },
  "unlike-last-weeks": {
    about: "a closing line is far from what the two teams' own closes of the last weeks expect, or the other way round",
    looksAt: "lines",
    judge: (games, { expected, bands }) => faultOf(unlikeLastWeeks(games, expected, bands.usualMisses)),
  },
  ...ofSeason(
    "week-off-its-dates",
    "results",
    "the week of games is not that of their dates, and other games contradict it",
  ),
  ...ofSeason(
    "season-type-out-of-order",
    "results",
    "games of the postseason before regular ones of a team, or regular ones after it",
  ),
  ...ofSeason("team-in-two-places", "results", "a team has two opponents on one day"),
  ...ofSeason("date-off-its-start", "results", "the date of games is not that of their start"),
  ...ofSeason(
    "book-amiss",
    "lines",
    "a book errs alike in most of its lines of some slates: it is late, leans to one side, or the like",
  ),
  ...ofSeason("book-rounded", "lines", "all prices of a book become multiples of five"),
  ...ofSeason(
    "lines-copied",
    "lines",
    "a book, or nearly all of them, show one game's lines and prices under another one, too",
  ),
  ...ofSeason(
    "lines-lost",
    "lines",
    "a game of two teams that books price has no line, as when a source renames a team",
  ),
  ...ofSeason("feed-stands-still", "lines", "no book changes anything for six hours before the starts of a slate"),
} as const satisfies Readonly<Record<string, Rule>>;

export type AlarmName = keyof typeof alarmRules;

/** A rule that looks at a game by itself. */
function eachGame(find: (game: GameFigures, asked: Asked) => readonly string[]): Rule["judge"] {
  return (games, asked) =>
    faultOf(games.flatMap((game) => find(game, asked).map((words) => `${game.gameId}: ${words}`)));
}

/** A rule that looks at whole seasons: one of the games that were written makes a finding news. */
function ofSeason<Name extends SeasonRule>(name: Name, looksAt: Rule["looksAt"], about: string): Record<Name, Rule> {
  const judge: Rule["judge"] = (games, { findings }) => {
    const ids = new Set(games.map(({ gameId }) => gameId));
    const news = findings.filter(({ rule, games: named }) => rule === name && named.some((id) => ids.has(id)));
    const fault = faultOf(news.map(({ sentence }) => sentence));
    return fault && { ...fault, count: new Set(news.flatMap(({ games: named }) => named)).size };
  };
  return { [name]: { about, looksAt, judge } } as Record<Name, Rule>;
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
function unevenCloses({ sport, books }: GameFigures): string[] {
  const { unevenness } = thresholds[sport];
  return (["spread", "total"] as const).flatMap((market) => {
    const logits = books.flatMap(({ home, away, over, under }) => {
      const [first, second] = market === "spread" ? [home, away] : [over, under];
      if (first === null || second === null) return [];
      return [Math.log(impliedProbability(first) / impliedProbability(second))];
    });
    const uneven = logits.filter((logit) => Math.abs(logit) > unevenness[market]).length;
    return uneven >= fewBooks && uneven * 2 >= logits.length
      ? [`a ${market} at uneven prices at ${uneven} of ${logits.length} books`]
      : [];
  });
}

/** Total and spread together state the points of either team. */
function belowZero({ agreed: { spread, total } }: GameFigures): string[] {
  if (spread === null || total === null || Math.abs(spread) <= total) return [];
  return [`home spread ${spread} of a total of ${total}`];
}
