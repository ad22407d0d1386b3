/** Who may see the games of a season on pages: the same people who may explore it. */
import type { GameDetail } from "../../contract/lists/games.ts";
import type { Snapshot } from "../../query/load.ts";
import type { Member } from "../explore/parts.ts";
import { type ExploreSeasons, isWithin, reachOf, seasonsOfSport } from "../explore/reach.ts";

/** `member`: only whoever has signed in, as this visitor has. */
type Sight = "everyone" | "member" | "nobody";

/** @throws BeingMended when nobody can say which seasons there are. */
export function sightOf(
  snapshot: Snapshot,
  exploreSeasons: ExploreSeasons,
  { sport, season }: Pick<GameDetail, "sport" | "season">,
  member: Member | null,
): Sight {
  if (isWithin(reachOf(exploreSeasons, false, seasonsOfSport(snapshot, sport)), season)) return "everyone";
  return member === null ? "nobody" : "member";
}
