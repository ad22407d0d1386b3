/** The five sports of service.md: names, season labels, periods and published markets. */

export const sports = ["mlb", "nfl", "ncaaf", "nba", "nhl"] as const;
export type Sport = (typeof sports)[number];

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

export type SportFacts = {
  readonly name: string;
  readonly seasonLabel: string;
  /** `season` values before this one are outside the coverage. */
  readonly firstSeason: number;
  readonly betTypes: readonly string[];
  /** Which markets are published for which period; a quote of any other market is refused. */
  readonly publishedMarkets: Readonly<Partial<Record<OddsPeriod, readonly Market[]>>>;
  /** Periods of regulation time: quarters, periods or innings. */
  readonly regulationPeriods: number;
  readonly hasWeeks: boolean;
  /** Whether the consensus closing spread (or else the moneyline) is asked first for the favorite [D-20]. */
  readonly favoriteBySpread: boolean;
};

const threeMarkets = ["moneyline", "spread", "total"] as const;
const withTeamTotals = [...threeMarkets, "home_team_total", "away_team_total"] as const;

const footballBetTypes = [
  "moneyline",
  "spread",
  "total",
  "team_total_over",
  "team_total_under",
  ...["first_half", "second_half", "q1", "q2", "q3", "q4"].flatMap((period) =>
    threeMarkets.map((market) => `${period}_${market}`),
  ),
];

const footballMarkets = {
  full: withTeamTotals,
  "1h": threeMarkets,
  "2h": threeMarkets,
  q1: threeMarkets,
  q2: threeMarkets,
  q3: threeMarkets,
  q4: threeMarkets,
} as const;

export const sportFacts: Readonly<Record<Sport, SportFacts>> = {
  mlb: {
    name: "Major League Baseball",
    seasonLabel: "calendar year",
    firstSeason: 2022,
    betTypes: ["moneyline", "run_line", "total", "first_5_moneyline", "first_5_runline", "inn5_total", "inn1_total"],
    publishedMarkets: { full: threeMarkets, inn1: ["total"], inn5: threeMarkets },
    regulationPeriods: 9,
    hasWeeks: false,
    favoriteBySpread: false,
  },
  nfl: {
    name: "National Football League",
    seasonLabel: "year the season started (2025 = 2025-26)",
    firstSeason: 2022,
    betTypes: footballBetTypes,
    publishedMarkets: footballMarkets,
    regulationPeriods: 4,
    hasWeeks: true,
    favoriteBySpread: true,
  },
  ncaaf: {
    name: "NCAA Football (FBS)",
    seasonLabel: "year the season started",
    firstSeason: 2022,
    betTypes: footballBetTypes,
    publishedMarkets: footballMarkets,
    regulationPeriods: 4,
    hasWeeks: true,
    favoriteBySpread: true,
  },
  nba: {
    name: "National Basketball Association",
    seasonLabel: "year the season ended (2026 = 2025-26)",
    firstSeason: 2023,
    betTypes: [
      "moneyline",
      "spread",
      "total",
      "team_total_over",
      "team_total_under",
      "first_half_moneyline",
      "first_half_spread",
      "first_half_total",
      "q1_moneyline",
      "q1_spread",
      "q1_total",
    ],
    publishedMarkets: { full: withTeamTotals, "1h": threeMarkets, q1: threeMarkets },
    regulationPeriods: 4,
    hasWeeks: false,
    favoriteBySpread: true,
  },
  nhl: {
    name: "National Hockey League",
    seasonLabel: "year the season ended (2026 = 2025-26)",
    firstSeason: 2024,
    betTypes: [
      "moneyline",
      "puck_line",
      "total",
      "team_total_over",
      "team_total_under",
      "p1_moneyline",
      "p1_spread",
      "p1_total",
    ],
    publishedMarkets: { full: withTeamTotals, p1: threeMarkets },
    regulationPeriods: 3,
    hasWeeks: false,
    favoriteBySpread: false,
  },
};

export function isSport(value: string): value is Sport {
  return (sports as readonly string[]).includes(value);
}

/** Whether a market of a period is published for a sport; others are refused at the door [D-13]. */
export function isPublishedMarket(sport: Sport, period: OddsPeriod, market: Market): boolean {
  return sportFacts[sport].publishedMarkets[period]?.includes(market) ?? false;
}
