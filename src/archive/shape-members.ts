/** The members that the shapes of several resources are made of. */
import { type Static, type TProperties, Type } from "typebox";
import { oneOf, orNull } from "../domain/schemas.ts";
import { seasonTypes, sports } from "../domain/sports.ts";

export const closed = <T extends TProperties>(properties: T, options: { description?: string } = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const text = () => Type.String();
export const integer = () => Type.Integer();
export const nullableText = () => orNull(Type.String());
export const nullableInteger = () => orNull(Type.Integer());
export const nullableNumber = () => orNull(Type.Number());
export const nullableBoolean = () => orNull(Type.Boolean());
export const odds = () => orNull(Type.Integer({ description: "American odds" }));
export const date = () => Type.String({ format: "date", description: "YYYY-MM-DD" });
export const nullableDate = () => orNull(date());

export const SportName = oneOf(sports);
export const SeasonType = oneOf(seasonTypes);

/** The members with which every row of a game begins, in the lists that Gradeline adds to those of the specification. */
export const gameHeadMembers = {
  game_id: text(),
  sport: SportName,
  season: integer(),
  season_type: orNull(SeasonType),
  week: nullableInteger(),
  game_date: date(),
  start_time: Type.String({ format: "date-time" }),
  home: nullableText(),
  away: nullableText(),
};

export const GameHead = closed(gameHeadMembers);
export type GameHead = Static<typeof GameHead>;
