/** The facts of kinds of sports: both sorts of football, and the sports that have no weeks. */
import type { LineBounds } from "./plausibility.ts";

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
