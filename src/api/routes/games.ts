import { gameColumns } from "../../archive/csv.ts";
import { type GameFilter, gamesPage } from "../../shelf/pages.ts";
import { dateNumber } from "../../shelf/season.ts";
import { endpoint } from "../endpoint.ts";
import { gameFilterParameters } from "../game-filters.ts";
import * as take from "../parameters.ts";
import { answerRows, type RowSource } from "../rows.ts";

/** The specification gives this list no `game_id`: a single game has a path of its own. */
const { game_id: _, ...filters } = gameFilterParameters;

const parameters = { ...filters, limit: take.limit, cursor: take.cursor, format: take.format };

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
