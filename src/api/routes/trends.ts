import { LRUCache } from "lru-cache";
import { consensusBookId } from "../../archive/packed-lines.ts";
import { usBooks } from "../../domain/books.ts";
import { inSlices, turns } from "../../http/turns.ts";
import type { BetFilter } from "../../shelf/bets/filter.ts";
import { asksForConditions } from "../../shelf/bets/situation.ts";
import type { Snapshot } from "../../shelf/load.ts";
import { dateNumber } from "../../shelf/season.ts";
import type { BetSet } from "../../shelf/trends/columns.ts";
import { SetTooLarge } from "../../shelf/trends/grade.ts";
import type { Grouping } from "../../shelf/trends/groups.ts";
import { trendColumns, trendsPage } from "../../shelf/trends/page.ts";
import { setOfBets } from "../../shelf/trends/set.ts";
import { type Division, type SummedGroup, sumGroups } from "../../shelf/trends/summed.ts";
import { betFilterOf, betParameters, namedFilter } from "../bet-filters.ts";
import { betOnParameters } from "../bet-on-parameters.ts";
import { conditionParameters } from "../condition-parameters.ts";
import { endpoint } from "../endpoint.ts";
import { invalidParam } from "../errors.ts";
import { anyGameFilterOf, gameFilterParameters } from "../game-filters.ts";
import * as take from "../parameters.ts";
import { refuseDamaged, refuseWithoutConditions, refuseWithoutLines } from "../reach.ts";
import { answerRows, type RowSource } from "../rows.ts";
import { situationParameters } from "../situation-parameters.ts";
import * as takeTrend from "../trend-parameters.ts";

const parameters = {
  ...gameFilterParameters,
  ...betParameters,
  book: takeTrend.oneBook,
  ...situationParameters,
  ...conditionParameters,
  ...betOnParameters,
  group_by: takeTrend.groupBy,
  tries: takeTrend.tries,
  split: takeTrend.split,
  tries_since: takeTrend.triesSince,
  limit: take.limit,
  cursor: take.cursor,
  format: take.format,
};

type Asked = ReturnType<typeof take.readParameters<typeof parameters>>;

export const trends = endpoint(parameters, (asked, context) => {
  const { group_by: groupBy, tries, tries_since: givenSince } = asked;
  takeTrend.checkSplit(asked);
  const filter = filterOf(asked);
  refuseUnanswerable(context.snapshot, asked, filter);
  const split = asked.split === null ? null : dateNumber(asked.split);
  const triesSince = givenSince ?? tries;
  const source: RowSource = {
    name: "trends",
    columns: trendColumns,
    meta: { group_by: groupBy, tries, split: asked.split, tries_since: split === null ? null : triesSince },
  };
  const named = { ...namedFilter(filter), groupBy };
  const question = {
    ...{ isFamily: split === null, tries, triesSince },
    knowsResult: filter.result !== null,
    knowsClose: filter.result !== null || filter.openMoved !== null,
  };
  return answerRows(
    context,
    source,
    asked,
    { ...named, tries, ...(split === null ? {} : { split, triesSince }) },
    async (wanted, owner) => {
      const groups = await summed(context.snapshot, asked, filter, { groupBy, split }, owner);
      return trendsPage(groups, question, wanted);
    },
  );
});

/** Sets that were summed, for as long as their snapshot is served: how often a caller has looked changes nothing of the sums. */
const known = new WeakMap<Snapshot, LRUCache<string, readonly SummedGroup[]>>();
const mostGroupsKept = 20_000;

async function summed(
  snapshot: Snapshot,
  asked: Asked,
  filter: BetFilter,
  division: Division,
  owner: string | null,
): Promise<readonly SummedGroup[]> {
  const kept =
    known.get(snapshot) ?? new LRUCache({ maxSize: mostGroupsKept, sizeCalculation: ({ length }) => length });
  known.set(snapshot, kept);
  const key = JSON.stringify([asked.sport, filter, division]);
  const before = kept.get(key);
  if (before !== undefined) return before;
  const work = (): Promise<readonly SummedGroup[]> =>
    inSlices(
      (function* () {
        return yield* sumGroups(yield* setOf(snapshot, asked, filter), division);
      })(),
    );
  const groups = await (owner === null ? work() : turns.take(owner, work));
  kept.set(key, groups);
  return groups;
}

/**
 * The bets that a query of /v1/trends asks for.
 * @throws ApiError as the endpoint does.
 */
export function betsAsked(snapshot: Snapshot, query: string): Promise<BetSet> {
  const asked = take.readParameters(parameters, query);
  const filter = filterOf(asked);
  refuseUnanswerable(snapshot, asked, filter);
  refuseDamaged(snapshot, asked);
  return inSlices(setOf(snapshot, asked, filter));
}

/** @throws ApiError when a season in reach was published by a release that did not write what is asked for. */
function refuseUnanswerable(snapshot: Snapshot, asked: Asked, { situation }: BetFilter): void {
  refuseWithoutLines(snapshot, asked);
  if (asksForConditions(situation)) refuseWithoutConditions(snapshot, asked);
}

function filterOf(asked: Asked): BetFilter {
  return betFilterOf(anyGameFilterOf(asked), asked, bookIdsOf(asked.book, asked.group_by));
}

/** A comparison of books is of all of them, unless one is named. */
function bookIdsOf(book: number | null, groupBy: Grouping): readonly number[] {
  if (book !== null) return [book];
  return groupBy === "book" ? usBooks.map(({ bookId }) => bookId).sort((a, b) => a - b) : [consensusBookId];
}

function* setOf({ sports }: Snapshot, { sport }: Asked, filter: BetFilter): Generator<void, BetSet> {
  try {
    return yield* setOfBets(sport, sports[sport].spans, filter);
  } catch (error) {
    if (!(error instanceof SetTooLarge)) throw error;
    const how = "narrow it by bet_type, season, team or dates, or name one book";
    throw invalidParam("group_by", `group_by=book is of too many bets of all books here: ${how}`);
  }
}
