/** The facts of a game beside its score: its record, its officials, weather, starters and ids at other sources. All persons are invented. */

import { sampleProvider } from "../../src/domain/providers.ts";
import { sports } from "../../src/domain/sports.ts";
import { clubOfSeason, teamByAbbreviation } from "../../src/domain/teams/registry.ts";
import type { GameStarters, Starter } from "../../src/domain/teams/team.ts";
import { minuteMs } from "../../src/domain/times.ts";
import type { GameRecord, OtherIds } from "../../src/feed/records.ts";
import { dateOf, isoOf } from "./calendar.ts";
import { Random } from "./random.ts";
import { fixtureId, gameRandom, type SampleSeason } from "./season.ts";
import type { Fixture, SampleStarters, SeasonContext } from "./sport.ts";
import { sampleSports } from "./sports.ts";
import tables from "./tables.json" with { type: "json" };

const { people, temperatures } = tables;
const inventedNames = people.first
  .split(" ")
  .flatMap((first) => people.last.split(" ").map((last) => `${first} ${last}`));

export type SampleGame = { readonly record: GameRecord; readonly actualStartMs: number | null };

export function sampleGame(seed: number, context: SeasonContext, fixture: Fixture): SampleGame {
  const { sport, season, venue } = fixture;
  const result = context.resultOf(fixture);
  const random = gameRandom(seed, fixture, "facts");
  // A retractable roof is closed more often than not.
  const isIndoors = venue.roof === "closed" || (venue.roof === "retractable" && random.chance(0.65));
  const weather = weatherOf(fixture, isIndoors, random);
  // Each sport has its officials, the same in every season.
  const crew = random.int(0, sampleSports[sport].officials - 1) * sports.length + sports.indexOf(sport);
  const referee = random.chance(0.04) ? null : (inventedNames[crew] ?? null);
  const delay = random.chance(0.6) ? random.int(1, 12) : null;
  const actualStartMs = result === null || delay === null ? null : fixture.startMs + delay * minuteMs;
  // Now and then a feed knows how a game of baseball ended, and not its innings.
  const isLineLost = sport === "mlb" && gameRandom(seed, fixture, "innings").chance(1 / 500);
  const record: GameRecord = {
    type: "game",
    provider: sampleProvider,
    game_id: fixtureId(fixture),
    sport,
    season,
    season_type: fixture.seasonType,
    week: fixture.week,
    game_date: dateOf(fixture.day),
    game_number: fixture.gameNumber,
    start_time: isoOf(fixture.startMs),
    actual_start_time: actualStartMs === null ? null : isoOf(actualStartMs),
    status: result === null ? "scheduled" : "final",
    home: clubOfSeason(sport, fixture.home, season),
    away: clubOfSeason(sport, fixture.away, season),
    neutral_site: fixture.neutral,
    overtime: result?.overtime ?? null,
    home_score: result?.home ?? null,
    away_score: result?.away ?? null,
    line_score: result === null || isLineLost ? null : { home: [...result.homeLine], away: [...result.awayLine] },
    venue: { venue_id: venue.venueId, name: venue.name, city: venue.city, indoor: isIndoors },
    referee: result === null ? null : referee,
    weather: result === null ? null : weather,
  };
  return { record, actualStartMs };
}

const skies = ["Clear", "Sunny", "Partly Cloudy", "Cloudy", "Overcast"] as const;

function weatherOf(fixture: Fixture, isIndoors: boolean, random: Random): GameRecord["weather"] {
  const { weather } = sampleSports[fixture.sport];
  if (weather === null) return null;
  if (isIndoors) return { temp_f: null, wind_mph: null, wind_direction: null, condition: "Indoor" };
  // Now and then the feed has none.
  if (random.chance(0.01)) return null;
  // Those of the afternoon in °F, January to December.
  const month = Number(dateOf(fixture.day).slice(5, 7)) - 1;
  const temp = Math.round(random.normal((temperatures[fixture.venue.climate][month] as number) - 3, 8));
  const wind = Math.max(0, Math.round(random.normal(8, 4.5)));
  const isWet = random.chance(weather.wetShare);
  const direction = random.pick(weather.windDirections);
  return {
    temp_f: temp,
    wind_mph: wind,
    wind_direction: wind === 0 ? null : direction,
    condition: isWet ? (temp <= 33 ? "Snow" : "Rain") : random.pick(skies),
  };
}

