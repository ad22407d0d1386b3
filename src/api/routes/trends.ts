import { consensusBookId } from "../../archive/packed-lines.ts";
import { usBooks } from "../../domain/books.ts";
import type { BetFilter } from "../../shelf/bets/filter.ts";
import { asksForConditions } from "../../shelf/bets/situation.ts";
import type { Snapshot } from "../../shelf/load.ts";
import type { BetSet } from "../../shelf/trends/columns.ts";
import { SetTooLarge } from "../../shelf/trends/grade.ts";
import type { Grouping } from "../../shelf/trends/groups.ts";
import { trendColumns, trendsPage } from "../../shelf/trends/page.ts";
import { setOfBets } from "../../shelf/trends/set.ts";
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
  limit: take.limit,
  cursor: take.cursor,
  format: take.format,
};

type Asked = ReturnType<typeof take.readParameters<typeof parameters>>;

export const trends = endpoint(parameters, (asked, context) => {
  const { group_by: groupBy, tries } = asked;
  const filter = filterOf(asked);
  refuseUnanswerable(context.snapshot, asked, filter);
  const source: RowSource = { name: "trends", columns: trendColumns, meta: { group_by: groupBy, tries } };
  return answerRows(context, source, asked, { ...namedFilter(filter), groupBy, tries }, (wanted) =>
    trendsPage(setOf(context.snapshot, asked, filter), { groupBy, tries }, wanted),
  );
});

/**
 * The bets that a query of /v1/trends asks for.
 * @throws ApiError as the endpoint does.
 */
export function betsAsked(snapshot: Snapshot, query: string): BetSet {
  const asked = take.readParameters(parameters, query);
  const filter = filterOf(asked);
  refuseUnanswerable(snapshot, asked, filter);
  refuseDamaged(snapshot, asked);
  return setOf(snapshot, asked, filter);
}

/** @throws ApiError when a season in reach was published by a release that did not write what is asked for. */
function refuseUnanswerable(snapshot: Snapshot, asked: Asked, { situation }: BetFilter): void {
  refuseWithoutLines(snapshot, asked);
  if (asksForConditions(situation)) refuseWithoutConditions(snapshot, asked);
}

function filterOf(asked: Asked): BetFilter {
  return betFilterOf(anyGameFilterOf(asked), asked, bookIdsOf(asked.book, asked.group_by));
}

/** Whoever compares books wants to see all of them, unless one is named. */
function bookIdsOf(book: number | null, groupBy: Grouping): readonly number[] {
  if (book !== null) return [book];
  return groupBy === "book" ? usBooks.map(({ bookId }) => bookId).sort((a, b) => a - b) : [consensusBookId];
}

function setOf({ sports }: Snapshot, { sport }: Asked, filter: BetFilter): BetSet {
  try {
    return setOfBets(sport, sports[sport].spans, filter);
  } catch (error) {
    if (!(error instanceof SetTooLarge)) throw error;
    const how = "narrow it by bet_type, season, team or dates, or name one book";
    throw invalidParam("group_by", `group_by=book is of too many bets of all books here: ${how}`);
  }
}
