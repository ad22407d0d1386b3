/** The weeks of a season of college football [D-5]. */
import { footballWeek } from "../football.ts";

/**
 * The last regular week of an NCAAF season: that of Army-Navy, the second Saturday of December.
 */
export function lastRegularWeekNcaaf(season: number): number {
  const december = Temporal.PlainDate.from({ year: season, month: 12, day: 1 });
  const secondSaturday = december.add({ days: ((13 - december.dayOfWeek) % 7) + 7 });
  return calendarWeekNcaaf(season, String(secondSaturday));
}

/** The week of a date, Tuesday to Monday; "week 0" and Labor Day are in week 1 [D-5]. */
export function calendarWeekNcaaf(season: number, date: string): number {
  return footballWeek(season, date, 2);
}

/** Week of an NCAAF postseason date: calendar weeks go on after the last regular one [D-5]. */
export function postseasonWeekNcaaf(season: number, date: string): number {
  return Math.max(lastRegularWeekNcaaf(season) + 1, calendarWeekNcaaf(season, date));
}
