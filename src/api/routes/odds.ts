import { odds as declared, oddsColumns } from "../../contract/lists/odds.ts";
import { gameFilterOf } from "../../query/game-filters.ts";
import { type OddsFilter, oddsPage } from "../../query/pages.ts";
import { marketBits } from "../../release/tables.ts";
import { answering } from "../endpoint.ts";
import { answerRows, type RowSource } from "../rows.ts";

const source: RowSource = { name: "odds", columns: oddsColumns };

export const oddsRoute = answering(declared, (asked, context) => {
  const filter: OddsFilter = {
    ...gameFilterOf(asked),
    bookIds: asked.book,
    marketBit: asked.market === null ? 0 : marketBits[asked.market],
  };
  const { spans } = context.snapshot.sports[asked.sport];
  return answerRows(context, source, asked, filter, (wanted) => oddsPage(spans, filter, wanted));
});
