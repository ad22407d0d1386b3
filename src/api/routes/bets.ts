import { bets as declared } from "../../contract/endpoints/bets.ts";
import { betColumns } from "../../contract/rows/bets.ts";
import { betsPage } from "../../query/bets/page.ts";
import { asksForConditions } from "../../query/bets/situation.ts";
import { betFilterOf, namedFilter } from "../bet-filters.ts";
import { answering } from "../endpoint.ts";
import { refuseWithoutConditions, refuseWithoutLines } from "../reach.ts";
import { answerRows, type RowSource } from "../rows.ts";

const source: RowSource = { name: "bets", columns: betColumns };

export const bets = answering(declared, (asked, context) => {
  const filter = betFilterOf(asked, asked.book);
  refuseWithoutLines(context.snapshot, asked);
  if (asksForConditions(filter.situation)) refuseWithoutConditions(context.snapshot, asked);
  const { spans } = context.snapshot.sports[asked.sport];
  return answerRows(context, source, asked, namedFilter(filter), (wanted) => betsPage(spans, filter, wanted));
});
