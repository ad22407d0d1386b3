/** The set of an address as everybody may see it: messengers' robots and frames of other sites come without any cookie. */
import { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { firstShownSport, isSport } from "../../domain/sports.ts";
import type { Snapshot } from "../../query/load.ts";
import { judgedSet } from "../../query/trends/question.ts";
import { type Address, filterValue } from "../explore/address.ts";
import { askedBefore } from "../explore/held.ts";
import type { ExploreParts } from "../explore/parts.ts";
import { askedWithin, reachOf, seasonsOfSport } from "../explore/reach.ts";
import { partsOf } from "../explore/words.ts";
import type { SharedSetAsked } from "./shared-set.ts";

/** Only people with an account may see the set. */
export class NotForAll extends Error {
  override readonly name = "NotForAll";
}

/**
 * @throws NotForAll
 * @throws WrongParameter
 * @throws BeingMended
 */
export function seenByAll(
  { exploreSeasons, sign }: Pick<ExploreParts, "exploreSeasons" | "sign">,
  address: Address,
  snapshot: Snapshot,
): Pick<SharedSetAsked, "set" | "parts" | "tries" | "isOfResult"> {
  if (address.problem !== null) throw new WrongParameter(null, address.problem);
  const sportText = filterValue(address, "sport");
  const sport = isSport(sportText) ? sportText : firstShownSport;
  const seasons = seasonsOfSport(snapshot, sport);
  const reach = reachOf(exploreSeasons, false, seasons);
  if (reach === null) throw new NotForAll("On this server, sets of bets are for people with an account.");
  const whole = askedWithin(address, sport, reach);
  if (whole.isRefused) throw new NotForAll("That season is for people with an account.");
  const { query } = askedBefore(whole, address, sign);
  const filters = [...new URLSearchParams(query)];
  const firstSeason = seasons.length === 0 ? null : Math.min(...seasons.map(({ season }) => season));
  return {
    set: judgedSet(snapshot, trends.read(`${query}&tries=${address.nth}`)),
    parts: partsOf(filters, firstSeason),
    tries: address.nth,
    isOfResult: filters.some(([name]) => name === "result"),
  };
}
