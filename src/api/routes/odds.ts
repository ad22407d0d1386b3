import { type OddsFilter, oddsPage } from "../../archive/shelf-pages.ts";
import { dateNumber } from "../../archive/shelf-season.ts";
import { marketBits } from "../../archive/tables.ts";
import { type Question, readCursor, writeCursor } from "../cursor.ts";
import { endpoint } from "../endpoint.ts";
import { sendList } from "../envelopes.ts";
import { ApiError } from "../errors.ts";
import * as take from "../parameters.ts";

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

export const odds = endpoint(parameters, (asked, { snapshot, reply }) => {
  take.checkRange(asked);
  const narrowing = [asked.season, asked.from, asked.to, asked.team, asked.game_id];
  if (narrowing.every((value) => value === null)) {
    throw new ApiError("invalid_param", "at least one of season, from/to, team or game_id is required"); // [D-27]
  }
  const { sport, limit, cursor } = asked;
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
  const question: Question = ["odds", { sport, ...filter }];
  const after = cursor === null ? null : readCursor(cursor, question);
  const { pieces, count, lastKey } = oddsPage(snapshot.sports[sport].spans, filter, after, limit);
  return sendList(reply, pieces, count, lastKey === null ? null : writeCursor(question, lastKey));
});
