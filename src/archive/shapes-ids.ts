/** The ids of games and teams at other sources. The order of the members is the order in every answer. */
import { type Static, Type } from "typebox";
import { columnsOf } from "./csv.ts";
import { closed, gameHeadMembers, integer, nullableText, text } from "./shape-members.ts";

const names = () => Type.Array(text());

export const GameIds = closed({
  ...gameHeadMembers,
  nflverse: nullableText(),
  espn: nullableText(),
  mlb: nullableText(),
  nhl: nullableText(),
  cfbd: nullableText(),
  retrosheet: nullableText(),
  the_odds_api: names(),
});

export const TeamIds = closed({
  team_id: integer(),
  abbreviation: text(),
  nflverse: nullableText(),
  espn: nullableText(),
  mlb: nullableText(),
  nhl: nullableText(),
  cfbd: nullableText(),
  retrosheet: nullableText(),
  the_odds_api: names(),
  former: Type.Array(closed({ source: text(), id: text() })),
});

export type GameIds = Static<typeof GameIds>;
export type TeamIds = Static<typeof TeamIds>;

export const gameIdsColumns = columnsOf(GameIds);
export const teamIdsColumns = columnsOf(TeamIds);
