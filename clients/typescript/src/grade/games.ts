/** The games that bets may be of, by their day. */
import { addDays } from "./dates.ts";
import { type Sport, sports } from "./known.ts";

export type Game = {
  readonly id: string;
  readonly sport: Sport;
  readonly season: number;
  /** The slate date. */
  readonly date: string;
  readonly startMs: number;
  /** Abbreviations. */
  readonly home: string;
  readonly away: string;
  readonly homeName: string;
  readonly awayName: string;
  readonly score: { readonly home: number; readonly away: number } | null;
};

const none: readonly Game[] = [];

export class Games {
  readonly #byDay = new Map<string, Game[]>();
  readonly #byId = new Map<string, Game>();

  constructor(games: Iterable<Game>) {
    for (const game of games) {
      if (this.#byId.has(game.id)) continue;
      this.#byId.set(game.id, game);
      const day = `${game.sport} ${game.date}`;
      const own = this.#byDay.get(day);
      if (own === undefined) this.#byDay.set(day, [game]);
      else own.push(game);
    }
  }

  /** A game by its id. */
  find(id: string): Game | null {
    return this.#byId.get(id) ?? null;
  }

  /** The games of a slate date. */
  on(sport: Sport, day: string): readonly Game[] {
    return this.#byDay.get(`${sport} ${day}`) ?? none;
  }

  /** The games that begin on a day of UTC. */
  onUtc(sport: Sport, day: string): readonly Game[] {
    return [...this.on(sport, addDays(day, -1)), ...this.on(sport, day)].filter(
      ({ startMs }) => new Date(startMs).toISOString().slice(0, 10) === day,
    );
  }
}

/** A row of `/v1/games` as CSV has it. @returns null for a row that is none. */
export function gameOf(row: Readonly<Record<string, string>>): Game | null {
  const sport = sports.find((each) => each === row.sport);
  const startMs = Date.parse(row.start_time ?? "");
  const { game_id: id, game_date: date } = row;
  const [home, away] = [row["home.abbreviation"], row["away.abbreviation"]];
  if (sport === undefined || !id || !date || !home || !away || Number.isNaN(startMs)) return null;
  const names = { homeName: row["home.name"] ?? home, awayName: row["away.name"] ?? away };
  const [homeScore, awayScore] = [row["home.score"], row["away.score"]];
  const score = homeScore && awayScore ? { home: Number(homeScore), away: Number(awayScore) } : null;
  return { id, sport, season: Number(row.season), date, startMs, home, away, ...names, score };
}
