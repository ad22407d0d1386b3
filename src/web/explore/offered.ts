/** Which of the examples have bets that a visitor without an account may see: a first page never leads to an empty one. */
import { isSport } from "../../domain/sports.ts";
import { filterValue, readAddress } from "./address.ts";
import { type Example, examples, firstSet } from "./examples.ts";
import type { ExploreParts } from "./parts.ts";
import { askedWithin, reachOf, seasonsOfSport } from "./reach.ts";
import { type Trend, trendsIn } from "./trend.ts";

type Parts = Pick<ExploreParts, "ask" | "exploreSeasons" | "published"> & {
  readonly frame: Pick<ExploreParts["frame"], "isSample">;
};

export type Offered = {
  readonly examples: readonly Example[];
  /** The query of the set that the landing page shows. */
  readonly first: string;
};

/** One answer for each snapshot: as long as the archive stays as it is, so does what it has bets for. */
const known = new WeakMap<object, Promise<Offered>>();

export function offeredBy(parts: Parts): Promise<Offered> {
  const snapshot = parts.published();
  const before = known.get(snapshot);
  if (before !== undefined) return before;
  const made = offer(parts);
  known.set(snapshot, made);
  // A failure is the page's to tell, and is tried again by the next one.
  made.catch(() => known.delete(snapshot));
  return made;
}

async function offer(parts: Parts): Promise<Offered> {
  const found: { readonly example: Example; readonly trend: Trend }[] = [];
  for (const example of [["", firstSet] as const, ...examples]) {
    const trend = await trendOf(parts, example[1]);
    if (trend !== null && trend.bets > 0) found.push({ example, trend });
  }
  // In a sample nothing is true but luck, and the first word of the site must not be a discovery in it.
  const isDiscovery = ({ verdict }: Trend): boolean => parts.frame.isSample() && verdict === "unlikely by chance";
  const [first] = [...found.filter(({ trend }) => !isDiscovery(trend)), ...found];
  const offered = found.flatMap(({ example }) => (example[0] === "" ? [] : [example]));
  return { examples: offered, first: first?.example[1] ?? firstSet };
}

/** @returns the row of all bets for a visitor without an account; null: nothing may be seen, or it cannot be said now. */
async function trendOf({ ask, exploreSeasons }: Parts, query: string): Promise<Trend | null> {
  const address = readAddress(query);
  const sport = filterValue(address, "sport");
  if (!isSport(sport)) return null;
  const seasons = await seasonsOfSport(ask, sport);
  const reach = "status" in seasons ? null : reachOf(exploreSeasons, false, seasons);
  if (reach === null) return null;
  const answer = await ask("/trends", askedWithin(address, sport, reach).query);
  return "data" in answer ? (trendsIn(answer.data)?.all ?? null) : null;
}
