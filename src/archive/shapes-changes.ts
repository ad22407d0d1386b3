/** The shapes of what changed: additions of ours to service.md. The order of the members is the order in every answer. */
import { type Static, Type } from "typebox";
import { oneOf, orNull } from "../domain/schemas.ts";
import { sports } from "../domain/sports.ts";
import { columnsOf, csvRow } from "./csv.ts";

const closed = { additionalProperties: false } as const;
const SportName = oneOf(sports);
const time = () => Type.String({ format: "date-time" });
const nullableCount = () => orNull(Type.Integer());

export const FieldChange = Type.Object({ path: Type.String(), from: Type.Unknown(), to: Type.Unknown() }, closed);

export const Change = Type.Object(
  {
    revision: Type.Integer(),
    published_at: time(),
    sport: SportName,
    season: Type.Integer(),
    game_id: Type.String(),
    change: oneOf(["added", "changed", "removed"]),
    fields: Type.Array(FieldChange),
    more: Type.Integer(),
  },
  closed,
);

export const TouchedSeason = Type.Object({ sport: SportName, season: Type.Integer() }, closed);

export const Revision = Type.Object(
  {
    revision: Type.Integer(),
    published_at: time(),
    added: nullableCount(),
    changed: nullableCount(),
    removed: nullableCount(),
    odds_rows: nullableCount(),
    seasons: orNull(Type.Array(TouchedSeason)),
  },
  closed,
);

export type Change = Static<typeof Change>;
export type Revision = Static<typeof Revision>;

export const changeColumns = columnsOf(Change);
export const revisionColumns = columnsOf(Revision);

export function changeCsv(row: Change): string {
  return csvRow(changeColumns, row);
}

export function revisionCsv(row: Revision): string {
  return csvRow(revisionColumns, row);
}
