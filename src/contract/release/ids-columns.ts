/** The columns of `ids`: a game with its ids at other sources, in the order of the API. */
import { Type } from "typebox";
import { gameHeadMembers, gameId } from "../rows/game-head.ts";
import { GameIds } from "../rows/ids.ts";
import { memberColumnsOf } from "./release-column.ts";

/** What `games` says of a game is not said again. */
const heads = Object.keys(gameHeadMembers) as (keyof typeof gameHeadMembers)[];

export const outsideIdColumns = memberColumnsOf(Type.Omit(GameIds, heads));

export const idsColumns = [...memberColumnsOf(Type.Object({ game_id: gameId })), ...outsideIdColumns];
