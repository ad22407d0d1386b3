/**
 * The version of the code that makes views: another one when the text of a row that they hold, or their layout, becomes another.
 * All of these numbers only ever rise, so that their sum does when any of them does.
 */
import { game, games } from "../../contract/lists/games.ts";
import { gameIds } from "../../contract/lists/ids.ts";
import { odds } from "../../contract/lists/odds.ts";

/** This number rises when the sections or the columns of a view become others. */
const layout = 8;

export const viewVersion = String([game, games, gameIds, odds].reduce((sum, { shape }) => sum + shape, layout));
