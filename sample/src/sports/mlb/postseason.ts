/** October: wild cards, division series, championship series, World Series. */
import type { Fixture } from "../../fixture.ts";
import { rankingOf, seedsOf } from "../../schedules/ranking.ts";
import { bestOf7, bySeed, playSeries, type Seeded } from "../../schedules/series.ts";
import type { SeasonContext } from "../../season-context.ts";
import { mlbFixture } from "./mlb-fixture.ts";

type Format = { readonly offsets: readonly number[]; readonly highAtHome: readonly boolean[] };

const bestOf3: Format = { offsets: [0, 1, 2], highAtHome: [true, true, true] };
const bestOf5: Format = { offsets: [0, 1, 3, 4, 6], highAtHome: [true, true, false, false, true] };
const championship: Format = { offsets: [0, 1, 3, 4, 5, 7, 8], highAtHome: bestOf7.twoThreeTwo };

export function mlbPostseason(
  context: SeasonContext,
  wildCardDay: number,
  worldSeriesDay: number,
  regular: readonly Fixture[],
): readonly Fixture[] {
  const fixtures: Fixture[] = [];
  const ranked = rankingOf(context, regular).map(({ team }, rank) => ({ team, rank }));
  /** null while a series is still being played, and for every series that waits for it. */
  const series = (a: Seeded | null, b: Seeded | null, format: Format, first: number): Seeded | null => {
    if (a === null || b === null) return null;
    const [high, low] = bySeed(a, b);
    const days = format.offsets.map((offset) => first + offset);
    const plan = { high: high.team, low: low.team, days, highAtHome: format.highAtHome };
    const outcome = playSeries(context, plan, (home, away, day) =>
      mlbFixture(context, home, away, day, "postseason", null),
    );
    fixtures.push(...outcome.fixtures);
    return outcome.winner === null ? null : outcome.winner === low.team ? low : high;
  };
  const pennants = ["American League", "National League"].map((league, index) => {
    const seeds = seedsOf("mlb", league, ranked, 6);
    const seed = (place: number): Seeded => seeds[place - 1] as Seeded;
    const lowHalf = series(seed(4), seed(5), bestOf3, wildCardDay);
    const highHalf = series(seed(3), seed(6), bestOf3, wildCardDay);
    const first = series(seed(1), lowHalf, bestOf5, wildCardDay + 4);
    const second = series(seed(2), highHalf, bestOf5, wildCardDay + 4 + index);
    // In 2022 everything was later and closer together.
    const championshipDay = Math.min(wildCardDay + 13, worldSeriesDay - 10);
    return series(first, second, championship, championshipDay + index);
  });
  series(byRecord(pennants[0], ranked), byRecord(pennants[1], ranked), championship, worldSeriesDay);
  return fixtures;
}

/** Between the leagues the better record is at home first. */
function byRecord(champion: Seeded | null | undefined, ranked: readonly Seeded[]): Seeded | null {
  return ranked.find(({ team }) => team === champion?.team) ?? null;
}
