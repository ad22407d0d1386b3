/** A game that each house rule settled, so that people see what it means. */
import { type BetRow, bets } from "../../contract/lists/bets.ts";
import { houseRules } from "../../domain/house-rules.ts";
import { sports } from "../../domain/sports.ts";
import { truthOf } from "../../release/season-table.ts";
import { rulesAt } from "../bets/side-slots.ts";
import type { Snapshot } from "../load.ts";
import type { SeasonShelf } from "../season.ts";
import { betRows } from "./game.ts";
import type { OpenSeasons } from "./slate.ts";

/** By the name of the rule: a bet of the newest game that may be shown, one with overtime before others. A rule that settled none is not there. */
export function ruleExamples(snapshot: Snapshot, isOpen: OpenSeasons): ReadonlyMap<string, BetRow> {
  const found = new Map<string, BetRow>();
  for (const sport of sports) {
    const missing = new Set(houseRules.filter((rule) => rule.sports.includes(sport)).map(({ name }) => name));
    const seasons = snapshot.sports[sport].seasons.filter(({ season }) => isOpen(sport, season));
    for (const season of seasons.toSorted((one, other) => other.season - one.season)) {
      for (const game of newestFirst(season)) {
        if (missing.size === 0) break;
        const settling = rulesAt(season, game).flatMap(({ common, books }) => [common, ...books.values()]);
        if (!settling.some(({ name }) => missing.has(name))) continue;
        const asked = bets.read(`sport=${sport}&game_id=${season.gameIds[game]}&book=all`);
        for (const row of betRows(snapshot, asked)) {
          if (row.result.close === null || row.rule === null || !missing.delete(row.rule)) continue;
          if (!found.has(row.rule)) found.set(row.rule, row);
        }
      }
    }
  }
  return found;
}

function newestFirst({ gameIds, overtimes }: SeasonShelf): readonly number[] {
  const newest = [...gameIds.keys()].reverse();
  const hadOvertime = (game: number): boolean => truthOf(overtimes[game]) === true;
  return [...newest.filter(hadOvertime), ...newest.filter((game) => !hadOvertime(game))];
}
