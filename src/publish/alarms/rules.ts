/**
 * The rules by which a publish rings an alarm: one table, with where each begins. The limits are wider than anything that ten real
 * seasons and the sample have: an alarm that rings for good data is not heard for long. Limits by sport stand in the file of
 * each. Pure functions over a season as it is published.
 */
import { impliedProbability } from "../../domain/american-odds.ts";
import { median } from "../../domain/consensus.ts";
import { hourMs, minuteMs } from "../../domain/durations.ts";
import type { SportBands } from "../../domain/sports/plausibility.ts";
import { sportFacts } from "../../domain/sports.ts";
import { logitOf, thresholds } from "../doubt/sheet.ts";
import { amiss, rounded } from "./book-rules.ts";
import { teamInTwoPlaces, wrongDates, wrongTypes, wrongWeeks } from "./calendar.ts";
import { unlikeLastWeeks } from "./expected.ts";
import { copiedByAll, copiedByOne, lost, standingStill } from "./feed-rules.ts";
import { type BookLine, type Finding, type PricedGame, type Season, silentIn, slugOf } from "./season.ts";

export type Rule = {
  /** The thing that it looks for, in words. */
  readonly about: string;
  /** `now`: how odds come in, hence games of the last days alone; `lines`: games of seasons that have odds; `results`: all games. */
  readonly looksAt: "now" | "lines" | "results";
  /** Asked when at least one game is to be looked at. Nothing when all is well. */
  readonly find: (season: Season) => readonly Finding[];
};

