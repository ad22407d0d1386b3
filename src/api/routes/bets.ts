import { betColumns } from "../../archive/csv.ts";
import type { BetFilter } from "../../shelf/bets/filter.ts";
import { betsPage } from "../../shelf/bets/page.ts";
import * as takeBet from "../bet-parameters.ts";
import { endpoint } from "../endpoint.ts";
import { gameFilterOf, gameFilterParameters } from "../game-filters.ts";
import * as take from "../parameters.ts";
import { refuseWithoutLines } from "../reach.ts";
import { answerRows, type RowSource } from "../rows.ts";

const parameters = {
  ...gameFilterParameters,
  bet_type: takeBet.betType,
  market: takeBet.betMarket,
  period: takeBet.betPeriod,
  selection: takeBet.selection,
  role: takeBet.role,
  result: takeBet.result,
  min_line: takeBet.line("smallest"),
  max_line: takeBet.line("largest"),
  book: takeBet.betBook,
  limit: take.limit,
  cursor: take.cursor,
  format: take.format,
};

const source: RowSource = { name: "bets", columns: betColumns };

export const bets = endpoint(parameters, (asked, context) => {
  const games = gameFilterOf(asked);
  takeBet.checkLines(asked);
  refuseWithoutLines(context.snapshot, asked);
  const filter: BetFilter = {
    ...games,
    betTypes: asked.bet_type,
    market: asked.market,
    period: asked.period,
    selection: asked.selection,
    role: asked.role,
    result: asked.result,
    minLine: asked.min_line,
    maxLine: asked.max_line,
    bookIds: asked.book,
  };
  const { spans } = context.snapshot.sports[asked.sport];
  return answerRows(context, source, asked, filter, (wanted) => betsPage(spans, filter, wanted));
});
