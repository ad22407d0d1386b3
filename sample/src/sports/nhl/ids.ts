/** The ids of games at the NHL. */
import type { Fixture } from "../../fixture.ts";
import type { SampleSport } from "../sample-sport.ts";

export const nhlIds: SampleSport["otherIds"] = (season, fixtures) => {
  const numbers = nhlNumbersOf(fixtures);
  return ({ fixture, espn }) => ({ espn, nhl: `${season - 1}${numbers.get(fixture)}` });
};

/** Behind the year, an id of the NHL has 02 and a count for a regular game; 03, round, series and game in the playoffs. */
function nhlNumbersOf(fixtures: readonly Fixture[]): ReadonlyMap<Fixture, string> {
  const regular = fixtures.filter(({ seasonType }) => seasonType === "regular");
  const playoffs = fixtures.filter(({ seasonType }) => seasonType === "postseason");
  const bySeries = Map.groupBy(playoffs, ({ home, away }) => [home, away].sort().join(" "));
  const numbers = new Map(regular.map((fixture, index) => [fixture, `02${String(index + 1).padStart(4, "0")}`]));
  for (const [index, ofSeries] of [...bySeries.values()].entries()) {
    for (const [game, fixture] of ofSeries.entries()) numbers.set(fixture, `03${roundAndSeries(index)}${game + 1}`);
  }
  return numbers;
}

/** Eight series in the first round, four in the second, then two and one. */
function roundAndSeries(index: number): string {
  let [round, series, ofRound] = [1, index, 8];
  while (series >= ofRound && ofRound > 1) {
    series -= ofRound;
    ofRound /= 2;
    round += 1;
  }
  return `0${round}${series + 1}`;
}
