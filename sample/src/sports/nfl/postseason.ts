/** Weeks 19 (wild card) to 22 (Super Bowl): 13 games [D-5]. */
import type { Fixture } from "../../fixture.ts";
import { rankingOf, seedsOf } from "../../schedules/ranking.ts";
import { bySeed, type Seeded } from "../../schedules/series.ts";
import type { SeasonContext } from "../../season-context.ts";
import type { Venue } from "../../venues/venue.ts";
import { nflFixture, postseasonSlots } from "./slots.ts";
import { superBowlVenue } from "./venues.ts";

export function nflPostseason(
  context: SeasonContext,
  wildCardSaturday: number,
  regular: readonly Fixture[],
): readonly Fixture[] {
  const fixtures: Fixture[] = [];
  const ranked = rankingOf(context, regular).map(({ team }, rank) => ({ team, rank }));
  const playRound = (week: number, pairs: readonly (readonly [Seeded, Seeded])[], saturday: number, at?: Venue) => {
    const slots = postseasonSlots(week, saturday);
    return pairs.map(([home, away], index) => {
      const slot = slots[index] as (typeof slots)[number];
      const pair = { home: home.team, away: away.team };
      const fixture = nflFixture(context, { ...pair, ...slot, abroad: at ?? null }, week, "postseason");
      fixtures.push(fixture);
      const result = context.resultOf(fixture);
      return result !== null && result.home > result.away ? home : away;
    });
  };

  let alive = ["AFC", "NFC"].map((conference) => seedsOf("nfl", conference, ranked, 7));
  // The first seed rests; then the best that is left always meets the worst.
  const rest = alive.map((seeds) => seeds[0] as Seeded);
  const pairsOf = (seeds: readonly Seeded[]): (readonly [Seeded, Seeded])[] =>
    Array.from({ length: seeds.length / 2 }, (_, at) => [seeds[at] as Seeded, seeds[seeds.length - 1 - at] as Seeded]);
  const wildCards = playRound(
    19,
    alive.flatMap((seeds) => pairsOf(seeds.slice(1))),
    wildCardSaturday,
  );
  alive = [wildCards.slice(0, 3), wildCards.slice(3)].map((winners, at) => sorted([rest[at] as Seeded, ...winners]));
  const divisional = playRound(20, alive.flatMap(pairsOf), wildCardSaturday + 7);
  alive = [sorted(divisional.slice(0, 2)), sorted(divisional.slice(2))];
  const [afc, nfc] = playRound(21, alive.flatMap(pairsOf), wildCardSaturday + 14) as [Seeded, Seeded];
  const final = context.season % 2 === 0 ? ([afc, nfc] as const) : ([nfc, afc] as const);
  playRound(22, [final], wildCardSaturday + 28, superBowlVenue(context.season));
  return fixtures;
}

function sorted(seeds: readonly Seeded[]): readonly Seeded[] {
  return seeds.toSorted((a, b) => (bySeed(a, b)[0] === a ? -1 : 1));
}
