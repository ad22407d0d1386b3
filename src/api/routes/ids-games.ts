import { gameIdsColumns } from "../../archive/shapes-ids.ts";
import { gameIdsPage } from "../../shelf/pages.ts";
import { endpoint } from "../endpoint.ts";
import { gameFilterOf, gameFilterParameters } from "../game-filters.ts";
import * as take from "../parameters.ts";
import { refuseWithoutIds } from "../reach.ts";
import { answerRows, type RowSource } from "../rows.ts";

const parameters = { ...gameFilterParameters, limit: take.limit, cursor: take.cursor, format: take.format };

const source: RowSource = { name: "ids-games", columns: gameIdsColumns };

export const gameIds = endpoint(parameters, (asked, context) => {
  const filter = gameFilterOf(asked);
  const { spans } = context.snapshot.sports[asked.sport];
  return answerRows(context, source, asked, filter, (wanted) => {
    refuseWithoutIds(context.snapshot, asked);
    return gameIdsPage(spans, filter, wanted);
  });
});
