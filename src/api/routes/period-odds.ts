import { periodOdds as declared, periodOddsColumns } from "../../contract/lists/periods.ts";
import { gameFilterOf } from "../../query/game-filters.ts";
import { type PeriodOddsFilter, periodOddsPage } from "../../query/period-odds.ts";
import { answering } from "../endpoint.ts";
import { answerRows, type RowSource } from "../rows.ts";

const source: RowSource = { name: "period_odds", columns: periodOddsColumns };

export const periodOddsRoute = answering(declared, (asked, context) => {
  const filter: PeriodOddsFilter = {
    ...gameFilterOf(asked),
    period: asked.period,
    bookIds: asked.book,
    market: asked.market,
  };
  const { snapshot } = context;
  const { spans } = snapshot.sports[asked.sport];
  return answerRows(context, source, asked, filter, (wanted) =>
    periodOddsPage(asked.sport, spans, filter, source.columns, wanted),
  );
});
