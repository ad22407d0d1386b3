/** A question of /v1/trends: which bets it is of, how they are divided, and how their record is judged. */
import type { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { consensusBookId, usBooks } from "../../domain/books.ts";
import type { Grouping } from "../../domain/trends/trend-bets.ts";
import { dateNumber } from "../../release/season-table.ts";
import { type BetFilter, betFilterOf, looksBack } from "../bets/filter.ts";
import type { Snapshot } from "../load.ts";
import { refuseDamaged } from "../reach.ts";
import type { TrendQuestion } from "./page.ts";
import type { SetAsked } from "./summed.ts";

export type TrendsAsked = ReturnType<typeof trends.read>;

export function setAsked(asked: TrendsAsked): SetAsked {
  const { sport, group_by: groupBy, split } = asked;
  const filter = betFilterOf(asked, bookIdsOf(asked.book, groupBy));
  return { sport, filter, division: { groupBy, split: split === null ? null : dateNumber(split) } };
}

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
