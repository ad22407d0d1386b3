import { oddsColumns } from "../../archive/csv.ts";
import { marketBits } from "../../archive/tables.ts";
import { type OddsFilter, oddsPage } from "../../shelf/pages.ts";
import { dateNumber } from "../../shelf/season.ts";
import { endpoint } from "../endpoint.ts";
import { checkNarrowed } from "../game-filters.ts";
import * as take from "../parameters.ts";
import { answerRows, type RowSource } from "../rows.ts";

const parameters = {
  sport: take.sport,
  from: take.date("first"),
  to: take.date("last"),
  season: take.season,
  team: take.team("home or away team"),
  game_id: take.gameId,
  book: take.book,
  market: take.market,
  limit: take.limit,
  cursor: take.cursor,
  format: take.format,
};

const source: RowSource = { name: "odds", columns: oddsColumns };

export const odds = endpoint(parameters, (asked, context) => {
  take.checkRange(asked);
  checkNarrowed(asked);
  const filter: OddsFilter = {
    season: asked.season,
    fromDate: asked.from === null ? null : dateNumber(asked.from),
    toDate: asked.to === null ? null : dateNumber(asked.to),
    team: asked.team,
    home: null,
    away: null,
    week: null,
    seasonType: null,
    gameId: asked.game_id,
    bookIds: asked.book,
    marketBit: asked.market === null ? 0 : marketBits[asked.market],
  };
  const { spans } = context.snapshot.sports[asked.sport];
  return answerRows(context, source, asked, filter, (wanted) => oddsPage(spans, filter, wanted));
});
