/** The facts of kinds of sports, and the kinds of numbers that a sport states: those by which quotes and results are doubted and alarms begin, and the bounds of its lines. */

export const quarters = { q1: [0, 1], q2: [1, 2], q3: [2, 3], q4: [3, 4], "1h": [0, 2], "2h": [2, 4] } as const;

/** The Tuesday after Labor Day, on which week 1 of the NFL and week 2 of the colleges begin. */
function tuesdayAfterLaborDay(season: number): Temporal.PlainDate {
  const september = Temporal.PlainDate.from({ year: season, month: 9, day: 1 });
  return september.add({ days: ((8 - september.dayOfWeek) % 7) + 1 });
}

/** Weeks from Tuesday to Monday, counted on from the one that the Tuesday after Labor Day begins; never before 1. */
export function footballWeek(season: number, date: string, afterLaborDay: number): number {
  const { days } = tuesdayAfterLaborDay(season).until(Temporal.PlainDate.from(date));
  return Math.max(1, afterLaborDay + Math.floor(days / 7));
}

export const overtime = { overtimeName: "Overtime", overtimeShortName: "OT" } as const;

export const football = {
  betTypes: [
    ...["moneyline", "spread", "total", "team_total_over", "team_total_under"],
    ...["first_half_moneyline", "first_half_spread", "first_half_total"],
    ...["second_half_moneyline", "second_half_spread", "second_half_total"],
    ...["q1_moneyline", "q1_spread", "q1_total", "q2_moneyline", "q2_spread", "q2_total"],
    ...["q3_moneyline", "q3_spread", "q3_total", "q4_moneyline", "q4_spread", "q4_total"],
  ],
  scoredIn: "points",
  spreadName: "Spread",
  ...overtime,
  regulationPeriods: 4,
  officialPeriods: 4,
  scorePeriods: quarters,
  mayHomeSkipLast: false,
  favoriteBySpread: true,
  hasDoubleheaders: false,
  isFootball: true,
  starterIs: null,
  restWords: ["bye", "short_week"],
  seasonTurnMonth: 6,
  seasonNamedBy: "start",
} as const;

/** The bounds of football's lines: of the whole game, of a half and of a quarter. */
export function footballLines(full: LineBounds, half: LineBounds, quarter: LineBounds) {
  return { full, "1h": half, "2h": half, q1: quarter, q2: quarter, q3: quarter, q4: quarter };
}

/** A sport whose season has no weeks, and no drawn games. */
export const withoutWeeks = {
  mayHomeSkipLast: false,
  lastRegularWeek: null,
  postseasonWeek: null,
  roundWeeks: null,
  hasBowls: false,
  calendarWeek: null,
  hasRegularTies: false,
  firstCupSeason: null,
  hasDoubleheaders: false,
  isFootball: false,
} as const;

export type Thresholds = {
  /** Points of margin, or of total, for one unit of logit. */
  readonly pointsPerLogit: { readonly spread: number; readonly total: number };
  /** How far a book may be from all others: logit, points of margin, points of total. */
  readonly fromBooks: { readonly moneyline: number; readonly spread: number; readonly total: number };
  /** How far a book's spread may be from its moneyline, in points; for heavy favorites more for each unit of logit. */
  readonly fromMoneyline: { readonly points: number; readonly perLogit: number };
  /** How far all books may move between two captures. */
  readonly leap: { readonly moneyline: number; readonly spread: number; readonly total: number };
  /** The most uneven prices of a main line, as the logit of the no-vig probability. */
  readonly unevenness: { readonly spread: number; readonly total: number };
  /** The totals and spreads of whole games that books have posted. */
  readonly posted: { readonly total: readonly [least: number, most: number]; readonly spread: number };
};

type UsualMiss = { readonly margin: number; readonly total: number };

export type SportBands = {
  /** The least share of games that have a closing line. Colleges also play teams that few books price. */
  readonly closes: number;
  /**
   * How far closes usually are from what the teams' closes of the last weeks expect, by what is known of them: the root mean squares of
   * margins and totals. Null where too few real games have told it. With `none`, totals are compared with those of the other games, and
   * margins with nothing.
   */
  readonly usualMisses: Readonly<Record<"none" | "early" | "usual" | "seasoned", UsualMiss | null>>;
  /** How far finals usually are from the closing spread: the root mean square; null where every game has the same run or puck line. */
  readonly usualFinalMiss: number | null;
  /** A spread from here on must have the moneyline's favorite; null where every game has the same run or puck line. */
  readonly clearSpread: number | null;
};

export type Plausibility = {
  readonly thresholds: Thresholds;
  readonly bands: SportBands;
  /** Playing at home is worth so much in closing lines. */
  readonly homeEdge: number;
  /** No final has come sooner after its start, rain-shortened baseball among them. */
  readonly shortestGameMs: number;
};

/** No total is lower: with a line of zero there would be nothing to bet on. */
const lowestTotal = 0.5;

/** The bounds of a period's lines, as the sports state them. Both ends of a range belong to it. */
export type LineBounds = {
  /** Of the spread, on either side of zero. */
  readonly spread: number;
  readonly total: { readonly least: number; readonly most: number };
  /** Null where the sport has no market of that kind. */
  readonly teamTotal: { readonly least: number; readonly most: number } | null;
};

export function lineBounds(spread: number, mostTotal: number, mostTeamTotal: number | null = null): LineBounds {
  return {
    spread,
    total: { least: lowestTotal, most: mostTotal },
    teamTotal: mostTeamTotal === null ? null : { least: lowestTotal, most: mostTeamTotal },
  };
}
