/**
 * The rules by which a publish rings an alarm: one table, with where each begins. The limits are wider than anything that ten real
 * seasons and the sample have: an alarm that rings for good data is not heard for long. Limits by sport stand in the file of
 * each. Pure functions over a season as it is published.
 */
import { impliedProbability } from "../../domain/american-odds.ts";
import { consensusBookId } from "../../domain/books.ts";
import { median } from "../../domain/consensus.ts";
import type { SportBands } from "../../domain/sports/kinds.ts";
import { sportFacts } from "../../domain/sports.ts";
import { hourMs } from "../../domain/times.ts";
import { entriesIn } from "../../release/game-lines.ts";
import { logitOf, thresholds } from "../doubt/sheet.ts";
import { teamInTwoPlaces, wrongDates, wrongTypes, wrongWeeks } from "./dates.ts";
import { unlikeLastWeeks } from "./expected.ts";
import { capturedEarly, copied, inShare, isCaptured, lost, standingStill, stopped } from "./feeds.ts";
import { expectedByRun, type Finding, findingOfGame, type PricedGame, type Season, slugOf } from "./season.ts";

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
  "captures-too-early": {
    about: "more than half of the games without a capture in the last 15 minutes before the start",
    looksAt: "now",
    find: capturedEarly,
  },
  "book-stopped": {
    about: "a book whose lines of a market are a day older than the other books'",
    looksAt: "now",
    find: stopped,
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
    find: eachGame((game) => {
      const bare = closesOf(game, "total").find(({ close: { first, second } }) => first === null && second === null);
      return bare === undefined || !isCaptured(game) ? [] : [`${bare.close.line} at ${slugOf(bare.bookId)}`];
    }),
  },
  "lines-leap": {
    about: "a third of the books or more leap at once, a few hours before the start, further than books do",
    looksAt: "lines",
    find: eachGame((game) => (["moneyline", "spread", "total"] as const).flatMap((market) => leapOf(game, market))),
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
  "lines-copied": {
    about: "nearly all books show one game's lines and prices under another one, too",
    looksAt: "lines",
    find: copied,
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

/** A rule that looks at a game by itself, and says in words what is amiss in it. */
function eachGame(find: (game: PricedGame, bands: SportBands) => readonly string[]): Rule["find"] {
  return ({ fresh }) => {
    const bands = bandsOf(fresh);
    return fresh.flatMap((game) => find(game, bands).map((words) => findingOfGame(game, words)));
  };
}

function bandsOf([first]: readonly PricedGame[]): SportBands {
  if (first === undefined) throw new RangeError("rules are asked of at least one game");
  return sportFacts[first.sport].plausibility.bands;
}

/** The lines at which the books closed in a market of the whole game. */
function closesOf({ published }: PricedGame, of: "spread" | "total") {
  return entriesIn(published).flatMap(({ period, market, bookId, close }) => {
    if (period !== "full" || market !== of || bookId === consensusBookId || close === null) return [];
    return close.line === null ? [] : [{ bookId, close }];
  });
}

/** So many books at least, and half of all: two books alone do post uneven main lines for hours. */
const fewBooks = 3;

function unevenCloses(game: PricedGame): string[] {
  return (["spread", "total"] as const).flatMap((market) => {
    const logits = closesOf(game, market).flatMap(({ close: { first, second } }) =>
      first === null || second === null ? [] : [logitOf(first, second)],
    );
    const most = thresholds[game.sport].unevenness[market];
    const uneven = logits.filter((logit) => Math.abs(logit) > most).length;
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
function leapOf(game: PricedGame, market: "moneyline" | "spread" | "total"): string[] {
  const { sport, startMs, path } = game;
  const lines = game.lines.filter((line) => line.market === market);
  const leapt = lines.flatMap(({ lastButOne: before, last }) => {
    if (before === -1) return [];
    const [endMs, againMs] = [path.lastMs[before] || 0, path.firstMs[last] || 0];
    const beforeStartMs = startMs - againMs;
    if (beforeStartMs > dailyLeap.withinMs || againMs - endMs > dailyLeap.withinMs) return [];
    const [from, to] = [expectedByRun(game, market, before), expectedByRun(game, market, last)];
    const most = thresholds[sport].leap[market] * (beforeStartMs > leapWithinMs ? dailyLeap.factor : 1);
    return Math.abs(to - from) > most ? [{ from, to }] : [];
  });
  if (leapt.length < leastBooks || leapt.length < lines.length * leapShare) return [];
  const [from, to] = [median(leapt.map((each) => each.from)), median(leapt.map((each) => each.to))];
  return [`${market}: ${from.toFixed(1)} to ${to.toFixed(1)} at ${leapt.length} of ${lines.length} books`];
}
