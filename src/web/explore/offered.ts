/** Which of the examples have bets that a visitor without an account may see: a first page never leads to an empty one. */
import { isSport } from "../../domain/sports.ts";
import { filterValue, readAddress } from "./address.ts";
import { type Example, examples, firstSet } from "./examples.ts";
import type { ExploreParts } from "./parts.ts";
import { askedWithin, reachOf, seasonsOfSport } from "./reach.ts";
import { trendsIn } from "./trend.ts";

type Parts = Pick<ExploreParts, "ask" | "exploreSeasons" | "published">;

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
  const found: Example[] = [];
  for (const example of examples) if (await hasBets(parts, example[1])) found.push(example);
  const first = (await hasBets(parts, firstSet)) ? firstSet : (found[0]?.[1] ?? firstSet);
  return { examples: found, first };
}

async function hasBets({ ask, exploreSeasons }: Parts, query: string): Promise<boolean> {
  const address = readAddress(query);
  const sport = filterValue(address, "sport");
  if (!isSport(sport)) return false;
  const seasons = await seasonsOfSport(ask, sport);
  const reach = "status" in seasons ? null : reachOf(exploreSeasons, false, seasons);
  if (reach === null) return false;
  const answer = await ask("/trends", askedWithin(address, sport, reach).query);
  return "data" in answer && (trendsIn(answer.data)?.all.bets ?? 0) > 0;
}
