/** A set of bets and its groups, summed: all that a trend says but what depends on how often the caller looked. */
import { LRUCache } from "lru-cache";
import type { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { consensusBookId, usBooks } from "../../domain/books.ts";
import type { Sport } from "../../domain/sports.ts";
import type { Grouping, Picks } from "../../domain/trends/game-sums.ts";
import { type Summary, SummarySum, sideTraits } from "../../domain/trends/summary.ts";
import { dateNumber } from "../../release/season-table.ts";
import { type BetFilter, betFilterOf, looksBack } from "../bets/filter.ts";
import { SetTooLarge } from "../bets/graded.ts";
import type { Computation } from "../computing.ts";
import type { Snapshot } from "../load.ts";
import { refuseDamaged } from "../reach.ts";
import { type Group, groupsOf } from "./groups.ts";
import { type BetSet, setOfBets } from "./set.ts";

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

/** All bets first, then each group in its order. */
export function sumGroups(set: BetSet, { groupBy, split }: Division): readonly SummedGroup[] {
  const groups = split !== null ? halvesOf(set, split) : groupBy === "none" ? [] : groupsOf(set, groupBy);
  const sumOf = (picks: readonly Picks[]): Summary => {
    const sum = new SummarySum(sideTraits[set.sport], set.minutes);
    for (const [part, { bets }] of set.parts.entries()) sum.add(bets, picks[part] as Picks);
    return sum.value;
  };
  // A bet that is shared is in two groups.
  const shared = groups.reduce((sum, group) => sum + group.shared, 0) / 2;
  return [
    { name: null, order: -1, shared, summary: sumOf(set.parts.map(({ picks }) => picks)) },
    ...groups.map(({ name, order, shared: own, picks }) => ({ name, order, shared: own, summary: sumOf(picks) })),
  ];
}

/** Both halves, also where one has no bets. */
function halvesOf({ parts }: BetSet, split: number): Group[] {
  return halves.map((name, order) => {
    const picks = parts.map(({ season, bets, picks: all }) => {
      const isSince = (bet: number) => (season.gameDates[bets.game[bet] as number] as number) >= split;
      return all.filter((bet) => isSince(bet) === (name === "since"));
    });
    return { name, order, shared: 0, picks };
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

type TrendsAsked = ReturnType<typeof trends.read>;

export function setAsked(asked: TrendsAsked): SetAsked {
  const { sport, group_by: groupBy, split } = asked;
  const filter = betFilterOf(asked, bookIdsOf(asked.book, groupBy));
  return { sport, filter, division: { groupBy, split: split === null ? null : dateNumber(split) } };
}

export type TrendQuestion = {
  /** Whether the groups are those of `group_by`, which are one family of guesses, and not the two halves of a split. */
  readonly isFamily: boolean;
  /** How often the caller has looked, at all and at what came since the split. */
  readonly tries: number;
  readonly triesSince: number;
  /** The bets were chosen by their results, so that nothing can be said of chance. */
  readonly knowsResult: boolean;
  /** They were chosen by what is known at the close alone, so that nothing can be said of their opens. */
  readonly knowsClose: boolean;
};

/** How the record of such bets is judged. */
export function judgementOf({ tries, tries_since: triesSince, split }: TrendsAsked, filter: BetFilter): TrendQuestion {
  return {
    isFamily: split === null,
    tries,
    triesSince: triesSince ?? tries,
    knowsResult: filter.result !== null,
    knowsClose: filter.result !== null || filter.openMoved !== null,
  };
}

/** A set, divided by groups or by a day, and how its record is judged. */
export type Judged = SetAsked & { readonly judgement: TrendQuestion };

/** @throws BeingMended also when a season in reach is damaged. */
export function judgedSet(snapshot: Snapshot, asked: TrendsAsked): Judged {
  const set = setAsked(asked);
  refuseDamaged(snapshot, { ...asked, looksBack: looksBack(set.filter) });
  return { ...set, judgement: judgementOf(asked, set.filter) };
}

/** A comparison of books is of all of them, unless one is named. */
function bookIdsOf(book: number | null, groupBy: Grouping): readonly number[] {
  if (book !== null) return [book];
  return groupBy === "book" ? usBooks.map(({ bookId }) => bookId).sort((a, b) => a - b) : [consensusBookId];
}

/** More bets match than a set may have. */
export function tooManyBets(): WrongParameter {
  const how = "narrow it by bet_type, season, team or dates, or name one book";
  return new WrongParameter("group_by", `group_by=book is of too many bets of all books here: ${how}`);
}
