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

/** Ends a choice between sports. A sport that the choice forgets does not compile here. */
export function unknownSport(sport: never): never {
  throw new RangeError(`"${sport}" is no sport`);
}

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

/** Which markets are published for which period, in the order of `oddsPeriods` and `markets`. */
type PublishedMarkets = Readonly<Partial<Record<OddsPeriod, readonly Market[]>>>;

type StatedFacts = {
  readonly name: string;
  readonly seasonLabel: string;
  /** `season` values before this one are outside the coverage. */
  readonly firstSeason: number;
  /** In the order in which callers see them. */
  readonly betTypes: readonly BetType[];
  /** Periods of regulation time: quarters, periods or innings. */
  readonly regulationPeriods: number;
  readonly hasWeeks: boolean;
  /** Whether the consensus closing spread (or else the moneyline) is asked first for the favorite [D-20]. */
  readonly favoriteBySpread: boolean;
};

/** The bet types decide which markets are published; a quote of any other market is refused. */
type SportFacts = StatedFacts & { readonly publishedMarkets: PublishedMarkets };

const footballBetTypes = [
  ...["moneyline", "spread", "total", "team_total_over", "team_total_under"],
  ...["first_half_moneyline", "first_half_spread", "first_half_total"],
  ...["second_half_moneyline", "second_half_spread", "second_half_total"],
  ...["q1_moneyline", "q1_spread", "q1_total", "q2_moneyline", "q2_spread", "q2_total"],
  ...["q3_moneyline", "q3_spread", "q3_total", "q4_moneyline", "q4_spread", "q4_total"],
] as const satisfies readonly BetType[];

const statedFacts: Readonly<Record<Sport, StatedFacts>> = {
  mlb: {
    name: "Major League Baseball",
    seasonLabel: "calendar year",
    firstSeason: 2022,
    betTypes: ["moneyline", "run_line", "total", "first_5_moneyline", "first_5_runline", "inn5_total", "inn1_total"],
    regulationPeriods: 9,
    hasWeeks: false,
    favoriteBySpread: false,
  },
  nfl: {
    name: "National Football League",
    seasonLabel: "year the season started (2025 = 2025-26)",
    firstSeason: 2022,
    betTypes: footballBetTypes,
    regulationPeriods: 4,
    hasWeeks: true,
    favoriteBySpread: true,
  },
  ncaaf: {
    name: "NCAA Football (FBS)",
    seasonLabel: "year the season started",
    firstSeason: 2022,
    betTypes: footballBetTypes,
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
    regulationPeriods: 3,
    hasWeeks: false,
    favoriteBySpread: false,
  },
};

function withPublishedMarkets(facts: StatedFacts): SportFacts {
  const named = facts.betTypes.map((betType) => betTypeTable[betType]);
  const marketsOf = (period: OddsPeriod): ReadonlySet<Market> =>
    new Set(named.filter((betType) => betType.period === period).flatMap((betType) => betType.markets));
  const published = oddsPeriods.map((period) => {
    const ofPeriod = marketsOf(period);
    return [period, markets.filter((market) => ofPeriod.has(market))] as const;
  });
  return { ...facts, publishedMarkets: Object.fromEntries(published.filter(([, ofPeriod]) => ofPeriod.length > 0)) };
}

export const sportFacts: Readonly<Record<Sport, SportFacts>> = {
  mlb: withPublishedMarkets(statedFacts.mlb),
  nfl: withPublishedMarkets(statedFacts.nfl),
  ncaaf: withPublishedMarkets(statedFacts.ncaaf),
  nba: withPublishedMarkets(statedFacts.nba),
  nhl: withPublishedMarkets(statedFacts.nhl),
};

export function isSport(value: string): value is Sport {
  return (sports as readonly string[]).includes(value);
}

/** Whether a market of a period is published for a sport; others are refused at the door [D-13]. */
export function isPublishedMarket(sport: Sport, period: OddsPeriod, market: Market): boolean {
  return sportFacts[sport].publishedMarkets[period]?.includes(market) ?? false;
}
