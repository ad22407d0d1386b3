/** The National Basketball Association in the sample: 1,230 regular games, and four rounds of best-of-sevens. */
import { sampleSport } from "../sport.ts";
import { arenaSeason } from "./arena.ts";

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
  scheduleOf: (context) => arenaSeason("nba", context),
  otherIds: ({ espn }) => ({ espn }),
});
