import { periods as declared, periodColumns } from "../../contract/lists/periods.ts";
import { gameFilterOf } from "../../query/game-filters.ts";
import { type PeriodFilter, periodsPage } from "../../query/periods.ts";
import { answering } from "../endpoint.ts";
import { answerRows, type RowSource } from "../rows.ts";

const source: RowSource = { name: "periods", columns: periodColumns };

export const periodsRoute = answering(declared, (asked, context) => {
  const filter: PeriodFilter = { ...gameFilterOf(asked), period: asked.period };
  const { snapshot } = context;
  const { spans } = snapshot.sports[asked.sport];
  return answerRows(context, source, asked, filter, (wanted) =>
    periodsPage(asked.sport, spans, filter, source.columns, wanted),
  );
});
