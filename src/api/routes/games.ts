import { games as declared, gameColumns } from "../../contract/lists/games.ts";
import { gameFilterOf } from "../../query/game-filters.ts";
import { gamesPage } from "../../query/pages.ts";
import { answering } from "../endpoint.ts";
import { answerRows, type RowSource } from "../rows.ts";

const source: RowSource = { name: "games", columns: gameColumns };

export const gamesRoute = answering(declared, (asked, context) => {
  const filter = gameFilterOf(asked);
  const { spans } = context.snapshot.sports[asked.sport];
  return answerRows(context, source, asked, filter, (wanted) => gamesPage(spans, filter, wanted));
});
