/** The records of a team: by the score, against the spread and on totals, of all its games and of parts of them. */
import type { TeamGameRow } from "../../contract/lists/team-games.ts";
import { type Record3, tally } from "../ui/words.ts";

export type TeamRecord = {
  readonly name: string;
  /** The filters of the explorer that ask for these games; null: it has none. */
  readonly filters: Readonly<Record<string, string>> | null;
  readonly straightUp: Record3;
  readonly spread: Record3;
  /** Over, under and push. */
  readonly total: Record3;
  /** Mean points by which the team was ahead of the closing spread; null: no game has one. */
  readonly ahead: number | null;
};

type Part = Pick<TeamRecord, "name" | "filters"> & { readonly isOf: (row: TeamGameRow) => boolean };

const parts: readonly Part[] = [
  { name: "All games", filters: {}, isOf: () => true },
  { name: "Home", filters: { selection: "home" }, isOf: ({ side }) => side === "home" },
  { name: "Away", filters: { selection: "away" }, isOf: ({ side }) => side === "away" },
  { name: "Neutral site", filters: null, isOf: ({ neutral_site: neutral }) => neutral === true },
  { name: "Favorite", filters: { role: "favorite" }, isOf: ({ role }) => role === "favorite" },
  { name: "Underdog", filters: { role: "underdog" }, isOf: ({ role }) => role === "underdog" },
  { name: "Postseason", filters: { season_type: "postseason" }, isOf: ({ season_type: of }) => of === "postseason" },
];

/** All games first, and then the parts that have games. */
export function recordsOf(rows: readonly TeamGameRow[]): readonly TeamRecord[] {
  return parts.flatMap(({ name, filters, isOf }) => {
    const own = rows.filter(isOf);
    return own.length === 0 ? [] : [recordOfGames(name, filters, own)];
  });
}

/** Above 0 for the first of two results, below for the second, and 0 for the third. */
const ahead = { won: 1, lost: -1, tied: 0, covered: 1, failed: -1, push: 0, over: 1, under: -1 } as const;

export function recordOfGames(name: string, filters: TeamRecord["filters"], rows: readonly TeamGameRow[]): TeamRecord {
  const of = (kind: keyof TeamGameRow["result"]) =>
    tally(rows.map(({ result }) => (result[kind] === null ? null : ahead[result[kind]])));
  const margins = rows.flatMap(({ margin_against_line: margin }) => margin ?? []);
  return {
    ...{ name, filters, straightUp: of("straight_up"), spread: of("spread"), total: of("total") },
    ahead: margins.length === 0 ? null : margins.reduce((sum, margin) => sum + margin, 0) / margins.length,
  };
}
