/** Who may see the games of a season on pages: the same people who may explore it. */
import type { GameDetail } from "../../contract/rows/game.ts";
import type { AskApi } from "../ask.ts";
import type { Member } from "../explore/parts.ts";
import { type ExploreSeasons, reachOf, seasonsOfSport } from "../explore/reach.ts";

/** `member`: only whoever has signed in, as this visitor has. */
type Sight = "everyone" | "member" | "nobody";

export async function sightOf(
  { ask, exploreSeasons }: { readonly ask: AskApi; readonly exploreSeasons: ExploreSeasons },
  { sport, season }: Pick<GameDetail, "sport" | "season">,
  member: Member | null,
): Promise<Sight> {
  const seasons = await seasonsOfSport(ask, sport);
  const reach = reachOf(exploreSeasons, false, "status" in seasons ? [] : seasons);
  const isOpen =
    reach !== null &&
    (reach.kind === "all" || (reach.kind === "only" ? season === reach.season : season >= reach.season));
  if (isOpen) return "everyone";
  return member === null ? "nobody" : "member";
}
