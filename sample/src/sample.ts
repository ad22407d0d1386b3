/**
 * The sample: seeded, believable seasons of every sport as canonical feed records, so that they go the same
 * way through feed, ledger and publish as real input. The same seed gives the same records, on any day and any machine.
 */
import { sampleProvider } from "../../src/domain/providers.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import type { FeedRecord, SeasonRecord, VenueRecord } from "../../src/feed/records.ts";
import { dayOf } from "./calendar.ts";
import { type Extent, isInExtent, seasonsOf } from "./extent.ts";
import type { Fixture } from "./fixture.ts";
import { sampleGame } from "./game-record.ts";
import { quotesOf } from "./odds/quotes.ts";
import { outsideIdsOf } from "./outside-ids.ts";
import { Random } from "./random.ts";
import { type SampleSeason, sampleSeason } from "./season.ts";
import { startersOf } from "./starters.ts";
import type { Venue } from "./venues/venue.ts";

export type SampleOptions = { readonly seed: number; readonly extent: Extent };

/** The fixed "today" of the sample: all sports have a season in progress then. */
export const sampleAsOf = "2026-10-28";

const today = dayOf(sampleAsOf);

type Sample = {
  /** Number of games, played and still to come. */
  readonly games: number;
  /** Number of games that are over, and published therefore. */
  readonly finals: number;
  /**
   * One game's records at a time (game first, then its quotes), season by season, in date order. A venue comes before
   * its first game, a season's statement after its last.
   */
  records(): Generator<FeedRecord>;
};

type SeasonInExtent = { readonly season: SampleSeason; readonly fixtures: readonly Fixture[] };

/** Writes the schedules of all seasons, which takes a small part of the whole time. */
export function openSample({ seed, extent }: SampleOptions): Sample {
  const seasons = sports.flatMap((sport) =>
    seasonsOf(sport, extent).map((label) => {
      const season = sampleSeason(seed, sport, label, today);
      return { season, fixtures: season.fixtures.filter((fixture) => isInExtent(fixture, extent, today)) };
    }),
  );
  return {
    games: seasons.reduce((sum, { fixtures }) => sum + fixtures.length, 0),
    finals: seasons.reduce(
      (sum, { season, fixtures }) =>
        sum + fixtures.filter((fixture) => fixture.day < today && !season.context.calledOff.has(fixture)).length,
      0,
    ),
    records: () => recordsOf(seasons, seed),
  };
}

export function sampleRecords(options: SampleOptions): Generator<FeedRecord> {
  return openSample(options).records();
}

function* recordsOf(seasons: readonly SeasonInExtent[], seed: number): Generator<FeedRecord> {
  const venues = new Set<string>();
  for (const { season, fixtures } of seasons) {
    const { context } = season;
    const outsideIds = outsideIdsOf(seed, season);
    const starters = startersOf(seed, season);
    for (const fixture of fixtures) {
      if (!venues.has(fixture.venue.venueId)) {
        venues.add(fixture.venue.venueId);
        yield venueRecord(fixture.venue);
      }
      const { record, actualStartMs } = sampleGame(seed, context, fixture);
      const named = starters.get(fixture);
      yield { ...record, other_ids: outsideIds.get(fixture) ?? null, ...(named && { starters: named }) };
      if (record.status !== "final") continue;
      const stream = (part: string): Random => new Random(`${seed} ${fixture.season} ${record.game_id} ${part}`);
      const outlook = context.outlookOf(fixture);
      yield* quotesOf({ fixture, id: record.game_id, outlook, actualStartMs }, stream("odds"), stream("moves"));
    }
    yield seasonRecord(context.sport, context.season, season.isComplete);
  }
}

function venueRecord(venue: Venue): VenueRecord {
  const { venueId, name, city, roof } = venue;
  // Under a retractable roof each game says for itself.
  const indoor = roof === "retractable" ? null : roof === "closed";
  return { type: "venue", provider: sampleProvider, venue_id: venueId, name, city, indoor };
}

function seasonRecord(sport: Sport, season: number, complete: boolean): SeasonRecord {
  return { type: "season", provider: sampleProvider, sport, season, complete };
}
