/** From a fixture to the canonical game record. */

import { minuteMs } from "../../src/domain/durations.ts";
import { sampleProvider } from "../../src/domain/providers.ts";
import { clubOfSeason } from "../../src/domain/teams/successions.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { dateOf, isoOf } from "./calendar.ts";
import type { Fixture } from "./fixture.ts";
import { officialsOf } from "./officials.ts";
import { Random } from "./random.ts";
import { fixtureId, type SeasonContext } from "./season-context.ts";
import { isPlayedIndoors, weatherOf } from "./weather.ts";

type SampleGame = { readonly record: GameRecord; readonly actualStartMs: number | null };

export function sampleGame(seed: number, context: SeasonContext, fixture: Fixture): SampleGame {
  const id = fixtureId(fixture);
  const result = context.resultOf(fixture);
  const random = new Random(`${seed} ${fixture.season} ${id} facts`);
  const isIndoors = isPlayedIndoors(fixture, random);
  const weather = weatherOf(fixture, isIndoors, random);
  const official = random.chance(0.04) ? null : random.pick(officialsOf(seed, fixture.sport));
  const delay = random.chance(0.6) ? random.int(1, 12) : null;
  const actualStartMs = result === null || delay === null ? null : fixture.startMs + delay * minuteMs;
  const { venue } = fixture;
  const record: GameRecord = {
    type: "game",
    provider: sampleProvider,
    game_id: id,
    sport: fixture.sport,
    season: fixture.season,
    season_type: fixture.seasonType,
    week: fixture.week,
    game_date: dateOf(fixture.day),
    game_number: fixture.gameNumber,
    start_time: isoOf(fixture.startMs),
    actual_start_time: actualStartMs === null ? null : isoOf(actualStartMs),
    status: result === null ? (context.calledOff.get(fixture) ?? "scheduled") : "final",
    home: clubOfSeason(fixture.sport, fixture.home, fixture.season),
    away: clubOfSeason(fixture.sport, fixture.away, fixture.season),
    neutral_site: fixture.neutral,
    overtime: result?.overtime ?? null,
    home_score: result?.home ?? null,
    away_score: result?.away ?? null,
    line_score: result === null ? null : { home: [...result.homeLine], away: [...result.awayLine] },
    venue: { venue_id: venue.venueId, name: venue.name, city: venue.city, indoor: isIndoors },
    referee: result === null ? null : official,
    weather: result === null ? null : weather,
  };
  return { record, actualStartMs };
}
