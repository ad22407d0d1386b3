import { type GameFilter, gamesPage } from "../../archive/shelf-pages.ts";
import { dateNumber } from "../../archive/shelf-season.ts";
import { type Question, readCursor, writeCursor } from "../cursor.ts";
import { endpoint } from "../endpoint.ts";
import { sendList } from "../envelopes.ts";
import * as take from "../parameters.ts";

const parameters = {
  sport: take.sport,
  from: take.date("first"),
  to: take.date("last"),
  season: take.season,
  team: take.team("home or away team"),
  home: take.team("home team"),
  away: take.team("away team"),
  week: take.week,
  season_type: take.seasonType,
  limit: take.limit,
  cursor: take.cursor,
  format: take.format,
};

export const games = endpoint(parameters, (asked, { snapshot, reply }) => {
  take.checkRange(asked);
  const { sport, limit, cursor } = asked;
  const filter: GameFilter = {
    season: asked.season,
    fromDate: asked.from === null ? null : dateNumber(asked.from),
    toDate: asked.to === null ? null : dateNumber(asked.to),
    team: asked.team,
    home: asked.home,
    away: asked.away,
    week: asked.week,
    seasonType: asked.season_type,
    gameId: null,
  };
  const question: Question = ["games", { sport, ...filter }];
  const after = cursor === null ? null : readCursor(cursor, question);
  const { pieces, count, lastKey } = gamesPage(snapshot.sports[sport].spans, filter, after, limit);
  return sendList(reply, pieces, count, lastKey === null ? null : writeCursor(question, lastKey));
});
