/** Gives each game of a season a day: nobody plays twice a day, three days in a row, or far ahead of the others. */
import { weekdayOf } from "../calendar.ts";
import type { Random } from "../random.ts";
import type { Pair } from "./pairing.ts";

export type DatedPair = Pair & { readonly day: number };

/** How busy a weekday is, Sunday first. */
export type WeekdayWeights = readonly [number, number, number, number, number, number, number];

/** The days on which a team plays, and the number of its games that have no day yet. */
class Team {
  left = 0;
  readonly #played = new Set<number>();

  play(day: number): void {
    this.#played.add(day);
    this.left--;
  }

  isBusy(day: number): boolean {
    return this.#played.has(day);
  }

  /** 0 rested, 1 played the day before or plays the day after, 50 for a third day in a row. */
  tiredness(day: number): number {
    const before = this.#played.has(day - 1);
    const after = this.#played.has(day + 1);
    if (!before && !after) return 0;
    return (before && (after || this.#played.has(day - 2))) || (after && this.#played.has(day + 2)) ? 50 : 1;
  }
}

type OpenGame = { readonly pair: Pair; readonly home: Team; readonly away: Team; rank: number };

export function spreadOverDays(
  pairs: readonly Pair[],
  days: readonly number[],
  weights: WeekdayWeights,
  random: Random,
): DatedPair[] {
  const dated: DatedPair[] = [];
  const place = ({ pair, home, away }: OpenGame, day: number): void => {
    dated.push({ ...pair, day });
    home.play(day);
    away.play(day);
  };
  let open = random.shuffled(openGames(pairs));
  let weightLeft = days.reduce((sum, day) => sum + (weights[weekdayOf(day)] as number), 0);
  for (const day of days) {
    const weight = weights[weekdayOf(day)] as number;
    const target = Math.min(pairs.length, Math.ceil((open.length * weight) / weightLeft));
    weightLeft -= weight;
    const today = gamesOfDay(open, day, target, random);
    for (const game of today) place(game, day);
    open = open.filter((game) => !today.has(game));
  }
  // A game that did not fit goes to the day on which both sides are free and least tired.
  for (const game of open) place(game, bestDay(game, days));
  return dated;
}

function openGames(pairs: readonly Pair[]): readonly OpenGame[] {
  const teams = new Map<string, Team>();
  const teamOf = (name: string): Team => {
    const team = teams.get(name) ?? new Team();
    teams.set(name, team);
    team.left++;
    return team;
  };
  return pairs.map((pair) => ({ pair, home: teamOf(pair.home), away: teamOf(pair.away), rank: 0 }));
}

/** Teams with the most games left play first; being tired counts against them, and chance breaks the pattern. */
function gamesOfDay(open: readonly OpenGame[], day: number, target: number, random: Random): ReadonlySet<OpenGame> {
  const candidates: OpenGame[] = [];
  for (const game of open) {
    const tired = game.home.tiredness(day) + game.away.tiredness(day);
    game.rank = game.home.left + game.away.left - 4 * tired + 3 * random.next();
    if (tired < 50) candidates.push(game);
  }
  candidates.sort((a, b) => b.rank - a.rank);
  const busy = new Set<Team>();
  const today = new Set<OpenGame>();
  for (const game of candidates) {
    if (today.size === target) break;
    if (busy.has(game.home) || busy.has(game.away)) continue;
    busy.add(game.home).add(game.away);
    today.add(game);
  }
  return today;
}

function bestDay({ home, away }: OpenGame, days: readonly number[]): number {
  let best = days[0] as number;
  let lowest = Number.POSITIVE_INFINITY;
  for (const day of days) {
    const cost = home.isBusy(day) || away.isBusy(day) ? 1000 : home.tiredness(day) + away.tiredness(day);
    if (cost < lowest) {
      best = day;
      lowest = cost;
    }
  }
  return best;
}
