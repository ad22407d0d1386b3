/** The JSON of `gradeline explain --json`. Times are ISO 8601 UTC. */
import type { Quote } from "../../domain/fold.ts";
import type { Explanation } from "../../publish/explanation.ts";
import { isoOf } from "./table-text.ts";

export function explanationJson(explanation: Explanation): Record<string, unknown> {
  const { lines, consensus, captures, events, grading } = explanation;
  return {
    game_id: explanation.gameId,
    sport: explanation.sport,
    away: explanation.away,
    home: explanation.home,
    game_date: explanation.gameDate,
    start_time: timeOf(explanation.startMs),
    state: explanation.state,
    reason: explanation.reason,
    published: explanation.isPublished,
    records: explanation.records,
    believed: explanation.believed,
    events: events.map((event) => ({
      provider: event.provider,
      event_id: event.eventId,
      away: event.away,
      home: event.home,
      start_time: timeOf(event.startMs),
      last_listed_at: timeOf(event.lastListedMs),
      books: event.books,
      captures: event.captures,
      first_captured_at: timeOf(event.firstCaptureMs),
      last_captured_at: timeOf(event.lastCaptureMs),
      taken: event.isTaken,
      reason: event.reason,
    })),
    captures: captures.map((series) => ({
      book: series.book,
      us_facing: series.isUsFacing,
      period: series.period,
      market: series.market,
      taken: series.taken,
      at_or_after_start: series.late,
      out_of_bounds: series.outOfBounds,
      untimed: series.untimed,
      first_taken_at: timeOf(series.firstTakenMs),
      last_taken_at: timeOf(series.lastTakenMs),
    })),
    lines: lines.map((line) => ({
      book: line.book,
      period: line.period,
      market: line.market,
      moment: line.moment,
      ...quoteJson(line),
      captured_at: timeOf(line.capturedMs),
      events: line.sources,
      others: line.others.map(quoteJson),
    })),
    consensus: consensus.map(({ market, moment, votes, median, ...quote }) => ({
      market,
      moment,
      ...quoteJson(quote),
      median,
      votes,
    })),
    grading: grading === null ? null : gradingJson(grading),
    notes: explanation.notes,
  };
}

/** `first` is the price of the home side or of over, `second` that of the away side or of under. */
function quoteJson({ line, first, second }: Quote): Quote {
  return { line, first, second };
}

function gradingJson(grading: NonNullable<Explanation["grading"]>): Record<string, unknown> {
  return {
    home_score: grading.homeScore,
    away_score: grading.awayScore,
    margin_home: grading.marginHome,
    spread_close: grading.spreadClose,
    home_covered: grading.homeCovered,
    total_close: grading.totalClose,
    went_over: grading.wentOver,
    favorite: grading.favorite,
  };
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : isoOf(ms);
}
