/** Lines at moments before the start: the consensus of each moment, and which side won. */
import { sameAsGame } from "./check-games.ts";
import { consensusLine, consensusMoneyline, type Quote } from "./consensus.ts";
import type { Findings, Value } from "./findings.ts";
import type { Score } from "./grades.ts";
import type { Season } from "./season.ts";
import { byColumn, type Row } from "./table.ts";

const keys = ["game_id", "minutes_before", "period", "market", "team"] as const;
const isSided = (market: string) => market === "moneyline" || market === "spread";

export function checkSnapshots(season: Season, findings: Findings): void {
  const table = season.table("snapshots");
  if (table === null) return;
  const groups = byColumn(table, ...keys);
  for (const [key, rows] of groups) {
    const [first] = rows;
    if (first === undefined) continue;
    const [id, minutes, period, market] = [
      first.text("game_id"),
      Number(first.text("minutes_before")),
      first.text("period"),
      first.text("market"),
    ];
    const young = rows.filter(
      (row) => row.text("book") !== "consensus" && (row.number("age_minutes") ?? Number.POSITIVE_INFINITY) <= minutes,
    );
    const moneylines = (groups.get(`${id} ${minutes} ${period} moneyline `) ?? []).filter(
      (row) => row.text("book") !== "consensus" && (row.number("age_minutes") ?? Number.POSITIVE_INFINITY) <= minutes,
    );
    const quotes = young.map(quoteOf);
    const agreed =
      market === "moneyline"
        ? consensusMoneyline(quotes)
        : consensusLine(quotes, market === "spread" ? consensusMoneyline(moneylines.map(quoteOf)) : null);
    const hasAgreed = agreed.line !== null || agreed.first !== null || agreed.second !== null;
    const consensus = rows.find((row) => row.text("book") === "consensus");
    if (hasAgreed !== (consensus !== undefined))
      findings.add(
        `${table.path}, row ${key.trim()} consensus: it is ${hasAgreed ? "missing" : "there"}, and ${young.length} books were young enough`,
      );
    const score = season.score(id, period);
    for (const row of rows) {
      const name = `${key.trim()} ${row.text("book")}`;
      const winner =
        score === undefined ? {} : { winner: winnerOf(market, row.text("team"), row.number("line"), score) };
      const own = row === consensus ? { ...columnsOf(agreed, market), age_minutes: oldest(young, agreed.line) } : {};
      findings.compare(table, row, name, { ...sameAsGame(season, row), ...own, ...winner });
    }
  }
}

function quoteOf(row: Row): Quote {
  const [first, second] = isSided(row.text("market")) ? ["home_price", "away_price"] : ["over_price", "under_price"];
  return { line: row.number("line"), first: row.number(first ?? ""), second: row.number(second ?? "") };
}

function columnsOf({ line, first, second }: Quote, market: string): Record<string, Value> {
  const [home, away, over, under] = isSided(market) ? [first, second, null, null] : [null, null, first, second];
  return {
    line,
    home_price: home ?? null,
    away_price: away ?? null,
    over_price: over ?? null,
    under_price: under ?? null,
  };
}

/** Of the books on the line; of a moneyline, which has none, of all. */
function oldest(young: readonly Row[], line: number | null): number {
  return Math.max(...young.filter((row) => row.number("line") === line).map((row) => row.number("age_minutes") ?? 0));
}

function winnerOf(market: string, team: string, line: number | null, score: Score | null): Value {
  if (score === null) return null;
  if (isSided(market)) {
    const ahead = score.home - score.away + (line ?? 0);
    return ahead === 0 ? "push" : ahead > 0 ? "home" : "away";
  }
  const points = team === "home" ? score.home : team === "away" ? score.away : score.home + score.away;
  return points === line ? "push" : points > (line ?? 0) ? "over" : "under";
}
