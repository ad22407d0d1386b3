/** The row of the games list that a game gets. Pure. */

import type { Game } from "../../contract/lists/games.ts";
import type { ConsensusQuotes } from "../../domain/consensus.ts";
import { favorite, grade } from "../../domain/grading.ts";
import type { SideScores } from "../../domain/period-scores.ts";
import { sportFacts } from "../../domain/sports.ts";
import { teamByAbbreviation } from "../../domain/teams/registry.ts";
import type { GameRecord } from "../../feed/records.ts";
import { consensusMarkets } from "../../release/line-members.ts";
import type { LedgerGame } from "../match/assemble.ts";
import { firstKnown } from "./first-known.ts";
import type { VenueFacts } from "./venues.ts";

type GameFacts = {
  readonly gameId: string;
  readonly gameDate: string;
  readonly venues: VenueFacts;
  readonly records: LedgerGame["records"];
  /** The same records, without venues that cannot be. */
  readonly possible: readonly GameRecord[];
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
    venue: facts.venues.ofGame(facts.possible),
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
