/**
 * The sample: seeded, believable seasons of every sport as canonical feed records, so that they go the same way through feed,
 * ledger and publish as real input. The same seed gives the same records, on any day and any machine.
 */
import { sampleProvider } from "../../src/domain/providers.ts";
import type { SeasonKey } from "../../src/domain/seasons.ts";
import { type Sport, sportFacts, sports } from "../../src/domain/sports.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { dayOf } from "./calendar.ts";
import { outsideIdsOf, sampleGame, startersOf } from "./facts.ts";
import { quotesOf } from "./odds.ts";
import { gameRandom, type SampleSeason, sampleSeason } from "./season.ts";
import type { Fixture } from "./sport.ts";
import { sampleSports } from "./sports.ts";
import type { Venue } from "./venues.ts";

/** The fixed "today" of the sample: all sports have a season in progress then. */
export const sampleAsOf = "2026-10-28";
const today = dayOf(sampleAsOf);

/** Days of scheduled games that the start sample has. */
const comingDays = 14;

/**
 * Which games the sample has. "full" is every season of the coverage with its whole schedule. "start" is made within seconds,
 * so it has the seasons that are in progress on the sample's day, with every game played so far and the next ones to come, and
 * of the NFL the whole season before. No season of it is cut to some of its days. "first" is the same without baseball and
 * college football, which have most of the games: a first start answers with it. Else single seasons, whole.
 */
export type Extent = "first" | "start" | "full" | readonly SeasonKey[];

export type SampleOptions = { readonly seed: number; readonly extent: Extent };

export function seasonsOf(sport: Sport, extent: Extent): readonly number[] {
  if (typeof extent !== "string") return extent.filter((label) => label.sport === sport).map(({ season }) => season);
  if (extent === "first" && (sport === "mlb" || sport === "ncaaf")) return [];
  const { latestSeason: last, finishedSeasons } = sampleSports[sport];
  const first = extent === "full" ? sportFacts[sport].firstSeason : last - finishedSeasons;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

type SeasonInExtent = SampleSeason & { readonly taken: readonly Fixture[] };

/** Writes the schedules of all seasons, which takes a small part of the whole time. */
export function openSample({ seed, extent }: SampleOptions) {
  const isShort = extent === "first" || extent === "start";
  const seasons = sports.flatMap((sport) =>
    seasonsOf(sport, extent).map((label) => {
      const season = sampleSeason(seed, sport, label, today);
      return { ...season, taken: season.fixtures.filter(({ day }) => !isShort || day < today + comingDays) };
    }),
  );
  const games = seasons.flatMap(({ taken }) => taken);
  return {
    /** Played and still to come. */
    games: games.length,
    /** Games that are over, and published therefore. */
    finals: games.filter(({ day }) => day < today).length,
    records: () => recordsOf(seasons, seed),
  };
}

export function sampleRecords(options: SampleOptions): Generator<FeedRecord> {
  return openSample(options).records();
}

/** A game's records at a time (the game, then its quotes), in date order; a venue before its first game, a season's statement at its end. */
function* recordsOf(seasons: readonly SeasonInExtent[], seed: number): Generator<FeedRecord> {
  const venues = new Set<string>();
  for (const season of seasons) {
    const { context, taken, isComplete } = season;
    const outsideIds = outsideIdsOf(seed, season);
    const starters = startersOf(seed, season);
    for (const fixture of taken) {
      if (!venues.has(fixture.venue.venueId)) {
        venues.add(fixture.venue.venueId);
        yield venueRecord(fixture.venue);
      }
      const { record, actualStartMs } = sampleGame(seed, context, fixture);
      const named = starters.get(fixture);
      yield { ...record, other_ids: outsideIds.get(fixture) ?? null, ...(named && { starters: named }) };
      if (record.status !== "final") continue;
      const random = gameRandom(seed, fixture, "odds");
      yield* quotesOf(record, fixture.startMs, actualStartMs, context.outlookOf(fixture), random);
    }
    const { sport, season: label } = context;
    yield { type: "season", provider: sampleProvider, sport, season: label, complete: isComplete };
  }
}

function venueRecord({ venueId, name, city, roof }: Venue): FeedRecord {
  // Under a retractable roof each game says for itself.
  const indoor = roof === "retractable" ? null : roof === "closed";
  return { type: "venue", provider: sampleProvider, venue_id: venueId, name, city, indoor };
}
