/** Major League Baseball in the sample: series on consecutive days for 162 games a team, some doubleheaders, and October. */
import { dateOf, dayOf, localInstant, weekdayOf, weekdays } from "../calendar.ts";
import type { Random } from "../random.ts";
import {
  callOffOne,
  Hosts,
  isOver,
  knockout,
  leagueRounds,
  type Pair,
  type Round,
  rankingOf,
  type Seed,
  seedsOf,
} from "../schedule.ts";
import type { Fixture, SampleSport, SeasonContext } from "../sport.ts";
import { type Venue, venueAt } from "../venues.ts";
import { nameAt } from "./common.ts";

/**
 * The Friday of the first weekend, the day after the season opens, and of the last one; the Monday of the all-star week, whose midweek
 * has no games; the first days of the wild cards and of the World Series.
 */
// biome-ignore format: a table
const calendars: Readonly<Record<number, readonly string[]>> = {
  2022: ["2022-04-08", "2022-09-30", "2022-07-18", "2022-10-07", "2022-10-28"],
  2023: ["2023-03-31", "2023-09-29", "2023-07-10", "2023-10-03", "2023-10-27"],
  2024: ["2024-03-29", "2024-09-27", "2024-07-15", "2024-10-01", "2024-10-25"],
  2025: ["2025-03-28", "2025-09-26", "2025-07-14", "2025-09-30", "2025-10-24"],
  2026: ["2026-03-27", "2026-09-25", "2026-07-13", "2026-09-29", "2026-10-24"],
};

type Days = readonly [first: number, last: number, allStars: number, wildCard: number, worldSeries: number];

const gamesPerTeam = 162;

/** The first days of the weekend's and the midweek's series. 2022 began a week late and ended with one midweek more. */
function seriesStarts([first, last, allStars]: Days, season: number): readonly number[] {
  const weeks = Array.from({ length: (last - first) / 7 + 1 }, (_, week) => first + 7 * week);
  return weeks.flatMap((friday) => {
    const hasMidweek = friday + 3 !== allStars && (friday < last || season === 2022);
    return hasMidweek ? [friday, friday + 3] : [friday];
  });
}

