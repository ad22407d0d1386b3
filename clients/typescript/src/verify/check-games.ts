/** Games, odds, periods and odds of periods: the consensus, the results, and that they say the same of a game. */
import type { Findings, Value } from "./findings.ts";
import { bookResultOf, favoriteOf, resultOf } from "./grades.ts";
import { agreedBy, consensusColumns } from "./market-quotes.ts";
import { type Season, scoreIn } from "./season.ts";
import type { Row, Table } from "./table.ts";

const head = ["game_id", "sport", "season", "season_type", "week", "game_date", "start_time"];

export function checkGames(season: Season, findings: Findings): void {
  const games = season.table("games");
  for (const row of games?.rows ?? []) {
    const id = row.text("game_id");
    const books = season.books(id, "game");
    const computed = {
      sport: season.sport,
      ...(books === undefined ? {} : consensusColumns(agreedBy(books))),
      ...resultsIn(season.sport, row, scoreIn(row, "home.score", "away.score")),
    };
    if (games !== null) findings.compare(games, row, id, computed);
  }
  checkTwice(games, findings, "game_id");
}

export function checkPeriods(season: Season, findings: Findings): void {
  const periods = season.table("periods");
  if (periods === null) return;
  const scores = new Map<string, Map<string, { home: number; away: number }>>();
  for (const row of periods.rows) {
    const [id, period] = [row.text("game_id"), row.text("period")];
    const score = scoreIn(row, "score.home", "score.away");
    const books = season.books(id, period);
    findings.compare(periods, row, `${id} ${period}`, {
      ...sameAsGame(season, row),
      ...(books === undefined ? {} : consensusColumns(agreedBy(books))),
      ...resultsIn(season.sport, row, score),
    });
    const ofGame = scores.get(id) ?? new Map();
    if (score !== null) scores.set(id, ofGame.set(period, score));
  }
  checkTwice(periods, findings, "game_id", "period");
  for (const [id, ofGame] of scores) checkSums(season, id, ofGame, periods, findings);
}

/** Both kinds of rows of a book: of the game and of a period. */
export function checkBooks(season: Season, dataSet: "odds" | "period_odds", findings: Findings): void {
  const table = season.table(dataSet);
  if (table === null) return;
  for (const row of table.rows) {
    const [id, book] = [row.text("game_id"), row.text("book")];
    const period = dataSet === "odds" ? "game" : row.text("period");
    const score = season.score(id, period);
    const result =
      score === undefined ? {} : bookResultOf(score, row.number("spread.close"), row.number("total.close"));
    const name = [id, ...(dataSet === "odds" ? [] : [period]), book].join(" ");
    findings.compare(table, row, name, { ...sameAsGame(season, row), ...result });
  }
  checkTwice(table, findings, "game_id", ...(dataSet === "odds" ? [] : ["period"]), "book_id");
}

/** The members of a row that are of its game, as `games` has them. */
export function sameAsGame(season: Season, row: Row): Record<string, Value> {
  if (season.table("games") === null) return {};
  const game = season.game(row.text("game_id"));
  if (game === null) return { game_id: null };
  const same = head.slice(1).map((column) => [column, textOf(game, column)] as const);
  return {
    ...Object.fromEntries(same),
    home: textOf(game, "home.abbreviation"),
    away: textOf(game, "away.abbreviation"),
  };
}

const textOf = (row: Row, column: string): Value => (row.text(column) === "" ? null : row.text(column));

/** The row's own consensus close decides. */
function resultsIn(sport: string, row: Row, score: { home: number; away: number } | null): Record<string, Value> {
  const [spread, total] = [row.number("consensus.spread.close"), row.number("consensus.total.close")];
  const moneyline = [
    row.number("consensus.moneyline.home_close"),
    row.number("consensus.moneyline.away_close"),
  ] as const;
  return { ...resultOf(score, spread, total), "result.favorite": favoriteOf(sport, spread, ...moneyline) };
}

/** The parts of a game, and the whole that they make. */
const sums: readonly (readonly [parts: readonly string[], whole: string])[] = [
  [["q1", "q2"], "1h"],
  [["q3", "q4"], "2h"],
  [["1h", "2h"], "game"],
  [["p1", "p2", "p3"], "game"],
];

function checkSums(
  season: Season,
  id: string,
  periods: ReadonlyMap<string, { home: number; away: number }>,
  table: Table,
  findings: Findings,
): void {
  for (const [parts, whole] of sums) {
    const all = whole === "game" && periods.has("ot") ? [...parts, "ot"] : parts;
    const scores = all.map((part) => periods.get(part));
    const sum = whole === "game" ? season.score(id, "game") : periods.get(whole);
    if (!sum || scores.some((score) => score === undefined)) continue;
    for (const side of ["home", "away"] as const) {
      findings.values += 1;
      const added = scores.reduce((total, score) => total + (score?.[side] ?? 0), 0);
      if (added !== sum[side])
        findings.add(
          `${table.path}, row ${id}, column score.${side}: ${all.join(" + ")} is ${added}, and ${whole} is ${sum[side]}`,
        );
    }
  }
}

/** @param columns that tell the rows of a file apart. */
export function checkTwice(table: Table | null, findings: Findings, ...columns: readonly string[]): void {
  const seen = new Set<string>();
  for (const row of table?.rows ?? []) {
    const name = columns.map((column) => row.text(column)).join(" ");
    if (seen.has(name)) findings.add(`${table?.path}, row ${name}: it is there twice`);
    seen.add(name);
  }
}
