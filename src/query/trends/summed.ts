/** A set of bets and its groups, summed: all that a trend says but what depends on how often the caller looked. */
import { LRUCache } from "lru-cache";
import type { Sport } from "../../domain/sports.ts";
import { sideTraits } from "../../domain/trends/side-traits.ts";
import { type Summary, SummarySum } from "../../domain/trends/summary.ts";
import type { Grouping } from "../../domain/trends/trend-bets.ts";
import type { BetFilter } from "../bets/filter.ts";
import type { Computation } from "../computing/computing.ts";
import type { Snapshot } from "../load.ts";
import type { SeasonShelf } from "../season.ts";
import type { BetSet } from "./columns.ts";
import { SetTooLarge } from "./grade.ts";
import { type Group, groupsOf } from "./groups.ts";
import { setOfBets } from "./set.ts";

export type Division = {
  readonly groupBy: Grouping;
  /** The slate date, as yyyymmdd, that divides the set into what was before it and what came since; null: it is not divided. */
  readonly split: number | null;
};

export type SummedGroup = Pick<Group, "order" | "shared"> & {
  /** Null: all bets. */
  readonly name: string | null;
  readonly summary: Summary;
};

/** The bets before a date and those since. */
const halves = ["before", "since"] as const;

/** So many bets are summed for all groups before the next ones are, because by then their columns are at hand. */
const betsOfPart = 16_384;

/** All bets first, then each group in its order. */
export function sumGroups(set: BetSet, { groupBy, split }: Division): readonly SummedGroup[] {
  const traits = sideTraits[set.sport];
  const groups = split !== null ? halvesOf(set, split) : groupBy === "none" ? [] : groupsOf(set, groupBy);
  const all = new SummarySum(set, traits);
  const sums = groups.map(({ picks }) => ({ sum: new SummarySum(set, traits), picks, summed: 0 }));
  for (let from = 0; from < set.count; ) {
    const to = endOfGame(set, from + betsOfPart);
    all.add(null, from, to);
    for (const each of sums) {
      const { picks, summed } = each;
      let end = summed;
      while (end < picks.length && (picks[end] as number) < to) end++;
      if (end > summed) each.sum.add(picks, summed, end);
      each.summed = end;
    }
    from = to;
  }
  // A bet that is shared is in two groups.
  const shared = groups.reduce((sum, group) => sum + group.shared, 0) / 2;
  return [
    { name: null, order: -1, shared, summary: all.value },
    ...groups.map(({ name, order, shared: own }, place) => {
      return { name, order, shared: own, summary: (sums[place] as (typeof sums)[number]).sum.value };
    }),
  ];
}

/** The first place from one on at which a game begins. */
function endOfGame({ count, game, season }: BetSet, place: number): number {
  let end = Math.min(place, count);
  while (end < count && game[end] === game[end - 1] && season[end] === season[end - 1]) end++;
  return end;
}

/** Both halves, also where one has no bets. */
function halvesOf(set: BetSet, split: number): Group[] {
  const isSince = (bet: number): boolean =>
    ((set.seasons[set.season[bet] as number] as SeasonShelf).gameDates[set.game[bet] as number] as number) >= split;
  const all = Uint32Array.from({ length: set.count }, (_, bet) => bet);
  return halves.map((name, order) => {
    return { name, order, shared: 0, picks: all.filter((bet) => isSince(bet) === (name === "since")) };
  });
}

export type SetAsked = { readonly sport: Sport; readonly filter: BetFilter; readonly division: Division };

/** Sets that were summed, for as long as their snapshot is served. */
const known = new WeakMap<Snapshot, LRUCache<string, readonly SummedGroup[]>>();
const mostGroupsKept = 20_000;

/** Answers null when more bets match than a set may have. */
export const sumsOfSet: Computation<SetAsked, readonly SummedGroup[] | null> = {
  name: "sums of a set",
  compute(snapshot, asked) {
    const kept =
      known.get(snapshot) ?? new LRUCache({ maxSize: mostGroupsKept, sizeCalculation: ({ length }) => length });
    known.set(snapshot, kept);
    const key = JSON.stringify(asked);
    const before = kept.get(key);
    if (before !== undefined) return before;
    const { sport, filter, division } = asked;
    try {
      const groups = sumGroups(setOfBets(sport, snapshot.sports[sport].spans, filter), division);
      kept.set(key, groups);
      return groups;
    } catch (error) {
      if (error instanceof SetTooLarge) return null;
      throw error;
    }
  },
};
