import { teamGames as declared } from "../../contract/endpoints/team-games.ts";
import { teamGameColumns } from "../../contract/rows/team-games.ts";
import { gameFilterOf } from "../../query/game-filters.ts";
import { teamGamesPage } from "../../query/team-games/page.ts";
import { answering } from "../endpoint.ts";
import { answerRows, type RowSource } from "../rows.ts";

const source: RowSource = { name: "team_games", columns: teamGameColumns };

export const teamGamesRoute = answering(declared, (asked, context) => {
  const filter = gameFilterOf(asked);
  const { spans } = context.snapshot.sports[asked.sport];
  return answerRows(context, source, { ...asked, looksBack: true }, filter, (wanted) =>
    teamGamesPage(spans, filter, wanted),
  );
});
