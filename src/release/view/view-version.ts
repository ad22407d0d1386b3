/**
 * The version of the code that makes views: another one when the text of a row that they hold, or their layout, becomes another.
 * All of these numbers only ever rise, so that their sum does when any of them does.
 */
import { game } from "../../contract/endpoints/game.ts";
import { games } from "../../contract/endpoints/games.ts";
import { gameIds } from "../../contract/endpoints/ids-games.ts";
import { odds } from "../../contract/endpoints/odds.ts";

/** This number rises when the sections or the columns of a view become others. */
const layout = 6;

export const viewVersion = String([game, games, gameIds, odds].reduce((sum, { shape }) => sum + shape, layout));
