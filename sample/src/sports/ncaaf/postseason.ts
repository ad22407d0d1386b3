/** Bowls and the playoff: four teams through 2023, twelve since 2024, the first round then on home fields. */

import { postseasonWeekNcaaf } from "../../../../src/domain/sports/ncaaf/weeks.ts";
import { teamByAbbreviation } from "../../../../src/domain/teams/registry.ts";
import { dateOf, dayOf, onOrAfter, weekdayOf, weekdays } from "../../calendar.ts";
import type { Fixture } from "../../fixture.ts";
import { rankingOf } from "../../schedules/ranking.ts";
import type { SeasonContext } from "../../season-context.ts";
import type { Venue } from "../../venues/venue.ts";
import { ncaafFixture } from "./ncaaf-fixture.ts";
import { bowlVenues } from "./venues.ts";

const bowlCount = 34;

/** The worth of a record depends on the opponents that it was made against. */
const strongConferences: ReadonlySet<string> = new Set(["SEC", "Big Ten", "Big 12", "ACC"]);

export function ncaafPostseason(
  context: SeasonContext,
  armyNavyDay: number,
  regular: readonly Fixture[],
): readonly Fixture[] {
  const { season } = context;
  const fixtures: Fixture[] = [];
  const ranked = rankingOf(context, regular)
    .map((standing) => ({ ...standing, team: standing.team, facts: teamByAbbreviation("ncaaf", standing.team) }))
    .filter(({ facts, wins }) => facts !== null && facts.teamId !== null && wins >= 5)
    .map(({ team, share, facts }) => ({
      team,
      worth: share + (strongConferences.has(facts?.conference ?? "") ? 0.2 : 0),
    }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ team }) => team);

  /** Plays a game, and gives back the winner. */
  const play = (home: string, away: string, day: number, at: Venue | null, minutes: number | null): string => {
    const week = postseasonWeekNcaaf(season, dateOf(day));
    const fixture = ncaafFixture(context, home, away, day, week, "postseason", at, minutes);
    fixtures.push(fixture);
    const result = context.resultOf(fixture);
    return result !== null && result.home > result.away ? home : away;
  };
  const large = (index: number): Venue => bowlVenues[(index + season) % 6] as Venue;
  const newYearsDay = dayOf(`${season + 1}-01-01`);
  const finalMonday = onOrAfter(newYearsDay + (season >= 2024 ? 16 : 5), weekdays.monday);
  const isTwelve = season >= 2024;
  const [playoff, others] = [ranked.slice(0, isTwelve ? 12 : 4), ranked.slice(isTwelve ? 12 : 4)];
  let finalists: readonly string[];
  if (isTwelve) {
    const seed = (place: number): string => playoff[place - 1] as string;
    const firstRound = armyNavyDay + 7;
    const winners = [
      [8, 9],
      [5, 12],
      [6, 11],
      [7, 10],
    ].map(([home, away], index) =>
      play(
        seed(home as number),
        seed(away as number),
        firstRound - (index === 0 ? 1 : 0),
        null,
        (12 + 4 * index) * 60 - (index === 0 ? -480 : 240),
      ),
    );
    const quarterDays = [newYearsDay - 1, newYearsDay, newYearsDay, newYearsDay];
    const quarters = [1, 4, 3, 2].map((place, index) =>
      play(
        seed(place),
        winners[index] as string,
        quarterDays[index] as number,
        large(index),
        (index === 0 ? 19.5 : 8 + 4 * index) * 60,
      ),
    );
    finalists = [0, 1].map((half) =>
      play(
        quarters[2 * half] as string,
        quarters[2 * half + 1] as string,
        newYearsDay + 7 + half,
        large(4 + half),
        19.5 * 60,
      ),
    );
  } else {
    const day = weekdayOf(newYearsDay) === weekdays.sunday ? newYearsDay - 1 : newYearsDay;
    finalists = [
      [0, 3],
      [1, 2],
    ].map(([home, away], index) =>
      play(
        playoff[home as number] as string,
        playoff[away as number] as string,
        day,
        large(index),
        (16 + 4 * index) * 60,
      ),
    );
  }
  play(finalists[0] as string, finalists[1] as string, finalMonday, large(3), 19.5 * 60);

  const random = context.random("bowls");
  const bowls = Math.min(bowlCount, Math.floor(others.length / 2));
  const firstBowl = armyNavyDay + (isTwelve ? 3 : 6);
  const span = newYearsDay - firstBowl;
  for (let bowl = 0; bowl < bowls; bowl++) {
    // The better the bowl, the later it is played. Nobody plays on Christmas Eve and Christmas Day.
    const wanted = newYearsDay - Math.floor((bowl * span) / bowls);
    const day = /-12-2[45]$/.test(dateOf(wanted)) ? wanted + 2 : wanted;
    const field = bowlVenues[6 + (bowl % (bowlVenues.length - 6))] as Venue;
    const minutes = random.pick([12, 14, 15.5, 17, 19, 20.25]) * 60;
    play(others[2 * bowl] as string, others[2 * bowl + 1] as string, day, field, minutes);
  }
  return fixtures;
}
