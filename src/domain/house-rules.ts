/**
 * How US books settle a bet: for each sport, period and market which score decides, and when the stake comes back. A bet is
 * settled by the first row that fits it. What is not known of a book follows the common rule.
 */
import type { Settling } from "./bets/grading.ts";
import { type BetSide, betSides } from "./bets/sides.ts";
import { findPublishedBook } from "./books.ts";
import type { LineMarket, LinePeriod } from "./periods.ts";
import { type ScorePeriod, type Sport, sportFacts } from "./sports.ts";

/** By what bets are settled: `score` is the score of the period alone. */
export const rulesNames = ["house", "score"] as const;
export type Rules = (typeof rulesNames)[number];

export type HouseRule = {
  /** As `rule` of a bet says it. A name, once told, never changes. */
  readonly name: string;
  readonly sports: readonly Sport[];
  readonly periods: readonly LinePeriod[];
  /** Null: every market of these periods. */
  readonly markets: readonly LineMarket[] | null;
  /** Slugs of the books whose own rule it is; null: the common rule. */
  readonly books: readonly string[] | null;
  /** Only games that were cut short: of fewer innings than these, the second number holding where the home side was ahead. */
  readonly below: readonly [innings: number, homeAhead: number] | null;
  /** Only games whose number of innings is not known. */
  readonly isOfUnknownLength: boolean;
  /** A period whose points are added to those of the period that is bet on. */
  readonly added: ScorePeriod | null;
  readonly settles: Settling;
  /** One sentence for bettors. */
  readonly sentence: string;
  /** Where books say so: a page by its name. */
  readonly source: string;
};

const common = {
  markets: null,
  books: null,
  below: null,
  isOfUnknownLength: false,
  added: null,
  settles: "score",
} as const;

const overtimeRules =
  "Galaxy Sports, General overtime rules; Bovada's group (Bodog), Football and basketball betting rules";
const officialTimes = "JustBet, Football official game times; Parlay Geeks, Football betting rules";
const baseballRules =
  "DraftKings, Sport rules: Baseball; ESPN BET (theScore Bet), Betting on Baseball; Lucky Rebel, Baseball betting rules";

const football = ["nfl", "ncaaf"] as const;

const rulesByName = {
  football_game: {
    sports: football,
    periods: ["game"],
    sentence:
      "The final score decides moneyline, spread, total and team totals, overtime included; a drawn moneyline is a push.",
    source: overtimeRules,
  },
  football_first_half: {
    sports: football,
    periods: ["1h"],
    sentence: "The score of the first half decides.",
    source: officialTimes,
  },
  football_second_half: {
    sports: football,
    periods: ["2h"],
    added: "ot",
    sentence:
      "The points of the third and the fourth quarter and of overtime decide: second-half bets include overtime.",
    source: overtimeRules,
  },
  football_quarter: {
    sports: football,
    periods: ["q1", "q2", "q3", "q4"],
    sentence: "The points of the quarter alone decide: fourth-quarter bets do not include overtime.",
    source: overtimeRules,
  },
  basketball_game: {
    sports: ["nba"],
    periods: ["game"],
    sentence: "The final score decides moneyline, spread, total and team totals, overtime included.",
    source: "Bookmaker, Basketball overtime rules; Galaxy Sports, General overtime rules",
  },
  basketball_period: {
    sports: ["nba"],
    periods: ["1h", "q1"],
    sentence: "The points of the first half, or of the first quarter, alone decide.",
    source: "the common rule",
  },
  hockey_game: {
    sports: ["nhl"],
    periods: ["game"],
    sentence:
      "The final score decides moneyline, puck line, total and team totals, overtime and shootout included; a shootout adds one goal to its winner.",
    source: "Atlantis, Race & sports app: wagering disclaimers; the common rule",
  },
  hockey_first_period: {
    sports: ["nhl"],
    periods: ["p1"],
    sentence: "The goals of the first period alone decide; a drawn moneyline is a push.",
    source: "the common rule",
  },
  baseball_length_unknown: {
    sports: ["mlb"],
    periods: ["game"],
    isOfUnknownLength: true,
    sentence: "How many innings were played is not known here: the final score decides, as of a whole game.",
    source: "ours: the sources of this game have no score by innings that adds up",
  },
  baseball_moneyline_short: {
    sports: ["mlb"],
    periods: ["game"],
    markets: ["moneyline"],
    below: [5, 4.5],
    settles: "void",
    sentence: "Fewer than five innings (four and a half with the home side ahead) were played: the stake comes back.",
    source: baseballRules,
  },
  baseball_moneyline: {
    sports: ["mlb"],
    periods: ["game"],
    markets: ["moneyline"],
    sentence:
      "The final score decides, extra innings included, also of a game that was called after five innings (four and a half with the home side ahead).",
    source: baseballRules,
  },
  baseball_run_line_short: {
    sports: ["mlb"],
    periods: ["game"],
    markets: ["spread"],
    below: [9, 8.5],
    settles: "void",
    sentence: "Fewer than nine innings (eight and a half with the home side ahead) were played: the stake comes back.",
    source: baseballRules,
  },
  baseball_total_short: {
    sports: ["mlb"],
    periods: ["game"],
    markets: ["total"],
    below: [9, 8.5],
    settles: "void_unless_decided",
    sentence:
      "Fewer than nine innings (eight and a half with the home side ahead) were played: the stake comes back, unless the runs had passed the line already.",
    source: baseballRules,
  },
  baseball_nine_innings: {
    sports: ["mlb"],
    periods: ["game"],
    sentence:
      "Nine innings (eight and a half with the home side ahead) were played: the final score decides run line and total, extra innings included.",
    source: baseballRules,
  },
  baseball_first_five_short_draftkings: {
    sports: ["mlb"],
    periods: ["inn5"],
    books: ["draftkings"],
    below: [5, 5],
    settles: "void_unless_decided",
    sentence:
      "The fifth inning was not played to its end: the stake comes back, unless nothing in it could have changed the result, also where the home side was ahead.",
    source: "DraftKings, Sport rules: Baseball",
  },
  baseball_first_five_short: {
    sports: ["mlb"],
    periods: ["inn5"],
    below: [5, 4.5],
    settles: "void_unless_decided",
    sentence:
      "Fewer than five innings (four and a half with the home side ahead) were played: the stake comes back, unless nothing could have changed the result any more.",
    source: "the common rule",
  },
  baseball_first_five: {
    sports: ["mlb"],
    periods: ["inn5"],
    sentence:
      "Five innings (four and a half with the home side ahead) were played: their score decides; a drawn moneyline is a push.",
    source: baseballRules,
  },
  baseball_first_inning: {
    sports: ["mlb"],
    periods: ["inn1"],
    sentence: "The runs of the first inning decide: every game that is published has played it to its end.",
    source: "the common rule",
  },
} satisfies Readonly<Record<string, Omit<HouseRule, "name" | keyof typeof common> & Partial<HouseRule>>>;

