/** A set of bets and its groups, summed: all that a trend says but what depends on how often the caller looked. */

import { sideTraits } from "../../domain/trends/side-traits.ts";
import { type Summary, SummarySum } from "../../domain/trends/summary.ts";
import type { Grouping } from "../../domain/trends/trend-bets.ts";
import type { SeasonShelf } from "../season.ts";
import type { BetSet } from "./columns.ts";
import { type Group, groupsOf } from "./groups.ts";

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
