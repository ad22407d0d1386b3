/** The weeks of a season of college football [D-5]. */

function saturdayAfterLaborDay(season: number): Temporal.PlainDate {
  const september = Temporal.PlainDate.from({ year: season, month: 9, day: 1 });
  const laborDay = september.add({ days: (8 - september.dayOfWeek) % 7 });
  return laborDay.add({ days: 5 });
}

/**
 * The last regular week of an NCAAF season: that of Army-Navy, the second Saturday of December.
 * Week 1 takes in "week 0" and Labor Day, so the Saturday after Labor Day is in week 2 [D-5].
 */
export function lastRegularWeekNcaaf(season: number): number {
  const december = Temporal.PlainDate.from({ year: season, month: 12, day: 1 });
  const secondSaturday = december.add({ days: ((13 - december.dayOfWeek) % 7) + 7 });
  return 2 + saturdayAfterLaborDay(season).until(secondSaturday).days / 7;
}

/** Week of an NCAAF postseason date: calendar weeks (Tuesday to Monday) go on after the last regular one [D-5]. */
export function postseasonWeekNcaaf(season: number, date: string): number {
  const tuesdayOfWeek2 = saturdayAfterLaborDay(season).subtract({ days: 4 });
  const weeks = Math.floor(tuesdayOfWeek2.until(Temporal.PlainDate.from(date)).days / 7);
  return Math.max(lastRegularWeekNcaaf(season) + 1, 2 + weeks);
}
