/** The path of every line: the runs that are marked as open and close are what the rows of books say. */
import type { Findings, Value } from "./findings.ts";
import { columnsOf, type Market, type Moment } from "./market-quotes.ts";
import type { Season } from "./season.ts";
import { byColumn, type Row, type Table } from "./table.ts";

export function checkLines(season: Season, findings: Findings): void {
  const lines = season.table("lines");
  if (lines === null) return;
  for (const dataSet of ["odds", "period_odds"] as const) {
    const books = season.table(dataSet);
    if (books === null) continue;
    const rows = byColumn(books, "game_id", ...(dataSet === "odds" ? [] : ["period"]), "book_id");
    for (const run of lines.rows) {
      const period = run.text("period");
      if ((period === "game") !== (dataSet === "odds")) continue;
      const key = [run.text("game_id"), ...(dataSet === "odds" ? [] : [period]), run.text("book_id")].join(" ");
      const row = rows.get(key)?.[0];
      for (const moment of ["open", "close"] as const)
        if (run.text(`is_${moment}`) === "true") checkRun(run, moment, row, key, books, findings);
    }
  }
}

function checkRun(run: Row, moment: Moment, row: Row | undefined, key: string, books: Table, findings: Findings): void {
  if (row === undefined) {
    findings.add(`${books.path}, row ${key}: it is missing, and the file of lines has its ${moment}`);
    return;
  }
  const [market, team] = [run.text("market"), run.text("team")];
  const [line, first, second] = columnsOf(
    market === "team_total" ? (`${team}_team_total` as Market) : (market as Market),
    moment,
  );
  const sides =
    market === "moneyline" || market === "spread" ? ["home_price", "away_price"] : ["over_price", "under_price"];
  const computed: Record<string, Value> = { [first]: run.number(sides[0] ?? ""), [second]: run.number(sides[1] ?? "") };
  if (line !== null) computed[line] = run.number("line");
  findings.compare(
    books,
    row,
    `${row.text("game_id")} ${[row.text("period"), row.text("book")].join(" ").trim()}`,
    computed,
  );
}
