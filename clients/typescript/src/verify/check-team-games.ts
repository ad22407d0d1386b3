/** Games as each team saw them: score, margin, line and results. What was known before a game needs other seasons, too. */
import { sameAsGame } from "./check-games.ts";
import type { Findings } from "./findings.ts";
import type { Season } from "./season.ts";

export function checkTeamGames(season: Season, findings: Findings): void {
  const table = season.table("team_games");
  if (table === null || season.table("games") === null) return;
  for (const row of table.rows) {
    const id = row.text("game_id");
    const game = season.game(id);
    const score = season.score(id, "game");
    const side = row.text("side") === "home" ? "home" : "away";
    const other = side === "home" ? "away" : "home";
    const posted = game?.number("consensus.spread.close") ?? null;
    const line = posted === null ? null : side === "home" ? posted : 0 - posted;
    const total = game?.number("consensus.total.close") ?? null;
    const margin = score ? score[side] - score[other] : null;
    const ahead = margin === null || line === null ? null : margin + line;
    const over = score && total !== null ? score.home + score.away - total : null;
    const word = (difference: number | null, above: string, below: string, same: string) =>
      difference === null ? null : difference > 0 ? above : difference < 0 ? below : same;
    findings.compare(table, row, `${id} ${row.text("team")}`, {
      ...sameAsGame(season, row),
      team: game?.text(`${side}.abbreviation`) ?? null,
      opponent: game?.text(`${other}.abbreviation`) ?? null,
      "score.team": score ? score[side] : null,
      "score.opponent": score ? score[other] : null,
      "result.straight_up": word(margin, "won", "lost", "tied"),
      "result.spread": word(ahead, "covered", "failed", "push"),
      "result.total": word(over, "over", "under", "push"),
      line,
      total,
      margin,
      margin_against_line: ahead,
    });
  }
}
