/** The sums of a set of bets and of its groups: what /v1/trends says, but for how often the caller has looked. */
import { LRUCache } from "lru-cache";
import type { Sport } from "../../domain/sports.ts";
import type { BetFilter } from "../bets/filter.ts";
import type { Computation } from "../computing/computing.ts";
import type { Snapshot } from "../load.ts";
import { SetTooLarge } from "./grade.ts";
import { setOfBets } from "./set.ts";
import { type Division, type SummedGroup, sumGroups } from "./summed.ts";

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
