/** The columns of `lines`: the path of every line before the start, as /v1/games/{game_id}/lines has it. */
import { Type } from "typebox";
import { gameId } from "../rows/game-head.ts";
import { LineRow } from "../rows/lines.ts";
import { memberColumnsOf, type ReleaseColumn } from "./release-column.ts";

export type LinesColumn = "game_id" | keyof LineRow | "is_stated_open";

export const linesColumns = [
  ...memberColumnsOf(Type.Object({ game_id: gameId, ...LineRow.properties })),
  {
    name: "is_stated_open",
    type: "BOOLEAN",
    isNullable: false,
    description:
      "whether a quote in doubt is an opening that its provider states without a time, which orders it before captures",
  },
] as readonly ReleaseColumn<LinesColumn>[];
