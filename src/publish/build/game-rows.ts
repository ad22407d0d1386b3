/** The rows of a game as callers see them: the games list's, the odds list's, and the lines of its periods. Pure. */

import type { Game, PeriodOdds } from "../../contract/rows/game.ts";
import type { OddsRow } from "../../contract/rows/odds.ts";
import type { ConsensusQuotes } from "../../domain/consensus.ts";
import { favorite, grade } from "../../domain/grading.ts";
import type { SideScores } from "../../domain/period-scores.ts";
import { type OddsPeriod, oddsPeriods, sportFacts } from "../../domain/sports.ts";
import { teamByAbbreviation } from "../../domain/teams/registry.ts";
import type { GameRecord } from "../../feed/records.ts";
import { consensusMarkets, pricedTeamTotals } from "../../release/line-members.ts";
import type { LedgerGame } from "../match/assemble.ts";
import { firstKnown } from "./first-known.ts";
import { type BookPeriod, bookOdds, periodOddsRow } from "./lines.ts";
import type { VenueFacts } from "./venues.ts";

type GameFacts = {
  readonly gameId: string;
  readonly gameDate: string;
  readonly venues: VenueFacts;
  readonly records: LedgerGame["records"];
  readonly startMs: number;
  readonly score: SideScores;
  readonly overtime: boolean | null;
  readonly agreed: ConsensusQuotes | null;
};

export function gameRow({ records, score, agreed, ...facts }: GameFacts): Game {
  const [record] = records;
  const { sport } = record;
  const result = grade(score, agreed?.spread.close.line ?? null, agreed?.total.close.line ?? null);
  return {
    game_id: facts.gameId,
    sport,
    season: record.season,
    season_type: record.season_type,
    week: sportFacts[sport].hasWeeks ? firstKnown(records, "week") : null,
    game_date: facts.gameDate,
    start_time: new Date(facts.startMs).toISOString(),
    status: "final",
    home: side(record, record.home, score.home),
    away: side(record, record.away, score.away),
    neutral_site: firstKnown(records, "neutral_site"),
    overtime: facts.overtime,
    venue: facts.venues.ofGame(records),
    referee: firstKnown(records, "referee"),
    result: {
      margin_home: score.home - score.away,
      home_covered: result.homeCovered,
      went_over: result.wentOver,
      favorite: agreed === null ? null : favorite(sport, agreed.spread.close.line, agreed.moneyline.close),
    },
    consensus: agreed === null ? null : consensusMarkets(agreed),
  };
}

function side({ sport, season }: GameRecord, abbreviation: string, points: number): Game["home"] {
  const team = teamByAbbreviation(sport, abbreviation);
  const isFcs = team?.fbsFrom != null && season < team.fbsFrom;
  return {
    team_id: isFcs ? null : (team?.teamId ?? null),
    abbreviation,
    name: team?.name ?? null,
    score: points,
  };
}

/** The row of one book, graded against the book's own close. */
export function oddsRow(game: Game, score: SideScores, entry: BookPeriod): OddsRow {
  const { book_id, book, book_name, moneyline, spread, total } = bookOdds(entry);
  const own = grade(score, spread.close, total.close);
  return {
    game_id: game.game_id,
    sport: game.sport,
    game_date: game.game_date,
    start_time: game.start_time,
    home: game.home.abbreviation,
    away: game.away.abbreviation,
    book_id,
    book,
    book_name,
    moneyline,
    spread,
    total,
    team_total: pricedTeamTotals(entry.markets),
    result: {
      home_covered: own.homeCovered,
      spread_push: own.spreadPush,
      went_over: own.wentOver,
      total_push: own.totalPush,
    },
  };
}

/** The lines of every period but the whole game, in the order of the periods [D-22]. */
export function periodOddsRows(folded: ReadonlyMap<OddsPeriod, readonly BookPeriod[]>): PeriodOdds[] {
  return oddsPeriods
    .filter((period) => period !== "full")
    .flatMap((period) => (folded.get(period) ?? []).map((entry) => periodOddsRow(period, entry)));
}
