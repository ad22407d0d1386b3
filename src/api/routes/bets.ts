import { bets as declared } from "../../contract/endpoints/bets.ts";
import { betColumns } from "../../contract/rows/bets.ts";
import { looksBack } from "../../query/bets/filter.ts";
import { betFilterOf, namedFilter } from "../../query/bets/filter-asked.ts";
import { betsPage } from "../../query/bets/page.ts";
import { answering } from "../endpoint.ts";
import { answerRows, type RowSource } from "../rows.ts";

const source: RowSource = { name: "bets", columns: betColumns };

export const betsRoute = answering(declared, (asked, context) => {
  const filter = betFilterOf(asked, asked.book);
  const { spans } = context.snapshot.sports[asked.sport];
  const reach = { ...asked, looksBack: looksBack(filter) };
  return answerRows(context, source, reach, namedFilter(filter), (wanted) => betsPage(spans, filter, wanted));
});
