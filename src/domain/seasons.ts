/** Seasons and weeks (service.md "season"; [D-5, D-6, D-7, D-42]). */
import { type Sport, sportFacts, sports } from "./sports.ts";

export type SeasonKey = { readonly sport: Sport; readonly season: number };

/** The year that a season is called by, of a slate date in it. No sport plays through the month in which its season turns. */
export function seasonOf(sport: Sport, date: string): number {
  const { seasonTurnMonth, seasonNamedBy } = sportFacts[sport];
  const startYear = Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < seasonTurnMonth ? 1 : 0);
  return seasonNamedBy === "end" ? startYear + 1 : startYear;
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
  const { seasonTurnMonth, seasonNamedBy } = sportFacts[sport];
  const year = seasonNamedBy === "end" ? season - 1 : season;
  const from = Temporal.PlainDate.from({ year, month: seasonTurnMonth, day: 1 });
  const to = from.add({ years: 1 }).subtract({ days: 1 });
  return { from: from.toString(), to: to.toString() };
}

// Values by season.

export class SeasonMap<Value> {
  readonly #entries = new Map<string, [SeasonKey, Value]>();

  constructor(entries: Iterable<readonly [SeasonKey, Value]> = []) {
    for (const [season, value] of entries) this.set(season, value);
  }

  get(season: SeasonKey): Value | undefined {
    return this.#entries.get(nameOf(season))?.[1];
  }

  set({ sport, season }: SeasonKey, value: Value): void {
    this.#entries.set(nameOf({ sport, season }), [{ sport, season }, value]);
  }

  delete(season: SeasonKey): void {
    this.#entries.delete(nameOf(season));
  }

  has(season: SeasonKey): boolean {
    return this.#entries.has(nameOf(season));
  }

  /** In the order of the sports, then of the seasons. */
  entries(): [SeasonKey, Value][] {
    const rank = ({ sport }: SeasonKey): number => sports.indexOf(sport);
    return [...this.#entries.values()].sort(([a], [b]) => rank(a) - rank(b) || a.season - b.season);
  }

  /** In that order, too. */
  keys(): SeasonKey[] {
    return this.entries().map(([season]) => season);
  }
}

function nameOf({ sport, season }: SeasonKey): string {
  return `${sport} ${season}`;
}

/** Each of some seasons once, in the order of a `SeasonMap`. */
export function eachOnce(seasons: readonly SeasonKey[]): SeasonKey[] {
  return new SeasonMap(seasons.map((season) => [season, null])).keys();
}
