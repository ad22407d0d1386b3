/** One game, ready to publish: the rows that callers will see, from what the ledger holds. Pure. */
import { crc32 } from "node:zlib";
import type { Game, GameExtras, OddsRow, Venue } from "../archive/shapes.ts";
import { marketBitsOf } from "../archive/tables.ts";
import { consensus } from "../domain/consensus.ts";
import { favorite, grade } from "../domain/grading.ts";
import { type PeriodScores, periodScores } from "../domain/period-scores.ts";
import { oddsPeriods, sportFacts } from "../domain/sports.ts";
import { teamByAbbreviation } from "../domain/teams/registry.ts";
import type { GameRecord, VenueRecord } from "../feed/records.ts";
import { capturesForGame, type LedgerGame } from "../ledger/assemble.ts";
import type { PricedEvent } from "../ledger/read.ts";
import { finalScore } from "./final-score.ts";
import { bookOdds, consensusMembers, foldGame, periodOdds, teamTotalJuice } from "./lines.ts";
import { soundCaptures } from "./sound-captures.ts";

export type BuiltGame = {
  readonly game: Game;
  readonly extras: GameExtras;
  readonly odds: readonly { readonly row: OddsRow; readonly marketBits: number }[];
  readonly startMs: number;
  /** Whether at least one published book has a closing line. */
  readonly hasClosingLine: boolean;
  /** Why the period scores are withheld, when they are [D-9]. */
  readonly withheld: string | null;
  /** Quotes that are in no line of this game because no book can have shown them, by event. */
  readonly leftOut: readonly string[];
};

export type BuildOutcome =
  | { readonly ok: true; readonly built: BuiltGame }
  | { readonly ok: false; readonly reason: string; readonly isDispute: boolean };

/** Facts of venue records, by `venueKey`. */
export type VenueFacts = ReadonlyMap<string, VenueRecord>;

export function venueKey(provider: string, venueId: string): string {
  return `${provider}:${venueId}`;
}

/**
 * Builds a final game, or says what stands against publishing it.
 * @param decidedBy the provider that an operator believes about this game's score; null: all must agree.
 */
export function buildGame(
  source: LedgerGame<PricedEvent>,
  gameId: string,
  gameDate: string,
  venues: VenueFacts,
  decidedBy: string | null = null,
): BuildOutcome {
  const [record] = source.records;
  const { sport } = record;
  if (source.startMs === null) return { ok: false, reason: "nobody states a start time", isDispute: false };
  const outcome = finalScore(source.records, decidedBy);
  if (!outcome.ok) return outcome;
  const { homeScore, awayScore, decider } = outcome;
  const score = { home: homeScore, away: awayScore };
  const known = <Field extends keyof GameRecord>(field: Field): GameRecord[Field] | null =>
    source.records.map((each) => each[field]).find((value) => value !== null) ?? null;

  // Who is believed about the score is believed about its parts: another's periods would add up to another score.
  const lineScore = decider === null ? known("line_score") : decider.line_score;
  const stated = decider?.overtime ?? (lineScore === null || decider === null ? known("overtime") : null);
  const periods = lineScore === null ? null : periodScores(sport, lineScore, score, stated);
  const scores: PeriodScores = periods?.ok ? periods.scores : {};
  const overtime = stated ?? (periods?.ok ? scores.ot !== undefined : null);

  const { startMs } = source;
  const priced = source.events.map((event) => ({ event, ...soundCaptures(event.captures, sport, startMs) }));
  const folded = foldGame(
    priced.map(({ event, captures }) => capturesForGame({ ...event, captures }, record.home)),
    startMs,
  );
  const books = folded.get("full") ?? [];
  const agreed = consensus(books);
  const result = grade(score, agreed?.spread.close.line ?? null, agreed?.total.close.line ?? null);
  const startTime = new Date(startMs).toISOString();
  const seasonType = record.season_type;

  const side = (abbreviation: string, points: number): Game["home"] => {
    const team = teamByAbbreviation(sport, abbreviation);
    const isFcs = team?.fbsFrom != null && record.season < team.fbsFrom;
    return {
      team_id: isFcs ? null : (team?.teamId ?? null),
      abbreviation,
      name: team?.name ?? null,
      score: points,
    };
  };
  const game: Game = {
    game_id: gameId,
    sport,
    season: record.season,
    season_type: seasonType,
    week: sportFacts[sport].hasWeeks ? known("week") : null,
    game_date: gameDate,
    start_time: startTime,
    status: "final",
    home: side(record.home, homeScore),
    away: side(record.away, awayScore),
    neutral_site: known("neutral_site"),
    overtime,
    venue: venueOf(source.records, venues),
    referee: known("referee"),
    result: {
      margin_home: homeScore - awayScore,
      home_covered: result.homeCovered,
      went_over: result.wentOver,
      favorite: agreed === null ? null : favorite(sport, agreed.spread.close.line, agreed.moneyline.close),
    },
    consensus: agreed === null ? null : consensusMembers(agreed),
  };
  const extras: GameExtras = {
    period_scores: scores,
    weather: known("weather"),
    books: books.map(bookOdds),
    period_odds: oddsPeriods
      .filter((period) => period !== "full")
      .flatMap((period) => (folded.get(period) ?? []).map((entry) => periodOdds(period, entry))),
  };
  const odds = books.map((entry) => {
    const { book_id, book, book_name, moneyline, spread, total, team_total } = bookOdds(entry);
    const own = grade(score, spread.close, total.close);
    const row: OddsRow = {
      game_id: gameId,
      sport,
      game_date: gameDate,
      start_time: startTime,
      home: record.home,
      away: record.away,
      book_id,
      book,
      book_name,
      moneyline,
      spread,
      total,
      team_total: { ...team_total, ...teamTotalJuice(entry) },
      result: {
        home_covered: own.homeCovered,
        spread_push: own.spreadPush,
        went_over: own.wentOver,
        total_push: own.totalPush,
      },
    };
    return { row, marketBits: marketBitsOf(row) };
  });
  const hasClosingLine = books.some((entry) => Object.values(entry.markets).some((market) => market.close !== null));
  const withheld = periods === null || periods.ok ? null : periods.reason;
  const leftOut = priced.flatMap(({ event, leftOut: kept }) =>
    kept === null ? [] : [`${kept.count} quotes of event ${event.eventId}, the first ${kept.first}`],
  );
  return { ok: true, built: { game, extras, odds, startMs, hasClosingLine, withheld, leftOut } };
}

/** A venue's number is made from the provider's id, so that it is the same on every installation, in any order. */
function venueOf(records: readonly GameRecord[], venues: VenueFacts): Venue | null {
  const record = records.find((each) => each.venue !== null);
  if (record === undefined || record.venue === null) return null;
  const key = venueKey(record.provider, record.venue.venue_id);
  const facts = venues.get(key);
  return {
    venue_id: crc32(key) >>> 1,
    name: record.venue.name ?? facts?.name ?? null,
    city: record.venue.city ?? facts?.city ?? null,
    indoor: record.venue.indoor ?? facts?.indoor ?? null,
  };
}
