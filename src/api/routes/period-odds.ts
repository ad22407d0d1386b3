import { columnsOf } from "../../archive/csv.ts";
import { PeriodOddsRow } from "../../archive/shapes-periods.ts";
import { type PeriodOddsFilter, periodOddsPage } from "../../shelf/period-odds.ts";
import { endpoint } from "../endpoint.ts";
import { gameFilterOf, gameFilterParameters } from "../game-filters.ts";
import * as take from "../parameters.ts";
import { periodMarket, pricedPeriod } from "../period-parameters.ts";
import { refuseWithoutLines } from "../reach.ts";
import { answerRows, type RowSource } from "../rows.ts";

const parameters = {
  ...gameFilterParameters,
  period: pricedPeriod,
  book: take.book,
  market: periodMarket,
  limit: take.limit,
  cursor: take.cursor,
  format: take.format,
};

const source: RowSource = { name: "period_odds", columns: columnsOf(PeriodOddsRow) };

export const periodOdds = endpoint(parameters, (asked, context) => {
  const filter: PeriodOddsFilter = {
    ...gameFilterOf(asked),
    period: asked.period,
    bookIds: asked.book,
    market: asked.market,
  };
  const { snapshot } = context;
  refuseWithoutLines(snapshot, asked);
  const { spans } = snapshot.sports[asked.sport];
  return answerRows(context, source, asked, filter, (wanted) =>
    periodOddsPage(asked.sport, spans, filter, source.columns, wanted),
  );
});
