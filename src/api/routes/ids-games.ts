import { gameIds as declared, gameIdsColumns } from "../../contract/lists/ids.ts";
import { gameFilterOf } from "../../query/game-filters.ts";
import { gameIdsPage } from "../../query/pages.ts";
import { answering } from "../endpoint.ts";
import { answerRows, type RowSource } from "../rows.ts";

const source: RowSource = { name: "ids-games", columns: gameIdsColumns };

export const gameIdsRoute = answering(declared, (asked, context) => {
  const filter = gameFilterOf(asked);
  const { spans } = context.snapshot.sports[asked.sport];
  return answerRows(context, source, asked, filter, (wanted) => {
    return gameIdsPage(spans, filter, wanted);
  });
});
