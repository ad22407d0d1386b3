/** Asks for a set: its trends as the API answers them, and its bets for the pictures and the games. */
import { datesOfSeason } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import type { BetSet } from "../../query/trends/columns.ts";
import type { Groups } from "./figures.ts";
import type { ExploreParts } from "./parts.ts";
import { type Trend, trendsIn } from "./trend.ts";

export type Found = { readonly all: Trend; readonly groups: Groups; readonly set: BetSet };
export type NotFound = { readonly status: number; readonly message: string; readonly parameter: string | null };

/**
 * @param query of the set, as the visitor may ask it. @param by how the record is divided.
 * @returns what the API found, or the error that it answers.
 */
export async function findSet(
  { ask, betsOf, published }: Pick<ExploreParts, "ask" | "betsOf" | "published">,
  {
    sport,
    query,
    tries,
    by,
  }: { readonly sport: Sport; readonly query: string; readonly tries: number; readonly by: "season" | "month" },
): Promise<Found | NotFound> {
  // Both come from one snapshot: when a new one is taken over in between, they are asked again.
  for (let attempt = 0; ; attempt++) {
    const snapshot = published();
    const answer = await ask("/trends", `${query}&group_by=${by}&tries=${tries}&limit=1000`);
    if (!("data" in answer)) return answer;
    const bets = await betsOf(query);
    if (!("set" in bets)) return bets;
    if (published() !== snapshot && attempt < 3) continue;
    const trends = trendsIn(answer.data);
    if (trends === null)
      return { status: 500, message: "The API has answered without a row of all bets.", parameter: null };
    return { all: trends.all, groups: { by, trends: inSeasonOrder(sport, by, trends.groups) }, set: bets.set };
  }
}

/** The months of a season in the order in which they are played. */
function inSeasonOrder(sport: Sport, by: Groups["by"], groups: readonly Trend[]): readonly Trend[] {
  if (by === "season") return groups;
  const turn = Number(datesOfSeason({ sport, season: 2024 }).from.slice(5, 7));
  const placeOf = ({ group }: Trend) => (Number(group) - turn + 12) % 12;
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b));
}
