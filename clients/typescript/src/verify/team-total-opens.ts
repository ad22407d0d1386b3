/** The opening quotes of team totals, whose prices are in the file of lines alone. */
import type { Quote } from "./consensus.ts";
import type { Table } from "./table.ts";

/** By game and team, such as `NFL-20250904-DAL-PHI home`. Null: the mirror does not have the file. */
export function openingTeamTotals(lines: Table | null): ReadonlyMap<string, readonly Quote[]> | null {
  if (lines === null) return null;
  const opens = new Map<string, Quote[]>();
  for (const row of lines.rows) {
    if (row.text("market") !== "team_total" || row.text("period") !== "game" || row.text("is_open") !== "true")
      continue;
    const key = `${row.text("game_id")} ${row.text("team")}`;
    const quote = { line: row.number("line"), first: row.number("over_price"), second: row.number("under_price") };
    const known = opens.get(key);
    if (known === undefined) opens.set(key, [quote]);
    else known.push(quote);
  }
  return opens;
}
