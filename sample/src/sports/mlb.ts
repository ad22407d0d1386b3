/** Major League Baseball in the sample: series on consecutive days for 162 games a team, some doubleheaders, and October. */
import { dateOf, dayOf, localInstant, weekdayOf, weekdays } from "../calendar.ts";
import type { Random } from "../random.ts";
import { Hosts, leagueRounds, type Pair, withPlayoffs } from "../schedule.ts";
import { pointsOf } from "../scores.ts";
import { type Fixture, nameAt, type Result, type SeasonContext, sampleSport } from "../sport.ts";
import tables from "../tables.json" with { type: "json" };
import { homeOf } from "../venues.ts";

/**
 * The Friday of the first weekend, the day after the season opens, and of the last one; the Monday of the all-star week, whose midweek
 * has no games; the first day of the wild cards.
 */
const calendars: Readonly<Record<number, readonly string[]>> = tables.sports.mlb.calendars;

type Days = readonly [first: number, last: number, allStars: number, wildCard: number];

const gamesPerTeam = 162;

/** The first days of the weekend's and the midweek's series. */
function seriesStarts([first, last, allStars]: Days): readonly number[] {
  const weeks = Array.from({ length: (last - first) / 7 + 1 }, (_, week) => first + 7 * week);
  return weeks.flatMap((friday) => (friday + 3 !== allStars && friday < last ? [friday, friday + 3] : [friday]));
}

function regularSeason(context: SeasonContext, days: Days): readonly Fixture[] {
  const random = context.random("series");
  const starts = seriesStarts(days);
  const rounds = leagueRounds("mlb", ["league", "division", "division", "division", "league"], starts.length, random);
  const midweeks = starts.slice(0, -1).filter((start) => weekdayOf(start) === weekdays.monday);
  // Most series have three games, and as many midweeks four as bring 162.
  const long = new Set(random.shuffled(midweeks).slice(0, gamesPerTeam - 3 * starts.length));
  const hosts = new Hosts(6);
  return starts.flatMap((start, index) =>
    (rounds[index] ?? []).flatMap((meeting) => {
      const own = Array.from({ length: long.has(start) ? 4 : 3 }, (_, game) => start + game);
      const pair = hosts.pair(meeting, own.length);
      // When it rained on the second day, that game is made up as the first of a doubleheader on the third.
      const hasRain = index > 0 && random.chance(0.035);
      return own.map((day, game) =>
        hasRain && (game === 1 || game === 2)
          ? fixtureOf(context, pair, own[2] as number, "regular", game)
          : fixtureOf(context, pair, day, "regular", null),
      );
    }),
  );
}

const evenings = [18 * 60 + 40, 18 * 60 + 45, 19 * 60 + 5, 19 * 60 + 10, 19 * 60 + 10, 19 * 60 + 15] as const;
const afternoons = [13 * 60 + 5, 13 * 60 + 10, 13 * 60 + 35, 14 * 60 + 10] as const;
const octobers = [16 * 60 + 8, 18 * 60 + 8, 19 * 60 + 8] as const;
/** How many games begin in the afternoon, Sunday first. */
const afternoonShares = [0.9, 0, 0.2, 0.35, 0.2, 0, 0.5] as const;

function fixtureOf(
  { random: streamOf, season }: SeasonContext,
  { home, away }: Pair,
  day: number,
  seasonType: Fixture["seasonType"],
  gameNumber: number | null,
): Fixture {
  const venue = homeOf("mlb", home, season);
  const random = streamOf(`start ${dateOf(day)} ${home}`);
  const isEarly = random.chance(afternoonShares[weekdayOf(day)] as number);
  const usual = random.pick(seasonType === "postseason" ? octobers : isEarly ? afternoons : evenings);
  const minutes = gameNumber === null ? usual : gameNumber === 1 ? 13 * 60 + 5 : 18 * 60 + 40;
  const startMs = localInstant(day, minutes, venue.zone);
  return { sport: "mlb", season, seasonType, week: null, day, startMs, home, away, gameNumber, venue, neutral: false };
}

function mlbSeason(context: SeasonContext): readonly Fixture[] {
  const days = (calendars[context.season] as readonly string[]).map(dayOf) as unknown as Days;
  const parts = { regular: regularSeason(context, days), firstDay: days[3] };
  return withPlayoffs(context, tables.sports.mlb.playoffs, parts, (pair, day) =>
    fixtureOf(context, pair, day, "postseason", null),
  );
}

/** Rain ended three of the 2,430 games of 2023 early. Here it ends more, so that every season shows some. */
const rainedOut = 1 / 250;

/** After five innings or later the side that is ahead has won, and a home side that is ahead does not bat on. */
function cutShort(whole: Result, random: Random): Result | null {
  if (!random.chance(rainedOut)) return null;
  const innings = random.int(5, 8);
  const [homeLine, awayLine] = [whole.homeLine.slice(0, innings), whole.awayLine.slice(0, innings)];
  const away = pointsOf(awayLine, 0, innings);
  if (pointsOf(homeLine, 0, innings - 1) > away) homeLine[innings - 1] = null;
  const home = pointsOf(homeLine, 0, innings);
  return home === away ? null : { home, away, homeLine, awayLine, overtime: false };
}

/** The first gamePk of a season of baseball, with room for the games of the minor leagues between two seasons. */
const firstGamePk = 661_000;
const gamePksOfSeason = 29_000;
const firstSeason = 2022;

export const mlb = sampleSport("mlb", {
  scores: {
    extra(apart, random) {
      const level = random.pick([0, 0, 1]);
      // Most games that go on are decided in the tenth inning, the others in the eleventh.
      const tenth = random.chance(0.45) ? [0] : [];
      return [
        [...tenth, level + apart],
        [...tenth, level],
      ];
    },
  },
  scheduleOf: mlbSeason,
  cutShort,
  otherIds({ fixture: { season, home, day, gameNumber, seasonType }, index, espn }) {
    const ids = { espn, mlb: String(firstGamePk + (season - firstSeason) * gamePksOfSeason + index) };
    // MIL202304030: home, date, and which game of the day it is; 0 when it is the only one.
    const retrosheet = `${nameAt("retrosheet", "mlb", home)}${dateOf(day).replaceAll("-", "")}${gameNumber ?? 0}`;
    return seasonType === "postseason" ? ids : { ...ids, retrosheet };
  },
  // Thin air, short fences, or fog from the bay.
  venuePoints: ({ name }) => (tables.sports.mlb.parkRuns as Readonly<Record<string, number>>)[name] ?? 0,
});
