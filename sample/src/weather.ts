/** Weather of outdoor games: the month of the place, and some chance. */
import type { GameRecord } from "../../src/feed/records.ts";
import { dateOf } from "./calendar.ts";
import type { Fixture } from "./fixture.ts";
import type { Random } from "./random.ts";
import { sampleSports } from "./sports/registry.ts";
import type { Climate } from "./venues/venue.ts";

/** Afternoon temperatures in °F, January to December. */
const monthly: Readonly<Record<Climate, readonly number[]>> = {
  n: [30, 33, 44, 57, 68, 78, 82, 80, 73, 60, 47, 35],
  m: [41, 45, 54, 65, 74, 83, 87, 86, 79, 67, 55, 45],
  s: [60, 64, 70, 77, 83, 89, 91, 91, 87, 79, 69, 62],
  w: [58, 60, 62, 65, 68, 72, 76, 77, 76, 71, 64, 58],
  d: [66, 70, 76, 84, 93, 102, 105, 103, 98, 87, 75, 66],
};

const skies = ["Clear", "Sunny", "Partly Cloudy", "Cloudy", "Overcast"] as const;

/** Whether a game is played under a roof; a retractable one is closed more often than not. */
export function isPlayedIndoors(fixture: Fixture, random: Random): boolean {
  const { roof } = fixture.venue;
  return roof === "closed" || (roof === "retractable" && random.chance(0.65));
}

export function weatherOf(fixture: Fixture, isIndoors: boolean, random: Random): GameRecord["weather"] {
  const { weather } = sampleSports[fixture.sport];
  if (weather === null) return null;
  if (isIndoors) return { temp_f: null, wind_mph: null, wind_direction: null, condition: "Indoor" };
  // Now and then the feed has none.
  if (random.chance(0.01)) return null;
  const month = Number(dateOf(fixture.day).slice(5, 7)) - 1;
  const temp = Math.round(random.normal((monthly[fixture.venue.climate][month] as number) - 3, 8));
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