/** The first that fits a bet settles it. */
export const houseRules: readonly HouseRule[] = Object.entries(rulesByName).map(([name, said]) => ({
  ...common,
  ...said,
  name,
}));

/** The rules do not decide these cases, because nobody here can know them. */
export const unknownToRules: readonly string[] = [
  "Games of football, basketball and hockey that were stopped: books require 55 minutes, 43 minutes and 55 minutes. Only games that their league counts as played are here, and no source says after how many minutes one ended.",
  "Listed pitchers: every bet is settled as Action, whoever started, as most US books do since 2020.",
  "Suspended games: a bet is settled by the score at the game's end, although some books give the stake back when it does not go on within a day or two.",
  "A half inning counts once it has a score, because no source tells outs of all games.",
];

const byName = new Map(houseRules.map((rule) => [rule.name, rule]));

/** @throws RangeError for a name that no row has. */
export function houseRule(name: string): HouseRule {
  const rule = byName.get(name);
  if (rule === undefined) throw new RangeError(`there is no house rule ${name}`);
  return rule;
}

/** The rules of one side of bets on a game: of most books, and of the books that have their own. */
export type SideRules = { readonly common: HouseRule; readonly books: ReadonlyMap<number, HouseRule> };

const known = new Map<string, readonly SideRules[]>();

/**
 * The rules of every side that can be bet on in a game, in the order of `betSides`.
 * @param innings NaN where they are not known, and in other sports.
 */
export function rulesOfGame(sport: Sport, innings: number, isHomeAhead: boolean): readonly SideRules[] {
  const key = `${sport} ${innings} ${isHomeAhead}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = betSides[sport].map((side) => rulesOfSide(sport, side, innings, isHomeAhead));
  known.set(key, made);
  return made;
}

function rulesOfSide(sport: Sport, side: BetSide, innings: number, isHomeAhead: boolean): SideRules {
  const fitting = houseRules.filter(
    ({ sports, periods, markets, below, isOfUnknownLength }) =>
      sports.includes(sport) &&
      periods.includes(side.periodName) &&
      (markets === null || markets.includes(side.marketName)) &&
      (below === null || innings < below[isHomeAhead ? 1 : 0]) &&
      (!isOfUnknownLength || Number.isNaN(innings)),
  );
  const common = fitting.find(({ books }) => books === null);
  if (common === undefined) throw new RangeError(`no house rule settles ${side.betType} of ${sport}`);
  const books = new Map<number, HouseRule>();
  for (const rule of fitting) {
    for (const slug of rule.books ?? []) {
      const book = findPublishedBook(slug);
      if (book === null) throw new RangeError(`the house rule ${rule.name} is of ${slug}, which is no book`);
      if (!books.has(book.bookId)) books.set(book.bookId, rule);
    }
  }
  return { common, books };
}

/** Whether fewer innings were played than a whole game has; null where they are not known, and in other sports. */
export function isShortened(sport: Sport, innings: number, isHomeAhead: boolean): boolean | null {
  if (Number.isNaN(innings)) return null;
  const { regulationPeriods } = sportFacts[sport];
  return innings < (isHomeAhead ? regulationPeriods - 0.5 : regulationPeriods);
}
