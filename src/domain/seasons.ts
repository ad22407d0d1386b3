/** Seasons and weeks (service.md "season"; [D-5, D-6, D-7, D-42]). */
import { type Sport, unknownSport } from "./sports.ts";

/** One season of one sport. */
export type SeasonKey = { readonly sport: Sport; readonly season: number };

/** The year that a season is called by, of a slate date in it. No sport plays through the month in which its season turns. */
export function seasonOf(sport: Sport, date: string): number {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  switch (sport) {
    case "mlb":
      return year;
    case "nfl":
    case "ncaaf":
      return month >= 6 ? year : year - 1;
    case "nba":
    case "nhl":
      return month >= 8 ? year + 1 : year;
    default:
      return unknownSport(sport);
  }
}

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

export type SeasonGame = {
  /** Whether the game has been played to its end; a cancelled game is neither played nor waited for. */
  readonly state: "final" | "unplayed" | "cancelled";
  readonly week: number | null;
};

/** `published` once no game is waited for [D-7]; null before the first final game. */
export function seasonStatus(games: Iterable<SeasonGame>): "published" | "in_progress" | null {
  let hasFinal = false;
  let hasUnplayed = false;
  for (const game of games) {
    if (game.state === "final") hasFinal = true;
    if (game.state === "unplayed") hasUnplayed = true;
  }
  if (!hasFinal) return null;
  return hasUnplayed ? "in_progress" : "published";
}

/** Highest week of which every game is final, cancelled ones aside [D-42]; null when there is none. */
export function highestCompletedWeek(games: Iterable<SeasonGame>): number | null {
  const completed = new Map<number, boolean>();
  for (const game of games) {
    if (game.week === null || game.state === "cancelled") continue;
    completed.set(game.week, (completed.get(game.week) ?? true) && game.state === "final");
  }
  const weeks = [...completed].filter(([, isComplete]) => isComplete).map(([week]) => week);
  return weeks.length === 0 ? null : Math.max(...weeks);
}

/** The slate dates, inclusive, between which all games of a season lie: from the turn of one season to the next. */
export function datesOfSeason({ sport, season }: SeasonKey): { readonly from: string; readonly to: string } {
  const turns: Readonly<Record<Sport, (year: number) => string>> = {
    mlb: (year) => `${year}-01-01`,
    nfl: (year) => `${year}-06-01`,
    ncaaf: (year) => `${year}-06-01`,
    nba: (year) => `${year - 1}-08-01`,
    nhl: (year) => `${year - 1}-08-01`,
  };
  const to = Temporal.PlainDate.from(turns[sport](season + 1)).subtract({ days: 1 });
  return { from: turns[sport](season), to: to.toString() };
}
