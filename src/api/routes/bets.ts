import { betColumns } from "../../archive/csv.ts";
import { betsPage } from "../../shelf/bets/page.ts";
import { asksForConditions } from "../../shelf/bets/situation.ts";
import { betFilterOf, betParameters, namedFilter } from "../bet-filters.ts";
import { betOnParameters } from "../bet-on-parameters.ts";
import { betBook } from "../bet-parameters.ts";
import { conditionParameters } from "../condition-parameters.ts";
import { endpoint } from "../endpoint.ts";
import { gameFilterOf, gameFilterParameters } from "../game-filters.ts";
import * as take from "../parameters.ts";
import { refuseWithoutConditions, refuseWithoutLines } from "../reach.ts";
import { answerRows, type RowSource } from "../rows.ts";
import { situationParameters } from "../situation-parameters.ts";

const parameters = {
  ...gameFilterParameters,
  ...betParameters,
  book: betBook,
  ...situationParameters,
  ...conditionParameters,
  ...betOnParameters,
  limit: take.limit,
  cursor: take.cursor,
  format: take.format,
};

const source: RowSource = { name: "bets", columns: betColumns };

export const bets = endpoint(parameters, (asked, context) => {
  const filter = betFilterOf(gameFilterOf(asked), asked, asked.book);
  refuseWithoutLines(context.snapshot, asked);
  if (asksForConditions(filter.situation)) refuseWithoutConditions(context.snapshot, asked);
  const { spans } = context.snapshot.sports[asked.sport];
  return answerRows(context, source, asked, namedFilter(filter), (wanted) => betsPage(spans, filter, wanted));
});
