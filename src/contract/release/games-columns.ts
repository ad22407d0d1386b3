/** The columns of `games`: every value of the single-game answer but its books and period odds, which are made of `quotes`. */
import { Type } from "typebox";
import { hands } from "../../domain/starters.ts";
import { GameDetail } from "../rows/game.ts";
import { memberColumnsOf, type ReleaseColumn } from "./release-column.ts";

/** Those of the members of a game. A period that was not played is null in both of its columns. */
export const gameMemberColumns = memberColumnsOf(Type.Omit(GameDetail, ["books", "period_odds"]));

export const gamesColumns: readonly ReleaseColumn[] = [
  ...gameMemberColumns,
  {
    name: "doubts",
    type: "STRING",
    isNullable: true,
    description:
      "JSON: the list of what rules doubt in the game's quotes and records, with the reasons in words; null when none",
  },
  ...(["home", "away"] as const).flatMap((side) => [
    starterColumn(`${side}_starter_id`, `the provider's id of the pitcher or goalie who started for the ${side} side`),
    starterColumn(`${side}_starter_name`, `the name of ${side}_starter_id, as the provider writes it`),
    starterColumn(`${side}_starter_hand`, `the hand that he throws or catches with: ${hands.join(", ")} (both)`),
  ]),
  {
    name: "resumed_on",
    type: "DATE",
    isNullable: true,
    isLater: true,
    description: "slate date on which a suspended game went on; null for other games",
  },
];

function starterColumn(name: string, description: string): ReleaseColumn {
  return { name, type: "STRING", isNullable: true, isLater: true, description };
}
