/** Gives each game of a season a day: nobody plays twice a day, three days in a row, or far ahead of the others. */
import { weekdayOf } from "../calendar.ts";
import type { Random } from "../random.ts";
import type { Pair } from "./pairing.ts";

export type DatedPair = Pair & { readonly day: number };

/** How busy a weekday is, Sunday first. */
export type WeekdayWeights = readonly [number, number, number, number, number, number, number];

export function spreadOverDays(
  pairs: readonly Pair[],
  days: readonly number[],
  weights: WeekdayWeights,
  random: Random,
): DatedPair[] {
  const dated: DatedPair[] = [];
  const played = new Map<string, Set<number>>();
  const left = new Map<string, number>();
  for (const team of pairs.flatMap((pair) => [pair.home, pair.away])) {
    played.set(team, new Set());
    left.set(team, (left.get(team) ?? 0) + 1);
  }
  const place = (pair: Pair, day: number): void => {
    dated.push({ ...pair, day });
    for (const team of [pair.home, pair.away]) {
      played.get(team)?.add(day);
      left.set(team, (left.get(team) as number) - 1);
    }
  };

  let open = random.shuffled(pairs);
  let weightLeft = 0;
  for (const day of days) weightLeft += weights[weekdayOf(day)] as number;
  for (const day of days) {
    const weight = weights[weekdayOf(day)] as number;
    const target = Math.min(pairs.length, Math.ceil((open.length * weight) / weightLeft));
    weightLeft -= weight;
    // Those who have most games left play first; being tired counts against it, and chance breaks the pattern.
    const ranked = open
      .map((pair) => {
        const need = (left.get(pair.home) as number) + (left.get(pair.away) as number);
        const tired = tiredness(played.get(pair.home), day) + tiredness(played.get(pair.away), day);
        return { pair, tired, rank: need - 4 * tired + 3 * random.next() };
      })
      .sort((a, b) => b.rank - a.rank);
    const busy = new Set<string>();
    const placed = new Set<Pair>();
    for (const { pair, tired } of ranked) {
      if (placed.size === target) break;
      if (tired >= 50 || busy.has(pair.home) || busy.has(pair.away)) continue;
      busy.add(pair.home).add(pair.away);
      placed.add(pair);
      place(pair, day);
    }
    open = open.filter((pair) => !placed.has(pair));
  }
  // What did not fit goes to the day on which both sides are free and least tired.
  for (const pair of open) {
    const free = days.filter((day) => !played.get(pair.home)?.has(day) && !played.get(pair.away)?.has(day));
    const cost = (day: number): number => tiredness(played.get(pair.home), day) + tiredness(played.get(pair.away), day);
    place(
      pair,
      free.reduce((best, day) => (cost(day) < cost(best) ? day : best), free[0] as number),
    );
  }
  return dated;
}

/** 0 rested, 1 played the day before or plays the day after, 50 for a third day in a row. */
function tiredness(days: ReadonlySet<number> | undefined, day: number): number {
  if (days === undefined) return 0;
  const before = days.has(day - 1);
  const after = days.has(day + 1);
  if ((before && (after || days.has(day - 2))) || (after && days.has(day + 2))) return 50;
  return before || after ? 1 : 0;
}
