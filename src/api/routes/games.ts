import { gameColumns } from "../../archive/csv.ts";
import { type GameFilter, gamesPage } from "../../shelf/pages.ts";
import { dateNumber } from "../../shelf/season.ts";
import { endpoint } from "../endpoint.ts";
import * as take from "../parameters.ts";
import { answerRows, type RowSource } from "../rows.ts";

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

const source: RowSource = { name: "games", columns: gameColumns };

export const games = endpoint(parameters, (asked, context) => {
  take.checkRange(asked);
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
  const { spans } = context.snapshot.sports[asked.sport];
  return answerRows(context, source, asked, filter, (wanted) => gamesPage(spans, filter, wanted));
});
