/** The National Basketball Association in the sample: 1,230 regular games, the cup's final, and four rounds of best-of-sevens. */
import { dayOf } from "../calendar.ts";
import { rankingOf, type Seed, seedsOf } from "../schedule.ts";
import type { Fixture, SampleSport, SeasonContext } from "../sport.ts";
import { venueAt } from "../venues.ts";
import { type ArenaLeague, arenaFixture, arenaSeason } from "./arena.ts";

/** The final of the cup, in Las Vegas, is a game more than the 82 of a team. */
// biome-ignore format: a table
const cupFinals: Readonly<Record<number, string>> = { 2024: "2023-12-09", 2025: "2024-12-17", 2026: "2025-12-16", 2027: "2026-12-15" };
const cupFinalVenue = venueAt("nhl", "VGK");

const league: ArenaLeague = {
  sport: "nba",
  groupings: ["league", "league", "conference", "division", "conference"],
  calendars: {
    2023: { first: "2022-10-18", last: "2023-04-09", pause: ["2023-02-17", "2023-02-22"] },
    2024: { first: "2023-10-24", last: "2024-04-14", pause: ["2024-02-16", "2024-02-21"] },
    2025: { first: "2024-10-22", last: "2025-04-13", pause: ["2025-02-14", "2025-02-18"] },
    2026: { first: "2025-10-21", last: "2026-04-12", pause: ["2026-02-13", "2026-02-18"] },
    2027: { first: "2026-10-20", last: "2027-04-11", pause: ["2027-02-19", "2027-02-24"] },
  },
  weekdayWeights: [8, 8, 5, 10, 5, 10, 8],
  afternoons: [13 * 60, 15 * 60 + 30, 18 * 60],
  afternoonShare: 0.35,
  cancelledBetween: [85, 100],
  postponedWithinDays: 6,
  hasPlayIn: true,
  // The Clippers had no arena of their own before 2025.
  venueOf: (team, season) => venueAt("nba", team === "LAC" && season < 2025 ? "LAL" : team),
  isFree: (date) => date.endsWith("-12-24") || Object.values(cupFinals).includes(date),
  outdoor: () => null,
};

/** The best of each conference by then. */
function cupFinal(context: SeasonContext, regular: readonly Fixture[]): readonly Fixture[] {
  const date = cupFinals[context.season];
  if (date === undefined) return [];
  const played = regular.filter(({ day }) => day < dayOf(date));
  const table = rankingOf(context, played);
  const [home, away] = ["Eastern", "Western"].map((name) => seedsOf("nba", name, table, 1)[0] as Seed) as [Seed, Seed];
  const pair = { home: home.team, away: away.team };
  return [arenaFixture(league, context, pair, dayOf(date), "regular", cupFinalVenue)];
}

/** How often a side scores so many points: a bell around 114. */
const side = Array.from({ length: 100 }, (_, at) => Math.exp(-(((70 + at - 114) / 12.55) ** 2) / 2));
/** Both sides play at one pace, so that wide margins are rarer; the last minute makes close ones rarer still. */
const close = [0, 57, 78, 77, 86, 86, 100, 97];
const apart = Array.from({ length: 60 }, (_, at) => (close[at] ?? 100) * Math.exp(-0.0012 * at ** 2));

export const nba: SampleSport = {
  latestSeason: 2027,
  finishedSeasons: 0,
  // biome-ignore format: a table
  model: {
    homeAdvantage: 1.9, power: 4.5, form: 2.2, news: 1.6,
    total: 229, pace: 5.3, totalForm: 5, totalNews: 2.6, postseasonTotal: -9,
  },
  scores: {
    sport: "nba",
    fewest: 70,
    side,
    apart,
    steps: [2, 6],
    overtime: [0, 0.23, 0.16, 0.14, 0.1, 0.086, 0.06, 0.05, 0.037, 0.028, 0.02],
    extra(points, random) {
      const loser = random.int(5, 14);
      return [[loser + points], [loser]];
    },
    // biome-ignore format: a table
    plays: [[2, 55], [3, 30], [1, 15]],
    periods: [252, 252, 253, 243],
    chance: 0.35,
    walkOffs: null,
  },
  // biome-ignore format: a table
  odds: {
    openHours: 26, moves: [1, 2], marginBias: 0.16, totalBias: 0.26, patience: 0.004,
    wholeCosts: { spread: [0, 0], total: [0, 0.006] }, keyLines: [], fixedSpread: null,
    periods: { "1h": "common", q1: "some" },
  },
  officials: 70,
  starters: null,
  weather: null,
  scheduleOf: (context) => arenaSeason(league, context, (regular) => cupFinal(context, regular)),
  otherIds: ({ espn }) => ({ espn }),
};
