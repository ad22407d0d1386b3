import { betColumns, bets as declared } from "../../contract/lists/bets.ts";
import { type BetFilter, looksBack } from "../../query/bets/filter.ts";
import { betFilterOf, namedFilter } from "../../query/bets/filter-asked.ts";
import { betsPage } from "../../query/bets/page.ts";
import { betRows, computedPage } from "../../query/questions/row-pages.ts";
import { answering } from "../endpoint.ts";
import { answerRows, type RowSource } from "../rows.ts";

const source: RowSource = { name: "bets", columns: betColumns };

export const betsRoute = answering(declared, (asked, context) => {
  const filter = betFilterOf(asked, asked.book);
  const { sport } = asked;
  const { shelf, snapshot } = context;
  const reach = { ...asked, looksBack: looksBack(filter) };
  return answerRows(context, source, reach, namedFilter(filter), (wanted, owner) =>
    isLong(asked, filter)
      ? computedPage(shelf.computing, betRows, { sport, filter, wanted }, { owner, snapshot })
      : betsPage(snapshot.sports[sport].spans, filter, wanted),
  );
});

/** Rows that are made in less time than a page that is read takes: of one game, or a small page of a season. */
const shortPage = 100;

/** Whether others would wait for it: many rows, rows of all seasons, or rows that need the games or captures before. */
function isLong(
  asked: { readonly limit: number; readonly season: number | null; readonly game_id: string | null },
  filter: BetFilter,
): boolean {
  if (filter.atMoment !== null || looksBack(filter)) return true;
  return asked.limit > shortPage || (asked.season === null && asked.game_id === null);
}
