/** The files of nflverse as a test says what is in them. */

/** A row of games.csv. */
export const nflverseOpener: Readonly<Record<string, string>> = {
  ...{ game_id: "2025_01_DAL_PHI", season: "2025", game_type: "REG", week: "1" },
  ...{ gameday: "2025-09-04", gametime: "20:20", away_team: "DAL", away_score: "20", home_team: "PHI" },
  ...{ home_score: "24", location: "Home", overtime: "0", spread_line: "8.5", roof: "outdoors" },
  ...{ temp: "75.0", wind: "8", referee: "A. Person", stadium_id: "PHI00", stadium: '"Lincoln" Field, South' },
};

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** A file of these rows, with the columns of the first. */
export function csvOf(...rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))]
    .map((cells) => cells.map(quoted).join(","))
    .join("\r\n");
}
