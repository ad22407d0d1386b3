/** The seasons that a request can match, and the refusal of a request when one of them is damaged. */
import { parseGameId } from "../domain/game-ids.ts";
import { seasonOf } from "../domain/seasons.ts";
import type { Sport } from "../domain/sports.ts";
import type { Snapshot } from "./load.ts";
import { BeingMended, BeingOpened } from "./refusals.ts";
import type { SeasonShelf } from "./season.ts";

/** The filters that say which seasons a request can match. */
export type Reach = {
  readonly sport: Sport;
  readonly season: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly game_id?: string | null;
  /** Whether the answer tells of games of the season before, too. */
  readonly looksBack?: boolean;
};

/** Publishing checks that a game is in the season of its slate date, so dates and game ids bound the seasons. */
export function seasonsInReach({ sport, season, from, to, game_id = null, looksBack = false }: Reach): {
  first: number;
  last: number;
} {
  const lower = [season ?? Number.NEGATIVE_INFINITY];
  const upper = [season ?? Number.POSITIVE_INFINITY];
  if (from !== null) lower.push(seasonOf(sport, from));
  if (to !== null) upper.push(seasonOf(sport, to));
  const game = game_id === null ? null : parseGameId(game_id);
  if (game !== null) {
    lower.push(seasonOf(sport, game.gameDate));
    // No season of this sport will ever hold a game of another.
    upper.push(game.sport === sport ? seasonOf(sport, game.gameDate) : Number.NEGATIVE_INFINITY);
  }
  return { first: Math.max(...lower) - (looksBack ? 1 : 0), last: Math.min(...upper) };
}

/** The reach of a request that can match every season of a sport. */
export function wholeSport(sport: Sport): Reach {
  return { sport, season: null, from: null, to: null };
}

/** The seasons in reach that are on the shelf. */
export function seasonsOf({ sports }: Snapshot, reach: Reach): readonly SeasonShelf[] {
  const { first, last } = seasonsInReach(reach);
  return sports[reach.sport].seasons.filter(({ season }) => season >= first && season <= last);
}

/**
 * Refuses a request that could match damaged rows: they are not answered, and neither is a list in which they are missing.
 * @throws BeingMended when a season in reach is refused, BeingOpened when one has not been opened yet.
 */
export function refuseDamaged({ sports }: Snapshot, reach: Reach): void {
  const { first, last } = seasonsInReach(reach);
  const { sport } = reach;
  const { refused, opening } = sports[sport];
  const isInReach = (season: number): boolean => season >= first && season <= last;
  const damaged = refused.find(isInReach);
  if (damaged !== undefined) throw new BeingMended(`season ${damaged} of ${sport}`);
  const closed = opening.findLast(isInReach);
  if (closed !== undefined) throw new BeingOpened({ sport, season: closed });
}

/** @throws BeingMended when the list is damaged. */
export function wholeList<Row>(rows: readonly Row[] | null): readonly Row[] {
  if (rows === null) throw new BeingMended("this list");
  return rows;
}
