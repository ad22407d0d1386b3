/** The National Hockey League in the sample: 1,312 regular games, and four rounds of best-of-sevens. */
import { type Fixture, type SampleSport, sampleSport } from "../sport.ts";
import { arenaSeason } from "./arena.ts";

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
  const firsts = [0, 8, 12, 14];
  const round = firsts.findLastIndex((first) => place >= first);
  return `030${round + 1}${place - (firsts[round] as number) + 1}${game.length}`;
}

export const nhl = sampleSport("nhl", {
  scores: {
    // A goal in overtime, or after a scoreless one in the shootout; in the playoffs, in the second overtime.
    extra(_, random) {
      const before = random.pick([1, 1, 2]) === 1 ? [] : [0];
      return [
        [...before, 1],
        [...before, 0],
      ];
    },
  },
  scheduleOf: (context) => arenaSeason("nhl", context),
  otherIds: (game) => ({ espn: game.espn, nhl: `${game.fixture.season - 1}${numberOf(game)}` }),
});