function regularSeason(context: SeasonContext, days: Days): readonly Fixture[] {
  const random = context.random("series");
  const starts = seriesStarts(days, context.season);
  const rounds = leagueRounds("mlb", ["league", "division", "division", "division", "league"], starts.length, random);
  const midweeks = starts.slice(0, -1).filter((start) => weekdayOf(start) === weekdays.monday);
  // Most series have three games, and as many midweeks four as bring 162.
  const long = new Set(random.shuffled(midweeks).slice(0, gamesPerTeam - 3 * starts.length));
  const hosts = new Hosts(6);
  return starts.flatMap((start, index) =>
    (rounds[index] ?? []).flatMap((meeting) => {
      const own = seriesDays(start, index, long.has(start), index === starts.length - 1, random);
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

function seriesDays(start: number, index: number, isLong: boolean, isLast: boolean, random: Random): readonly number[] {
  // Opening Day is a Thursday, with the Friday kept free in case of rain.
  if (index === 0 && random.chance(0.8)) return [start - 1, start + 1, start + 2];
  const isMidweek = weekdayOf(start) === weekdays.monday;
  const first = !isMidweek || isLong || isLast || random.chance(0.45) ? start : start + 1;
  return Array.from({ length: isLong ? 4 : 3 }, (_, game) => first + game);
}

/** Six of each league, of which the first two rest at first. */
const bracket = [1, null, 4, 5, 2, null, 3, 6] as const;

function postseason(context: SeasonContext, days: Days, regular: readonly Fixture[]): readonly Fixture[] {
  const ranked = rankingOf(context, regular);
  const entrants = ["American League", "National League"].flatMap((league) => {
    const seeds = seedsOf("mlb", league, ranked, 6);
    return bracket.map((place) => (place === null ? "bye" : (seeds[place - 1] as Seed)));
  });
  const [, , , wildCard, worldSeries] = days;
  const twoThreeTwo = [true, true, false, false, false, true, true];
  const round = (first: number, offsets: readonly number[], highAtHome: readonly boolean[]): Round => ({
    days: offsets.map((offset) => first + offset),
    highAtHome,
    fixture: (pair, day) => fixtureOf(context, pair, day, "postseason", null),
  });
  return knockout(context, entrants, [
    round(wildCard, [0, 1, 2], [true, true, true]),
    round(wildCard + 4, [0, 1, 3, 4, 6], [true, true, false, false, true]),
    // In 2022 everything was later and closer together.
    round(Math.min(wildCard + 13, worldSeries - 10), [0, 1, 3, 4, 5, 7, 8], twoThreeTwo),
    round(worldSeries, [0, 1, 3, 4, 5, 7, 8], twoThreeTwo),
  ]);
}

const evenings = [18 * 60 + 40, 18 * 60 + 45, 19 * 60 + 5, 19 * 60 + 10, 19 * 60 + 10, 19 * 60 + 15] as const;
const afternoons = [13 * 60 + 5, 13 * 60 + 10, 13 * 60 + 35, 14 * 60 + 10] as const;
const octobers = [16 * 60 + 8, 18 * 60 + 8, 19 * 60 + 8] as const;
/** How many games begin in the afternoon, Sunday first. */
const afternoonShares = [0.9, 0, 0.2, 0.35, 0.2, 0, 0.5] as const;

function venueOf(team: string, season: number): Venue {
  if (team === "ATH" && season < 2025) return venueAt("mlb", "ATH before 2025");
  // The hurricane of October 2024 took the dome's roof for one season.
  return venueAt("mlb", team === "TB" && season === 2025 ? "TB in 2025" : team);
}

function fixtureOf(
  context: SeasonContext,
  { home, away }: Pair,
  day: number,
  seasonType: Fixture["seasonType"],
  gameNumber: number | null,
): Fixture {
  const { season } = context;
  const at = venueOf(home, season);
  const random = context.random(`start ${dateOf(day)} ${home}`);
  const isEarly = random.chance(afternoonShares[weekdayOf(day)] as number);
  const usual = random.pick(seasonType === "postseason" ? octobers : isEarly ? afternoons : evenings);
  const minutes = gameNumber === null ? usual : gameNumber === 1 ? 13 * 60 + 5 : 18 * 60 + 40;
  const startMs = localInstant(day, minutes, at.zone);
  return {
    sport: "mlb",
    season,
    seasonType,
    week: null,
    day,
    startMs,
    home,
    away,
    gameNumber,
    venue: at,
    neutral: false,
  };
}

function mlbSeason(context: SeasonContext): readonly Fixture[] {
  const days = (calendars[context.season] as readonly string[]).map(dayOf) as unknown as Days;
  const regular = regularSeason(context, days);
  callOffOne(context, regular, [days[0] + 65, days[0] + 90], "cancelled");
  return isOver(context, regular) ? [...regular, ...postseason(context, days, regular)] : regular;
}

/** Runs that a park adds to a game: thin air, short fences, or fog from the bay. */
// biome-ignore format: a table
const parkRuns: Readonly<Record<string, number>> = {
  "Coors Field": 2, "Great American Ball Park": 0.6, "Fenway Park": 0.5, "Oracle Park": -0.4, "Petco Park": -0.5, "T-Mobile Park": -0.7,
};

/** The first gamePk of a season of baseball, with room for the games of the minor leagues between two seasons. */
const firstGamePk = 661_000;
const gamePksOfSeason = 29_000;
const firstSeason = 2022;

export const mlb: SampleSport = {
  latestSeason: 2026,
  finishedSeasons: 0,
  // biome-ignore format: a table
  model: {
    homeAdvantage: 0.32, power: 0.64, form: 0.28, news: 0.34,
    total: 9.12, pace: 0.42, totalForm: 0.55, totalNews: 0.5, postseasonTotal: -0.6,
  },
  scores: {
    sport: "mlb",
    fewest: 0,
    // biome-ignore format: a table
    side: [465, 777, 945, 1000, 961, 840, 693, 548, 410, 298, 209, 145, 95, 62, 41, 25, 16, 9, 5, 4, 2, 1, 1],
    apart: [0, 100, 70, 64, 61, 57, 56, 54],
    steps: [0.5, 1],
    overtime: [0, 0.225, 0.094, 0.062, 0.029],
    extra(apart, random) {
      const level = random.pick([0, 0, 1]);
      return random.chance(0.45)
        ? [
            [0, level + apart],
            [0, level],
          ]
        : [[level + apart], [level]];
    },
    // Runs come in bunches.
    // biome-ignore format: a table
    plays: [[1, 54], [2, 28], [3, 12], [4, 6]],
    // Both sides begin with their best hitters.
    periods: [103, 99, 99, 99, 99, 99, 99, 99, 99],
    chance: 1,
    walkOffs: [0, 0.3, 0.08, 0.06, 0.03],
  },
  // biome-ignore format: a table
  odds: {
    openHours: 26, moves: [1, 2], marginBias: 0.055, totalBias: 0.045, patience: 0.012,
    wholeCosts: { spread: [0, 0], total: [0, 0] }, keyLines: [], fixedSpread: 1.5,
    periods: { inn5: "common", inn1: "some" },
  },
  officials: 76,
  starters: { perTeam: 5, firstShare: null, leftShare: 0.28, firstId: 900_000 },
  // Wind is that of the field, as scorers write it.
  weather: {
    wetShare: 0.04,
    windDirections: ["Out To CF", "Out To LF", "Out To RF", "In From CF", "L To R", "R To L", "Varies"],
  },
  scheduleOf: mlbSeason,
  otherIds({ fixture: { season, home, day, gameNumber, seasonType }, index, espn }) {
    const ids = { espn, mlb: String(firstGamePk + (season - firstSeason) * gamePksOfSeason + index) };
    // MIL202304030: home, date, and which game of the day it is; 0 when it is the only one.
    const retrosheet = `${nameAt("retrosheet", "mlb", home)}${dateOf(day).replaceAll("-", "")}${gameNumber ?? 0}`;
    return seasonType === "postseason" ? ids : { ...ids, retrosheet };
  },
  venuePoints: ({ name }) => parkRuns[name] ?? 0,
};
