/** `find_games`: which games there were, each with its score, its result and the consensus close. */
import { gamesFilters, paging } from "../../contract/filters/games.ts";
import type { Game } from "../../contract/lists/games.ts";
import { choiceOf } from "../../contract/parameter.ts";
import { gameList, newestGames } from "../../query/games.ts";
import { keyedRows } from "../../query/pages.ts";
import { gameFilterOf, refuseDamaged } from "../../query/reach.ts";
import { counted, items, listFrom, more, some, tool } from "../tool.ts";

const order = choiceOf({
  meaning: "which games come first: oldest (as in the API) or newest",
  values: ["oldest", "newest"],
  example: "newest",
});

export const findGames = tool({
  name: "find_games",
  description: "Completed games with score, result and consensus close, oldest first unless order is newest.",
  takes: { ...gamesFilters, order, limit: paging.limit, cursor: paging.cursor },
  found: { games: items("rows of /v1/games, with fewer members"), ...more },
  answer({ cursor, order: wanted, limit: most, ...asked }, { snapshot }) {
    const filter = gameFilterOf(asked);
    const isNewestFirst = wanted === "newest";
    const list = listFrom(["find_games", { sport: asked.sport, ...filter, isNewestFirst }], cursor);
    refuseDamaged(snapshot, asked);
    const { spans } = snapshot.sports[asked.sport];
    const from = list.after;
    const rows = isNewestFirst ? newestGames(spans, filter, from) : keyedRows(gameList, spans, filter, from);
    const { items: games, end, rest } = list.take(rows, (row) => shortGame(JSON.parse(row) as Game), { most });
    const [first, last] = [games[0]?.game_date, games.at(-1)?.game_date];
    const when = first === last ? `of ${first}` : `from ${first} to ${last}`;
    const what = `${counted(games.length, `${asked.sport} game`)} ${when}`;
    return {
      sentence: (first === undefined ? `No ${asked.sport} game matches` : what) + end,
      found: { games, ...rest },
    };
  },
});

/** A row of /v1/games without what few ask. */
function shortGame({ home, away, consensus, ...game }: Game) {
  const closes = consensus && {
    moneyline: some(consensus.moneyline, ["home_close", "away_close"]),
    spread: some(consensus.spread, ["close"]),
    total: some(consensus.total, ["close"]),
  };
  return {
    ...some(game, ["game_id", "season", "season_type", "week", "game_date", "overtime"]),
    away: some(away, ["abbreviation", "score"]),
    home: some(home, ["abbreviation", "score"]),
    result: game.result,
    consensus: closes,
  };
}
