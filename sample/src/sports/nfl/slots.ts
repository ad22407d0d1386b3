/** On which day and at which hour of its week an NFL game is played. */
import { localInstant, onOrAfter, weekdayOf, weekdays } from "../../calendar.ts";
import type { Fixture } from "../../fixture.ts";
import type { Pair } from "../../schedules/pairing.ts";
import type { SeasonContext } from "../../season-context.ts";
import type { Venue } from "../../venues/venue.ts";
import { nflAbroad, nflVenue } from "./venues.ts";

export type Slot = Pair & {
  readonly day: number;
  /** New York minutes: the league's broadcast windows are national. */
  readonly minutes: number;
  readonly abroad: Venue | null;
};

const windows = {
  morning: 9 * 60 + 30,
  noon: 12 * 60 + 30,
  early: 13 * 60,
  late: 16 * 60 + 5,
  lateNational: 16 * 60 + 25,
};
const night = 20 * 60 + 15;
const sundayNight = 20 * 60 + 20;

/** Weeks with a game abroad on Sunday morning. */
const weeksAbroad: readonly number[] = [4, 5, 6, 10];

export function nflSlots(context: SeasonContext, week: number, thursday: number, pairs: readonly Pair[]): Slot[] {
  const random = context.random(`slots ${week}`);
  const open = random.shuffled(pairs);
  const slots: Slot[] = [];
  const sunday = thursday + 3;
  const take = (day: number, minutes: number, wanted?: (pair: Pair) => boolean, abroad: Venue | null = null): void => {
    const found = wanted === undefined ? -1 : open.findIndex(wanted);
    const [pair] = open.splice(Math.max(0, found), 1);
    if (pair !== undefined) slots.push({ ...pair, day, minutes, abroad });
  };
  if (week === 18) {
    take(sunday - 1, 16 * 60 + 30);
    take(sunday - 1, night);
  } else {
    if (isThanksgiving(thursday)) {
      take(thursday, windows.noon, (pair) => pair.home === "DET");
      take(thursday, 16 * 60 + 30, (pair) => pair.home === "DAL");
    }
    take(thursday, night);
    if (week === 16 || week === 17) {
      take(sunday - 1, windows.early);
      take(sunday - 1, 16 * 60 + 30);
    }
    take(sunday + 1, night);
  }
  take(sunday, sundayNight);
  const abroad = weeksAbroad.indexOf(week);
  if (abroad >= 0) take(sunday, windows.morning, undefined, nflAbroad[abroad] ?? null);
  const isWestern = (pair: Pair): boolean => /Los_Angeles|Denver|Phoenix/.test(nflVenue(pair.home).zone);
  for (let late = 0; late < 4 && open.length > 6; late++) {
    take(sunday, late < 2 ? windows.late : windows.lateNational, isWestern);
  }
  while (open.length > 0) take(sunday, windows.early);
  return slots;
}

/** The fourth Thursday of November. */
function isThanksgiving(thursday: number): boolean {
  const date = new Date(thursday * 86_400_000);
  return date.getUTCMonth() === 10 && date.getUTCDate() >= 22 && date.getUTCDate() <= 28;
}

export function nflFixture(
  context: SeasonContext,
  slot: Slot,
  week: number,
  seasonType: Fixture["seasonType"],
): Fixture {
  const { season } = context;
  const { day, home, away } = slot;
  const venue = slot.abroad ?? nflVenue(home);
  const startMs = localInstant(day, slot.minutes, "America/New_York");
  const neutral = slot.abroad !== null;
  return { sport: "nfl", season, seasonType, week, day, startMs, home, away, gameNumber: null, venue, neutral };
}

/** The windows of a postseason weekend, by round. */
export function postseasonSlots(week: number, saturday: number): readonly { day: number; minutes: number }[] {
  const sunday = onOrAfter(saturday, weekdays.sunday);
  const at = (day: number, hours: number, minutes: number) => ({ day, minutes: hours * 60 + minutes });
  if (week === 19) {
    return [
      at(saturday, 16, 30),
      at(saturday, 20, 15),
      at(sunday, 13, 0),
      at(sunday, 16, 30),
      at(sunday, 20, 15),
      at(sunday + 1, 20, 15),
    ];
  }
  if (week === 20) return [at(saturday, 16, 30), at(saturday, 20, 15), at(sunday, 15, 0), at(sunday, 18, 30)];
  if (week === 21) return [at(sunday, 15, 0), at(sunday, 18, 30)];
  return [at(weekdayOf(saturday) === weekdays.saturday ? sunday : saturday, 18, 30)];
}
