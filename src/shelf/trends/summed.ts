/** A set of bets and its groups, summed: all that a trend says but what depends on how often the caller looked. */
import { sideTraits } from "../../domain/trends/side-traits.ts";
import { type Summary, summing } from "../../domain/trends/summary.ts";
import type { SeasonShelf } from "../season.ts";
import type { BetSet } from "./columns.ts";
import { type Group, type Grouping, groupsOf, sharedBets } from "./groups.ts";

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

/** All bets first, then each group in its order. It yields where it may be interrupted. */
export function* sumGroups(set: BetSet, { groupBy, split }: Division): Generator<void, readonly SummedGroup[]> {
  const traits = sideTraits[set.sport];
  yield;
  const groups = split !== null ? halvesOf(set, split) : groupBy === "none" ? [] : groupsOf(set, groupBy);
  yield;
  const all = { name: null, order: -1, shared: sharedBets(set, groupBy), summary: yield* summing(set, null, traits) };
  const summed: SummedGroup[] = [all];
  for (const { name, order, shared, picks } of groups) {
    summed.push({ name, order, shared, summary: yield* summing(set, picks, traits) });
    yield;
  }
  return summed;
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