/** Now and then the feed does not say who started. */
const unnamed = 0.02;

/**
 * The pitchers and goalies of a season, the same in all seasons: pitchers take turns, and the first of two goalies plays more
 * often. Games that were not played have none.
 */
export function startersOf(seed: number, { context, fixtures }: SampleSeason): ReadonlyMap<Fixture, GameStarters> {
  const { sport } = context;
  const { starters: plan } = sampleSports[sport];
  const starters = new Map<Fixture, GameStarters>();
  if (plan === null) return starters;
  const staffs = new Map<string, readonly Starter[]>();
  const turns = new Map<string, number>();
  for (const fixture of fixtures) {
    if (context.resultOf(fixture) === null) continue;
    const random = gameRandom(seed, fixture, "starters");
    const next = (team: string): Starter | null => {
      const staff = staffs.getOrInsertComputed(team, () => staffOf(seed, fixture, team, plan));
      const turn = turns.get(team) ?? 0;
      turns.set(team, turn + 1);
      const place = plan.firstShare === null ? turn % staff.length : Number(!random.chance(plan.firstShare));
      return random.chance(unnamed) ? null : (staff[place] ?? null);
    };
    starters.set(fixture, { home: next(fixture.home), away: next(fixture.away) });
  }
  return starters;
}

function staffOf(seed: number, { sport }: Fixture, team: string, plan: SampleStarters): Starter[] {
  const random = new Random(`${seed} ${sport} ${team} starters`);
  const names = random.shuffled(inventedNames);
  const firstId = plan.firstId + 10 * (teamByAbbreviation(sport, team)?.teamId ?? 0);
  return Array.from({ length: plan.perTeam }, (_, place) => ({
    id: String(firstId + place),
    name: names[place] as string,
    hand: plan.leftShare === null ? null : random.chance(plan.leftShare) ? "L" : "R",
  }));
}

/** ESPN counts the games of all sports together, so each season of each sport has a block of its own. */
const firstEspnId = 401_400_000;
const espnIdsOfSeason = 4_000;
const firstSeason = 2022;
/** Now and then an event is listed anew, under another id, when its start has moved. */
const listedTwice = 1 / 60;

/**
 * The ids that the games of a season would have at other sources: invented like the games, and each of its source's shape, so
 * that a newcomer sees how rows are joined. A game has the same ones in every extent of the sample.
 *
 * @param season with its whole schedule.
 */
export function outsideIdsOf(seed: number, { context, fixtures }: SampleSeason): ReadonlyMap<Fixture, OtherIds> {
  const { sport, season } = context;
  const block = (season - firstSeason) * sports.length + sports.indexOf(sport);
  const { otherIds } = sampleSports[sport];
  return new Map(
    fixtures.map((fixture, index) => {
      const espn = String(firstEspnId + block * espnIdsOfSeason + index);
      const random = gameRandom(seed, fixture, "events");
      const events = context.resultOf(fixture) === null ? 0 : random.chance(listedTwice) ? 2 : 1;
      // The Odds API has 32 hexadecimal digits.
      const eventId = () =>
        Array.from({ length: 8 }, () => random.int(0, 0xffff).toString(16).padStart(4, "0")).join("");
      const others = otherIds({ fixture, index, espn, fixtures });
      return [fixture, { ...others, the_odds_api: Array.from({ length: events }, eventId) }];
    }),
  );
}
