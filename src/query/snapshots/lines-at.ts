/** The lines of seasons at moments before the start, made when they are asked for. Those that were asked for last stay in memory. */
import { LRUCache } from "lru-cache";
import type { priceAtFilters } from "../../contract/filters/moments.ts";
import type { ValuesOf } from "../../contract/parameter.ts";
import type { MomentMinutes } from "../../domain/moments.ts";
import { type MomentLines, makeMoments, momentBytes } from "../../release/moments.ts";
import type { SeasonLines } from "../../release/season-lines.ts";
import type { SeasonShelf } from "../season.ts";

export type AskedMoment = { readonly minutes: MomentMinutes; readonly mostAgeMinutes: number };

/** Reads the moment at which bets are graded besides, and how old a capture may be then. Null: at none. */
export function askedMoment(asked: ValuesOf<typeof priceAtFilters>): AskedMoment | null {
  const { price_at: minutes, max_age_minutes: mostAgeMinutes } = asked;
  return minutes === null ? null : { minutes, mostAgeMinutes: mostAgeMinutes ?? minutes };
}

/** Some twenty moments of baseball seasons: more than any question needs at once of one sport. */
const mostBytes = 64 * 1024 * 1024;

const kept = new LRUCache<string, MomentLines>({
  maxSize: mostBytes,
  sizeCalculation: (moment) => Math.max(1, momentBytes(moment)),
});

/** Seasons have numbers here, so that what is kept of a season does not keep the season itself. */
const numbers = new WeakMap<SeasonLines, number>();
let seasonCount = 0;

function keyOf({ lines }: SeasonShelf, minutes: MomentMinutes): string {
  const number = numbers.get(lines) ?? seasonCount++;
  numbers.set(lines, number);
  return `${number} ${minutes}`;
}

/** A season is asked for at a moment of which its lines have not been made: `withMoments` makes them. */
class MomentNotMade extends Error {
  readonly season: SeasonShelf;
  readonly minutes: MomentMinutes;

  constructor(season: SeasonShelf, minutes: MomentMinutes) {
    super(`the lines of ${season.sport} ${season.season} have not been made ${minutes} minutes before the start`);
    this.season = season;
    this.minutes = minutes;
  }
}

/** To be called within `withMoments`. */
export function linesAt(season: SeasonShelf, minutes: MomentMinutes): MomentLines {
  const known = kept.get(keyOf(season, minutes));
  if (known === undefined) throw new MomentNotMade(season, minutes);
  return known;
}

/**
 * Makes them where they are not there: up to a second a season, for the paths of all of its lines are read.
 * @returns those of each of the minutes. @throws ReleaseDamaged when a file is not as it was written.
 */
export async function makeLinesAt(
  season: SeasonShelf,
  minutes: readonly MomentMinutes[],
): Promise<ReadonlyMap<MomentMinutes, MomentLines>> {
  const known = new Map<MomentMinutes, MomentLines>();
  for (const each of minutes) {
    const moment = kept.get(keyOf(season, each));
    if (moment !== undefined) known.set(each, moment);
  }
  const missing = minutes.filter((each) => !known.has(each));
  if (missing.length === 0) return known;
  for (const moment of makeMoments(season.lines, season.startMs, await season.paths.all(), missing)) {
    kept.set(keyOf(season, moment.minutes), moment);
    known.set(moment.minutes, moment);
  }
  return known;
}

/** More seasons than any question reaches. */
const mostTries = 200;

/**
 * Does a computation, which is begun anew whenever it meets a season whose lines at a moment have to be made first.
 * @param onMade is told of each such season, which may have taken a second.
 */
export async function withMoments<Answer>(compute: () => Answer | Promise<Answer>, onMade = () => {}): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await compute();
    } catch (error) {
      if (!(error instanceof MomentNotMade) || tries === mostTries) throw error;
      await makeLinesAt(error.season, [error.minutes]);
      onMade();
    }
  }
}
