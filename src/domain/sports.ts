/** The registry of the sports, what each of them states of itself, and the words for markets and periods. */
import type { LineBounds, Plausibility } from "./sports/kinds.ts";
import { mlb } from "./sports/mlb/mlb.ts";
import { nba } from "./sports/nba/nba.ts";
import { ncaaf } from "./sports/ncaaf/ncaaf.ts";
import { nfl } from "./sports/nfl/nfl.ts";
import { nhl } from "./sports/nhl/nhl.ts";
import type { OutsideNames, Team } from "./teams/team.ts";

/** Full-game markets; a team total belongs to one side, so it is priced as two markets. */
export const markets = ["moneyline", "spread", "total", "home_team_total", "away_team_total"] as const;
export type Market = (typeof markets)[number];

/** Periods that odds are published for, in the order of `period_odds` [D-22]; `full` is the whole game. */
export const oddsPeriods = ["full", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"] as const;
export type OddsPeriod = (typeof oddsPeriods)[number];

/** Keys of `period_scores` per sport [D-9]. */
export const scorePeriods = ["q1", "q2", "q3", "q4", "1h", "2h", "p1", "p2", "p3", "inn1", "inn5", "ot"] as const;
export type ScorePeriod = (typeof scorePeriods)[number];

export const seasonTypes = ["regular", "postseason"] as const;
export type SeasonType = (typeof seasonTypes)[number];

/**
 * The bet types: for each name that callers see, the period and the markets that it stands for. Every market of a period
 * that a sport publishes is there because one of its bet types names it.
 */
export const betTypeTable = {
  moneyline: { period: "full", markets: ["moneyline"] },
  spread: { period: "full", markets: ["spread"] },
  run_line: { period: "full", markets: ["spread"] },
  puck_line: { period: "full", markets: ["spread"] },
  total: { period: "full", markets: ["total"] },
  team_total_over: { period: "full", markets: ["home_team_total", "away_team_total"] },
  team_total_under: { period: "full", markets: ["home_team_total", "away_team_total"] },
  first_half_moneyline: { period: "1h", markets: ["moneyline"] },
  first_half_spread: { period: "1h", markets: ["spread"] },
  first_half_total: { period: "1h", markets: ["total"] },
  second_half_moneyline: { period: "2h", markets: ["moneyline"] },
  second_half_spread: { period: "2h", markets: ["spread"] },
  second_half_total: { period: "2h", markets: ["total"] },
  q1_moneyline: { period: "q1", markets: ["moneyline"] },
  q1_spread: { period: "q1", markets: ["spread"] },
  q1_total: { period: "q1", markets: ["total"] },
  q2_moneyline: { period: "q2", markets: ["moneyline"] },
  q2_spread: { period: "q2", markets: ["spread"] },
  q2_total: { period: "q2", markets: ["total"] },
  q3_moneyline: { period: "q3", markets: ["moneyline"] },
  q3_spread: { period: "q3", markets: ["spread"] },
  q3_total: { period: "q3", markets: ["total"] },
  q4_moneyline: { period: "q4", markets: ["moneyline"] },
  q4_spread: { period: "q4", markets: ["spread"] },
  q4_total: { period: "q4", markets: ["total"] },
  p1_moneyline: { period: "p1", markets: ["moneyline"] },
  p1_spread: { period: "p1", markets: ["spread"] },
  p1_total: { period: "p1", markets: ["total"] },
  first_5_moneyline: { period: "inn5", markets: ["moneyline"] },
  first_5_runline: { period: "inn5", markets: ["spread"] },
  inn5_total: { period: "inn5", markets: ["total"] },
  inn1_total: { period: "inn1", markets: ["total"] },
} as const satisfies Readonly<Record<string, { readonly period: OddsPeriod; readonly markets: readonly Market[] }>>;

export type BetType = keyof typeof betTypeTable;

/** The markets that are published for each period, in the order of `oddsPeriods` and `markets`. */
type PublishedMarkets = Readonly<Partial<Record<OddsPeriod, readonly Market[]>>>;

/** A folder of `sports/` states these facts. Nothing else in `src/` tells one sport from another. */
type StatedFacts = {
  readonly name: string;
  /** As headings have it: `NCAAF`. */
  readonly label: string;
  /** As a sentence about bets has it: `College football`. */
  readonly inWords: string;
  /** Other names that people use for it, in small letters. */
  readonly otherNames: readonly string[];
  /** Bettors call a game that ended this far apart, or farther, a blowout. */
  readonly blowoutMargin: number;
  readonly seasonLabel: string;
  /** `season` values before this one are outside the coverage. */
  readonly firstSeason: number;
  /** In the order in which callers see them. */
  readonly betTypes: readonly BetType[];
  readonly scoredIn: "runs" | "points" | "goals";
  readonly spreadName: string;
  readonly overtimeName: string;
  readonly overtimeShortName: string;
  /** Periods of regulation time: quarters, periods or innings. */
  readonly regulationPeriods: number;
  /** Periods without which no game is official. */
  readonly officialPeriods: number;
  /** The published periods of regulation time: from which place of the line score each goes, and to which. */
  readonly scorePeriods: Readonly<Partial<Record<ScorePeriod, readonly [from: number, to: number]>>>;
  /** Whether the home side, which bats last, leaves the last half inning out when it leads. */
  readonly mayHomeSkipLast: boolean;
  /** Null: the sport has no weeks. */
  readonly lastRegularWeek: ((season: number) => number) | null;
  /** Tells the week of a date where no provider counts the weeks of a postseason. */
  readonly postseasonWeek: ((season: number, date: string) => number) | null;
  /** The week of each round of the postseason, where a round is always the same week [D-5]. Null: no filter tells the rounds apart. */
  readonly roundWeeks: Readonly<Record<"wildCard" | "divisional" | "conference" | "final", number>> | null;
  /** Whether the postseason is bowls, of which the playoffs are a few. */
  readonly hasBowls: boolean;
  /** The week of a date as the calendar has it: games that are moved by some days keep their own. Null: the sport has no weeks. */
  readonly calendarWeek: ((season: number, date: string) => number) | null;
  /**
   * Whether the consensus closing spread (or else the moneyline) is asked first for the favorite [D-20]. Not where nearly
   * every spread is 1.5, so that the moneyline alone says by how much a side is better.
   */
  readonly favoriteBySpread: boolean;
  readonly hasRegularTies: boolean;
  /** The first season with a cup inside the regular one, whose final counts in no record of a team [D-6]; null: it has none. */
  readonly firstCupSeason: number | null;
  /** Whether the same two teams may play twice on a day. */
  readonly hasDoubleheaders: boolean;
  /** Football's stadiums share names and, at ESPN and College Football Data, numbers. */
  readonly isFootball: boolean;
  /** The position whose starter a game record may name; null: records of the sport name none. */
  readonly starterIs: "pitcher" | "goalie" | null;
  /** The words of the sport's bettors about rest. */
  readonly restWords: readonly ("bye" | "short_week" | "back_to_back")[];
  /** The month in which one season ends and the next begins. No sport plays through it. */
  readonly seasonTurnMonth: number;
  /** The one of its two years that a season is called by. */
  readonly seasonNamedBy: "start" | "end";
  readonly bounds: SportBounds;
  readonly plausibility: Plausibility;
  /** Those of `/v1/teams`, in the order of their ids. */
  readonly teams: readonly Team[];
  /** Opponents that `/v1/teams` does not list [D-8]. */
  readonly unlistedTeams: readonly Team[];
  /** Clubs that took the place of another one, by their abbreviations, with the first season of the new one [D-46]. */
  readonly successions: readonly { readonly before: string; readonly after: string; readonly from: number }[];
  /** Nicknames that are no part of a team's name, by abbreviation. */
  readonly nicknames: Readonly<Record<string, readonly string[]>>;
  readonly outsideNamesOf: (team: Team) => Partial<OutsideNames>;
  /** The Odds API's name of the sport, in payloads and in addresses. */
  readonly oddsApiKey: string;
  readonly espn: {
    readonly path: string;
    /** The league's number in ESPN's ids of everything. */
    readonly league: number;
    readonly group: string | null;
  };
};

/** The bounds of a sport's numbers, see bounds.ts. */
export type SportBounds = {
  /** Points of one side in a game. */
  readonly score: number;
  readonly margin: number;
  /** Entries of one side's line score, overtime and shootout included. */
  readonly periods: number;
  /** Points of one side in one entry of the line score. */
  readonly periodPoints: number;
  /** Weeks of a season, postseason included; null for sports without weeks. */
  readonly weeks: number | null;
  readonly lines: Readonly<Partial<Record<OddsPeriod, LineBounds>>>;
};

/** The registry. Its order is that of lists. */
const stated = { mlb, nfl, ncaaf, nba, nhl } as const satisfies Readonly<Record<string, StatedFacts>>;

export type Sport = keyof typeof stated;
export const sports = Object.keys(stated) as readonly Sport[] as readonly [Sport, ...Sport[]];

/** The sport that a page shows before a visitor has chosen one. */
export const firstShownSport: Sport = "nfl";

export function bySport<Value>(of: (sport: Sport) => Value): Readonly<Record<Sport, Value>> {
  return Object.fromEntries(sports.map((sport) => [sport, of(sport)])) as Record<Sport, Value>;
}

/** The bet types decide which markets are published; a quote of any other market is refused. */
type SportFacts = StatedFacts & { readonly hasWeeks: boolean; readonly publishedMarkets: PublishedMarkets };

function factsOf(facts: StatedFacts): SportFacts {
  const named = facts.betTypes.map((betType) => betTypeTable[betType]);
  const marketsOf = (period: OddsPeriod): ReadonlySet<Market> =>
    new Set(named.filter((betType) => betType.period === period).flatMap((betType) => betType.markets));
  const published = oddsPeriods.map((period) => {
    const ofPeriod = marketsOf(period);
    return [period, markets.filter((market) => ofPeriod.has(market))] as const;
  });
  const publishedMarkets = Object.fromEntries(published.filter(([, ofPeriod]) => ofPeriod.length > 0));
  return { ...facts, hasWeeks: facts.lastRegularWeek !== null, publishedMarkets };
}

export const sportFacts: Readonly<Record<Sport, SportFacts>> = bySport((sport) => factsOf(stated[sport]));

export function isSport(value: string): value is Sport {
  return (sports as readonly string[]).includes(value);
}

/** Whether a market of a period is published for a sport; others are refused at the door [D-13]. */
export function isPublishedMarket(sport: Sport, period: OddsPeriod, market: Market): boolean {
  return sportFacts[sport].publishedMarkets[period]?.includes(market) ?? false;
}
