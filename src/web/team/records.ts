/** The records of a team: by the score, against the spread and on totals, of all its games and of parts of them. */
import type { TeamGameRow } from "../../contract/lists/team-games.ts";

export type Record3 = { readonly won: number; readonly lost: number; readonly push: number };

export type TeamRecord = {
  readonly name: string;
  /** The filters of the explorer that ask for these games; null: it has none. */
  readonly filters: Readonly<Record<string, string>> | null;
  readonly games: number;
  readonly straightUp: Record3;
  readonly spread: Record3;
  /** Over, under and push. */
  readonly total: Record3;
  /** Mean points by which the team was ahead of the closing spread; null: no game has one. */
  readonly ahead: number | null;
};

type Part = {
  readonly name: string;
  readonly filters: Readonly<Record<string, string>> | null;
  readonly isOf: (row: TeamGameRow) => boolean;
};

const parts: readonly Part[] = [
  { name: "All games", filters: {}, isOf: () => true },
  { name: "Home", filters: { selection: "home" }, isOf: ({ side }) => side === "home" },
  { name: "Away", filters: { selection: "away" }, isOf: ({ side }) => side === "away" },
  { name: "Neutral site", filters: null, isOf: ({ neutral_site: neutral }) => neutral === true },
  { name: "Favorite", filters: { role: "favorite" }, isOf: ({ role }) => role === "favorite" },
  { name: "Underdog", filters: { role: "underdog" }, isOf: ({ role }) => role === "underdog" },
  {
    name: "Postseason",
    filters: { season_type: "postseason" },
    isOf: ({ season_type: type }) => type === "postseason",
  },
];

/** All games first, and then the parts that have games. */
export function recordsOf(rows: readonly TeamGameRow[]): readonly TeamRecord[] {
  return parts.flatMap(({ name, filters, isOf }) => {
    const own = rows.filter(isOf);
    return own.length === 0 ? [] : [recordOfGames(name, filters, own)];
  });
}

export function recordOfGames(name: string, filters: TeamRecord["filters"], rows: readonly TeamGameRow[]): TeamRecord {
  const counted = (wanted: (row: TeamGameRow) => boolean): number => rows.filter(wanted).length;
  const margins = rows.flatMap(({ margin_against_line: margin }) => (margin === null ? [] : [margin]));
  return {
    name,
    filters,
    games: rows.length,
    straightUp: {
      won: counted(({ result }) => result.straight_up === "won"),
      lost: counted(({ result }) => result.straight_up === "lost"),
      push: counted(({ result }) => result.straight_up === "tied"),
    },
    spread: {
      won: counted(({ result }) => result.spread === "covered"),
      lost: counted(({ result }) => result.spread === "failed"),
      push: counted(({ result }) => result.spread === "push"),
    },
    total: {
      won: counted(({ result }) => result.total === "over"),
      lost: counted(({ result }) => result.total === "under"),
      push: counted(({ result }) => result.total === "push"),
    },
    ahead: margins.length === 0 ? null : margins.reduce((sum, margin) => sum + margin, 0) / margins.length,
  };
}

/** Won and lost, and pushed where there are some: `9–8–1`. */
export function recordText({ won, lost, push }: Record3): string {
  return `${won}–${lost}${push === 0 ? "" : `–${push}`}`;
}
