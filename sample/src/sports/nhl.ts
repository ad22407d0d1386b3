/** The National Hockey League in the sample: 1,312 regular games, and four rounds of best-of-sevens. */
import type { Fixture, SampleSport } from "../sport.ts";
import { type Venue, venueAt, venuesOf } from "../venues.ts";
import { type ArenaLeague, arenaSeason } from "./arena.ts";

/** Where the league plays outdoors around New Year. */
const outdoors = venuesOf("outdoor hockey");

const league: ArenaLeague = {
  sport: "nhl",
  groupings: ["league", "league", "conference", "division"],
  // The pauses are the all-star days, the 4 Nations of 2025 and the Olympic Games of 2026.
  calendars: {
    2024: { first: "2023-10-10", last: "2024-04-18", pause: ["2024-02-01", "2024-02-04"] },
    2025: { first: "2024-10-08", last: "2025-04-17", pause: ["2025-02-10", "2025-02-21"] },
    2026: { first: "2025-10-07", last: "2026-04-16", pause: ["2026-02-06", "2026-02-24"] },
    2027: { first: "2026-10-06", last: "2027-04-15", pause: ["2027-02-04", "2027-02-08"] },
  },
  weekdayWeights: [5, 4, 11, 3, 12, 4, 12],
  afternoons: [13 * 60, 15 * 60, 17 * 60],
  afternoonShare: 0.3,
  cancelledBetween: [90, 110],
  postponedWithinDays: 8,
  hasPlayIn: false,
  // Until 2024 the sample's club of Utah stands for the Coyotes of Arizona.
  venueOf: (team, season) => venueAt("nhl", team === "UTA" && season < 2025 ? "UTA before 2025" : team),
  isFree: (date) => date.slice(5) >= "12-24" && date.slice(5) <= "12-26",
  outdoor: (season) => outdoors[season % outdoors.length] as Venue,
};

/** Behind the year, an id of the NHL has 02 and a count for a regular game; 03, round, series and game in the playoffs. */
function numberOf({ fixture, index, fixtures }: Parameters<SampleSport["otherIds"]>[0]): string {
  if (fixture.seasonType === "regular") return `02${String(index + 1).padStart(4, "0")}`;
  const seriesOf = ({ home, away }: Fixture): string => [home, away].sort().join(" ");
  const playoffs = fixtures.filter(({ seasonType }) => seasonType === "postseason").map(seriesOf);
  const place = [...new Set(playoffs)].indexOf(seriesOf(fixture));
  const game = playoffs
    .slice(0, index + 1 - fixtures.length + playoffs.length)
    .filter((each) => each === seriesOf(fixture));
  // Eight series in the first round, four in the second, then two and one.
  const [round, first] = (
    [
      [1, 0],
      [2, 8],
      [3, 12],
      [4, 14],
    ] as const
  ).findLast(([, from]) => place >= from) ?? [1, 0];
  return `030${round}${place - first + 1}${game.length}`;
}

export const nhl: SampleSport = {
  latestSeason: 2027,
  finishedSeasons: 0,
  // biome-ignore format: a table
  model: {
    homeAdvantage: 0.25, power: 0.47, form: 0.2, news: 0.18,
    total: 6.27, pace: 0.2, totalForm: 0.2, totalNews: 0.18, postseasonTotal: -0.3,
  },
  scores: {
    sport: "nhl",
    fewest: 0,
    side: [200, 583, 894, 1000, 822, 511, 253, 101, 35, 11, 3, 1],
    apart: [0, 97, 67, 100, 84, 70],
    steps: [0.5, 0.5],
    overtime: [0, 0.56],
    // A goal in overtime, or after a scoreless one in the shootout; in the playoffs, in the second overtime.
    extra: (_, random) =>
      random.pick([
        [[1], [0]],
        [[1], [0]],
        [
          [0, 1],
          [0, 0],
        ],
      ]),
    plays: [[1, 1]],
    periods: [30, 33, 37],
    chance: 1,
    walkOffs: null,
  },
  // biome-ignore format: a table
  odds: {
    openHours: 26, moves: [1, 2], marginBias: 0.04, totalBias: 0.06, patience: 0.012,
    wholeCosts: { spread: [0, 0], total: [0.012, 0.012] }, keyLines: [], fixedSpread: 1.5,
    periods: { p1: "common" },
  },
  officials: 34,
  starters: { perTeam: 2, firstShare: 0.65, leftShare: null, firstId: 8_900_000 },
  weather: null,
  scheduleOf: (context) => arenaSeason(league, context),
  otherIds: (game) => ({ espn: game.espn, nhl: `${game.fixture.season - 1}${numberOf(game)}` }),
};
