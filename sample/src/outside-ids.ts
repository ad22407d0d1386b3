/**
 * The ids that the games of a season would have at other sources: invented like the games, and each of its source's shape, so
 * that a newcomer sees how rows are joined. A game has the same ones in every extent of the sample.
 */
import { sports } from "../../src/domain/sports.ts";
import type { OtherIds } from "../../src/feed/records.ts";
import type { Fixture } from "./fixture.ts";
import { Random } from "./random.ts";
import type { SampleSeason } from "./season.ts";
import { fixtureId } from "./season-context.ts";
import { sampleSports } from "./sports/registry.ts";

/** ESPN counts the games of all sports together, so each season of each sport has a block of its own. */
const firstEspnId = 401_400_000;
const espnIdsOfSeason = 4_000;

/** Now and then an event is listed anew, under another id, when its start has moved. */
const listedTwice = 1 / 60;

const firstSeason = 2022;

/** @param season with its whole schedule. */
export function outsideIdsOf(seed: number, { context, fixtures }: SampleSeason): ReadonlyMap<Fixture, OtherIds> {
  const { sport, season } = context;
  const block = (season - firstSeason) * sports.length + sports.indexOf(sport);
  const othersOf = sampleSports[sport].otherIds(season, fixtures);
  return new Map(
    fixtures.map((fixture, index) => {
      const espn = String(firstEspnId + block * espnIdsOfSeason + index);
      const events = context.resultOf(fixture) === null ? [] : eventIds(seed, fixture);
      const ids: OtherIds = { ...othersOf({ fixture, index, espn }), the_odds_api: events };
      return [fixture, ids];
    }),
  );
}

function eventIds(seed: number, fixture: Fixture): string[] {
  const random = new Random(`${seed} ${fixture.season} ${fixtureId(fixture)} events`);
  const count = random.chance(listedTwice) ? 2 : 1;
  return Array.from({ length: count }, () => eventId(random));
}

/** 32 hexadecimal digits. */
function eventId(random: Random): string {
  return Array.from({ length: 8 }, () => random.int(0, 0xffff).toString(16).padStart(4, "0")).join("");
}
