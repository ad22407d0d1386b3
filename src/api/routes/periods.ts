import { columnsOf } from "../../archive/csv.ts";
import { PeriodRow } from "../../archive/shapes-periods.ts";
import { type PeriodFilter, periodsPage } from "../../shelf/periods.ts";
import { endpoint } from "../endpoint.ts";
import { gameFilterOf, gameFilterParameters } from "../game-filters.ts";
import * as take from "../parameters.ts";
import { scoredPeriod } from "../period-parameters.ts";
import { refuseWithoutLines } from "../reach.ts";
import { answerRows, type RowSource } from "../rows.ts";

const parameters = {
  ...gameFilterParameters,
  period: scoredPeriod,
  limit: take.limit,
  cursor: take.cursor,
  format: take.format,
};

const source: RowSource = { name: "periods", columns: columnsOf(PeriodRow) };

export const periods = endpoint(parameters, (asked, context) => {
  const filter: PeriodFilter = { ...gameFilterOf(asked), period: asked.period };
  const { snapshot } = context;
  refuseWithoutLines(snapshot, asked);
  const { spans } = snapshot.sports[asked.sport];
  return answerRows(context, source, asked, filter, (wanted) =>
    periodsPage(asked.sport, spans, filter, source.columns, wanted),
  );
});
