/** The National Basketball Association in the sample: 1,230 regular games, the cup's final, and four rounds of best-of-sevens. */
import { dayOf } from "../calendar.ts";
import { rankingOf, type Seed, seedsOf } from "../schedule.ts";
import { type Fixture, type SeasonContext, sampleSport } from "../sport.ts";
import tables from "../tables.json" with { type: "json" };
import { venueAt } from "../venues.ts";
import { type ArenaLeague, arenaFixture, arenaSeason } from "./arena.ts";

/** The final of the cup, in Las Vegas, is a game more than the 82 of a team. */
const cupFinals: Readonly<Record<number, string>> = tables.sports.nba.cupFinals;
const cupFinalVenue = venueAt("nhl", "VGK");

const league: ArenaLeague = {
  sport: "nba",
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

export const nba = sampleSport("nba", {
  scores: {
    side,
    apart,
    extra(points, random) {
      const loser = random.int(5, 14);
      return [[loser + points], [loser]];
    },
  },
  scheduleOf: (context) => arenaSeason(league, context, (regular) => cupFinal(context, regular)),
  otherIds: ({ espn }) => ({ espn }),
});
