import { trends as declared } from "../../contract/endpoints/trends.ts";
import { trendColumns } from "../../contract/rows/trends.ts";
import { consensusBookId, usBooks } from "../../domain/books.ts";
import type { Grouping } from "../../domain/trends/groupings.ts";
import type { BetFilter } from "../../query/bets/filter.ts";
import { asksForConditions } from "../../query/bets/situation.ts";
import type { Snapshot } from "../../query/load.ts";
import { dateNumber } from "../../query/season.ts";
import type { BetSet } from "../../query/trends/columns.ts";
import { SetTooLarge } from "../../query/trends/grade.ts";
import { trendsPage } from "../../query/trends/page.ts";
import { setOfBets } from "../../query/trends/set.ts";
import { sumsOfSet } from "../../query/trends/sums.ts";
import { betFilterOf, namedFilter } from "../bet-filters.ts";
import { answering, orRefused } from "../endpoint.ts";
import { type ApiError, invalidParam } from "../errors.ts";
import { refuseDamaged, refuseWithoutConditions, refuseWithoutLines } from "../reach.ts";
import { answerRows, type RowSource } from "../rows.ts";

type Asked = ReturnType<typeof declared.read>;

export const trends = answering(declared, (asked, context) => {
  const { group_by: groupBy, tries, tries_since: givenSince } = asked;
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
    isFamily: split === null,
    tries,
    triesSince,
    knowsResult: filter.result !== null,
    knowsClose: filter.result !== null || filter.openMoved !== null,
  };
  return answerRows(
    context,
    source,
    asked,
    { ...named, tries, ...(split === null ? {} : { split, triesSince }) },
    async (wanted, owner) => {
      const { snapshot, shelf } = context;
      const division = { groupBy, split };
      const groups = await shelf.computing.ask(
        sumsOfSet,
        { sport: asked.sport, filter, division },
        { owner, snapshot },
      );
      if (groups === null) throw tooManyBets();
      return trendsPage(groups, question, wanted);
    },
  );
});

/**
 * The bets that a query of /v1/trends asks for.
 * @throws ApiError as the endpoint does.
 */
export function betsAsked(snapshot: Snapshot, query: string): BetSet {
  const asked = orRefused(() => declared.read(query));
  const filter = filterOf(asked);
  refuseUnanswerable(snapshot, asked, filter);
  refuseDamaged(snapshot, asked);
  const { sport } = asked;
  try {
    return setOfBets(sport, snapshot.sports[sport].spans, filter);
  } catch (error) {
    throw error instanceof SetTooLarge ? tooManyBets() : error;
  }
}

/** @throws ApiError when a season in reach was published by a release that did not write what is asked for. */
function refuseUnanswerable(snapshot: Snapshot, asked: Asked, { situation }: BetFilter): void {
  refuseWithoutLines(snapshot, asked);
  if (asksForConditions(situation)) refuseWithoutConditions(snapshot, asked);
}

function filterOf(asked: Asked): BetFilter {
  return betFilterOf(asked, bookIdsOf(asked.book, asked.group_by));
}

/** A comparison of books is of all of them, unless one is named. */
function bookIdsOf(book: number | null, groupBy: Grouping): readonly number[] {
  if (book !== null) return [book];
  return groupBy === "book" ? usBooks.map(({ bookId }) => bookId).sort((a, b) => a - b) : [consensusBookId];
}

function tooManyBets(): ApiError {
  const how = "narrow it by bet_type, season, team or dates, or name one book";
  return invalidParam("group_by", `group_by=book is of too many bets of all books here: ${how}`);
}
