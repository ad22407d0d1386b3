/** The seven questions of docs/api/jobs.md, answered by counting rows of /v1/team_games, which are seen from one team each. */
import type { TeamGameRow } from "../../../src/contract/lists/team-games.ts";

type TeamOfLeague = {
  readonly abbreviation: string;
  readonly conference: string | null;
  readonly division: string | null;
};
type Result = "won" | "lost" | "push";

const spreadResults = { covered: "won", failed: "lost", push: "push" } as const;

/** The lines that the program prints, up to the number of pushes. */
export function recordsOfForm(
  { nfl, nba }: { readonly nfl: readonly TeamGameRow[]; readonly nba: readonly TeamGameRow[] },
  teams: readonly TeamOfLeague[],
): string[] {
  const divisions = new Map(teams.map((team) => [team.abbreviation, `${team.conference} ${team.division}`]));
  const onSpread = (question: string, rows: readonly TeamGameRow[], isIn: (row: TeamGameRow) => boolean) =>
    said(
      question,
      rows.filter(isIn).flatMap(({ result: { spread } }) => (spread === null ? [] : [spreadResults[spread]])),
    );
  const onTotal = (question: string, rows: readonly TeamGameRow[], side: "over" | "under") =>
    said(
      question,
      rows.flatMap(({ result: { total } }) =>
        total === null ? [] : [total === "push" ? total : wonIf(total === side)],
      ),
    );
  const ofHomes = (rows: readonly TeamGameRow[]) => rows.filter(({ side }) => side === "home");
  const hasTwoUnders = (row: TeamGameRow) => (row.before.total_streak ?? 0) <= -2;
  const twoUnders = Object.values(Object.groupBy(nba, ({ game_id: id }) => id)).flatMap((both = []) =>
    both.length === 2 && both.every(hasTwoUnders) ? ofHomes(both) : [],
  );
  return [
    onSpread("road favorites off a bye", nfl, (row) => row.side === "away" && isFavorite(row) && (row.rest ?? 0) >= 13),
    onSpread(
      "home underdogs after a loss by 14 or more",
      nfl,
      (row) => row.side === "home" && row.role === "underdog" && (row.last?.margin ?? 0) <= -14,
    ),
    onSpread("favorites on a winning streak of four", nfl, (row) => isFavorite(row) && (row.before.streak ?? 0) >= 4),
    onTotal(
      "unders in week 11 and later",
      ofHomes(nfl).filter(({ week }) => (week ?? 0) >= 11),
      "under",
    ),
    onSpread(
      "rematches of division rivals",
      nfl,
      (row) => row.meetings > 0 && divisions.get(row.team) === divisions.get(row.opponent),
    ),
    onSpread("the second night of a back-to-back", nba, ({ rest }) => rest !== null && rest <= 1),
    onTotal("overs after two unders of both teams", twoUnders, "over"),
  ];
}

function isFavorite({ role }: TeamGameRow): boolean {
  return role === "favorite";
}

function wonIf(isWon: boolean): Result {
  return isWon ? "won" : "lost";
}

function said(question: string, results: readonly Result[]): string {
  const count = (wanted: Result) => results.filter((result) => result === wanted).length;
  return `${question}: ${results.length} bets, ${count("won")} won, ${count("lost")} lost, ${count("push")} pushes`;
}