export const alarmRules = {
  "closes-missing": {
    about: "too many games without a closing line",
    looksAt: "now",
    find: ({ fresh }) => {
      const without = fresh.filter((game) => !game.hasClosingLine);
      return inShare(without, fresh.length, 1 - bandsOf(fresh).closes, ({ gameId }) => `${gameId} has none`);
    },
  },
  "books-per-game": {
    about: "half as many books per game as usual in the season, or twice as many",
    looksAt: "now",
    find: ({ games, fresh }) => {
      const counts = games.map(({ bookCount }) => bookCount).filter((count) => count > 0);
      const usual = counts.length < gamesToBeUsual ? 0 : middleOf(counts);
      // Where fewer books are usual, half of them is chance: of college games with small schools, one of three books may price a game.
      if (usual < 6) return [];
      const priced = fresh.filter(({ bookCount }) => bookCount > 0);
      const odd = priced.filter(({ bookCount }) => bookCount < usual * 0.5 || bookCount > usual * 2);
      const words = ({ gameId, bookCount }: PricedGame) => `${gameId}: ${bookCount} books, usually ${usual}`;
      return inShare(odd, priced.length, 0.5, words);
    },
  },
  "captures-too-early": {
    about: "more than half of the games without a capture in the last 15 minutes before the start",
    looksAt: "now",
    find: ({ fresh }) => {
      const timed = fresh.filter(({ captured }) => captured.length > 0);
      // Games start a little later or earlier than planned, so single ones say nothing.
      const isFew = timed.length < 3;
      const early = timed.filter((game) => minutesBefore(game) > (isFew ? 60 : 15));
      if (!isFew && early.length < 3) return [];
      return inShare(early, timed.length, 0.5, (game) => {
        return `${game.gameId}: the last one ${Math.round(minutesBefore(game))} minutes before it`;
      });
    },
  },
  "book-stopped": {
    about: "a book whose lines of a market are a day older than the other books'",
    looksAt: "now",
    find: ({ fresh }) => {
      const silent = fresh.flatMap((game) => silentIn(game).map((line) => ({ ...line, game })));
      return [...Map.groupBy(silent, ({ name }) => name)].flatMap(([name, of]) => {
        const bookId = of[0]?.bookId;
        const priced = fresh.filter(({ captured }) => captured.some((each) => each.bookId === bookId)).length;
        // It has to be silent in several games, and in most of the book's: some markets of a game never move.
        if (of.length < 4 || of.length < priced * 0.75) return [];
        const ids = idsOf(of.map(({ game }) => game));
        return [{ sentence: `${name}: in ${of.length} of ${priced} games: ${ids.join(", ")}`, games: ids }];
      });
    },
  },
  "favorite-contradicted": {
    about: "the spread's favorite is the moneyline's underdog",
    looksAt: "lines",
    find: eachGame(({ facts: { consensus } }, { clearSpread }) => {
      const { home_close: home, away_close: away } = consensus?.moneyline ?? {};
      const spread = consensus?.spread.close ?? null;
      if (clearSpread === null || spread === null || home == null || away == null) return [];
      // From this difference of implied probabilities on a moneyline has a favorite: near even, books differ.
      const lean = impliedProbability(home) - impliedProbability(away);
      const isContradicted = Math.abs(spread) >= clearSpread && Math.abs(lean) >= 0.05 && lean * spread > 0;
      return isContradicted ? [`home spread ${spread}, moneyline ${home}/${away}`] : [];
    }),
  },
  "close-never-posted": {
    about:
      "the prices of most books' closing spread or total are those of no main line, or the underdog's points are below zero",
    looksAt: "lines",
    find: eachGame((game) => [...unevenCloses(game), ...belowZero(game)]),
  },
  "final-the-other-way": {
    about: "the final fits the closing spread far better the other way round",
    looksAt: "lines",
    find: eachGame(({ facts: { result, consensus } }, { usualFinalMiss: usual }) => {
      const [spread, margin] = [consensus?.spread.close ?? null, result.margin_home];
      if (usual === null || spread === null || margin === null) return [];
      // The log of the likelihoods' ratio. The greatest upset of the first halves of the real seasons has 7.3, of the others 4.9.
      const turned = (2 * spread * margin) / usual ** 2;
      return turned > 9 ? [`home spread ${spread}, home minus away ${margin}`] : [];
    }),
  },
  "prices-missing": {
    about: "a book's closing total was captured without any price",
    looksAt: "lines",
    find: eachGame(({ closes, captured }) => {
      const without = closes.find(({ market, first, second }) => market === "total" && first === 0 && second === 0);
      return without === undefined || captured.length === 0 ? [] : [`${without.line} at ${slugOf(without.bookId)}`];
    }),
  },
  "lines-leap": {
    about: "a third of the books or more leap at once, a few hours before the start, further than books do",
    looksAt: "lines",
    find: eachGame((game) =>
      [...Map.groupBy(game.lines, ({ market }) => market)].flatMap(([market, lines]) => leapOf(game, market, lines)),
    ),
  },
  "captures-off-the-clock": {
    about: "the times of captures are not those of the provider's clock, as when a time zone is lost",
    looksAt: "lines",
    // Markets change every few minutes, and recorders note their answers at once.
    find: eachGame(({ clockMinutes: minutes }) =>
      minutes === null || Math.abs(minutes) <= 45 ? [] : [`${Math.round(minutes)} minutes`],
    ),
  },
  "unlike-last-weeks": {
    about: "a closing line is far from what the two teams' own closes of the last weeks expect, or the other way round",
    looksAt: "lines",
    find: unlikeLastWeeks,
  },
  "week-off-its-dates": {
    about: "the week of games is not that of their dates, and other games contradict it",
    looksAt: "results",
    find: wrongWeeks,
  },
  "season-type-out-of-order": {
    about: "games of the postseason before regular ones of a team, or regular ones after it",
    looksAt: "results",
    find: wrongTypes,
  },
  "team-in-two-places": {
    about: "a team has two opponents on one day",
    looksAt: "results",
    find: teamInTwoPlaces,
  },
  "date-off-its-start": {
    about: "the date of games is not that of their start",
    looksAt: "results",
    find: wrongDates,
  },
  "book-amiss": {
    about: "a book errs alike in most of its lines of some slates: it is late, leans to one side, or the like",
    looksAt: "lines",
    find: amiss,
  },
  "book-rounded": {
    about: "all prices of a book become multiples of five",
    looksAt: "lines",
    find: rounded,
  },
  "lines-copied": {
    about: "a book, or nearly all of them, show one game's lines and prices under another one, too",
    looksAt: "lines",
    find: (season) => [...copiedByOne(season), ...copiedByAll(season)],
  },
  "lines-lost": {
    about: "a game of two teams that books price has no line, as when a source renames a team",
    looksAt: "lines",
    find: lost,
  },
  "feed-stands-still": {
    about: "no book changes anything for six hours before the starts of a slate",
    looksAt: "lines",
    find: standingStill,
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type AlarmName = keyof typeof alarmRules;

/** So many games of a season say how many books are usual. */
const gamesToBeUsual = 20;
/** Books that have to price a game before one of them can be told to be at odds with the others. */
const fewBooks = 3;
/** Fewer games say little of a share: of these, all have to be amiss. */
const fewGames = 3;

/** A rule that looks at a game by itself. */
function eachGame(find: (game: PricedGame, bands: SportBands) => readonly string[]): Rule["find"] {
  return ({ fresh }) => {
    const bands = bandsOf(fresh);
    return fresh.flatMap((game) =>
      find(game, bands).map((words) => ({ sentence: `${game.gameId}: ${words}`, games: [game.gameId] })),
    );
  };
}

function bandsOf([first]: readonly PricedGame[]): SportBands {
  if (first === undefined) throw new RangeError("rules are asked of at least one game");
  return sportFacts[first.sport].plausibility.bands;
}

function idsOf(games: readonly PricedGame[]): string[] {
  return games.map(({ gameId }) => gameId);
}

function middleOf(counts: readonly number[]): number {
  return counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0;
}

function minutesBefore({ startMs, captured }: PricedGame): number {
  return (startMs - Math.max(...captured.map(({ lastMs }) => lastMs))) / minuteMs;
}

/** @param mostShare more than this is a fault; of few games, only all of them. */
function inShare(
  odd: readonly PricedGame[],
  games: number,
  mostShare: number,
  words: (game: PricedGame) => string,
): Finding[] {
  const [first, ...others] = odd;
  const isFault = games < fewGames ? odd.length === games : odd.length > 1 && odd.length > games * mostShare;
  if (first === undefined || !isFault) return [];
  const more = others.length === 0 ? "" : `; and ${idsOf(others).join(", ")}`;
  return [{ sentence: `${odd.length} of ${games}, ${words(first)}${more}`, games: idsOf(odd) }];
}

/** So many books at least, and half of all: two books alone do post uneven main lines for hours. */
function unevenCloses({ sport, closes }: PricedGame): string[] {
  return (["spread", "total"] as const).flatMap((market) => {
    const logits = closes
      .filter((close) => close.market === market && close.first !== 0 && close.second !== 0)
      .map(({ first, second }) => logitOf(first, second));
    const uneven = logits.filter((logit) => Math.abs(logit) > thresholds[sport].unevenness[market]).length;
    return uneven >= fewBooks && uneven * 2 >= logits.length
      ? [`a ${market} at uneven prices at ${uneven} of ${logits.length} books`]
      : [];
  });
}

/** Total and spread together state the points of either team. */
function belowZero({ facts: { consensus } }: PricedGame): string[] {
  const [spread, total] = [consensus?.spread.close ?? null, consensus?.total.close ?? null];
  if (spread === null || total === null || Math.abs(spread) <= total) return [];
  return [`home spread ${spread} of a total of ${total}`];
}

/**
 * A leap begins in the last hours, and a third of the books, at least two, take it. Between the captures of two days books move
 * further, so that a leap is one there from a third more on.
 */
const leapWithinMs = 6 * hourMs;
const dailyLeap = { withinMs: 30 * hourMs, factor: 1.35 } as const;
const leapShare = 1 / 3;
const leastBooks = 2;

/** `total: 44.5 to 54.5 at 9 of 11 books`. */
function leapOf(
  { sport, startMs, runs }: PricedGame,
  market: BookLine["market"],
  lines: readonly BookLine[],
): string[] {
  const most = thresholds[sport].leap[market];
  const leapt = lines.flatMap(({ lastButOne: before, last }) => {
    if (before === -1) return [];
    const [endMs, againMs] = [runs.lastMs[before] || 0, runs.firstMs[last] || 0];
    const beforeStartMs = startMs - againMs;
    if (beforeStartMs > dailyLeap.withinMs || againMs - endMs > dailyLeap.withinMs) return [];
    const [from, to] = [runs.expects[before] as number, runs.expects[last] as number];
    return Math.abs(to - from) > most * (beforeStartMs > leapWithinMs ? dailyLeap.factor : 1) ? [{ from, to }] : [];
  });
  if (leapt.length < leastBooks || leapt.length < lines.length * leapShare) return [];
  const [from, to] = [median(leapt.map((each) => each.from)), median(leapt.map((each) => each.to))];
  return [`${market}: ${from.toFixed(1)} to ${to.toFixed(1)} at ${leapt.length} of ${lines.length} books`];
}
