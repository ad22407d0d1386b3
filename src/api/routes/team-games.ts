import { teamGames as declared, teamGameColumns } from "../../contract/lists/team-games.ts";
import { gameFilterOf } from "../../query/game-filters.ts";
import { computedPage, teamGameRows } from "../../query/questions/row-pages.ts";
import { answering } from "../endpoint.ts";
import { answerRows, type RowSource } from "../rows.ts";

const source: RowSource = { name: "team_games", columns: teamGameColumns };

export const teamGamesRoute = answering(declared, (asked, context) => {
  const filter = gameFilterOf(asked);
  const { sport } = asked;
  const { shelf, snapshot } = context;
  return answerRows(context, source, { ...asked, looksBack: true }, filter, (wanted, owner) =>
    computedPage(shelf.computing, teamGameRows, { sport, filter, wanted }, { owner, snapshot }),
  );
});
