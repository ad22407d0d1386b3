/** `/card.png`, the picture of links to sets of bets: what everybody may see, because messengers' robots come without any cookie. */
import { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { servedFile } from "../../http/send.ts";
import { bufferOf, type Snapshot } from "../../query/load.ts";
import { judgedSet } from "../../query/trends/summed.ts";
import { drawnSetCard } from "../drawings.ts";
import { type Address, permalink, readAddress, sharedLink, sportOf } from "../explore/address.ts";
import { partsOf } from "../explore/filters.ts";
import { askedBefore } from "../explore/held.ts";
import { askedWithin, type ExploreSite, reachOf, seasonsOfSport } from "../explore/question.ts";
import { type Problem, page, problem, type Visit } from "../frame/recipe.ts";
import type { SharedSetAsked } from "./card.ts";

const cannot = "This set cannot be shown";

export const setCard = page({
  at: "/card.png",
  cannot,
  // A set has one picture, however its games are sorted.
  movedTo({ query }) {
    const address = readAddress(query);
    const link = sharedLink(address, address.nth);
    const isOther = address.problem === null && (address.movedTo !== null || link !== permalink(address, address));
    return isOther ? `/card.png${link.slice(1)}` : null;
  },
  read({ site, query, snapshot }: Visit<ExploreSite>) {
    const address = readAddress(query);
    const set = seenByAll(site, address, snapshot);
    return { set, key: sharedLink(address, address.nth), maxAgeS: 900, isForOtherSites: true };
  },
  draw: async ({ set }, visit) => servedFile("image/png", bufferOf(await visit.ask(drawnSetCard, set))),
});

function notForAll(text: string): Problem {
  return problem(403, cannot, text);
}

/**
 * @throws Problem where only people with an account may see the set.
 * @throws WrongParameter
 * @throws BeingMended
 */
function seenByAll(
  { exploreSeasons, sign }: Pick<ExploreSite, "exploreSeasons" | "sign">,
  address: Address,
  snapshot: Snapshot,
): SharedSetAsked {
  if (address.problem !== null) throw new WrongParameter(null, address.problem);
  const sport = sportOf(address);
  const seasons = seasonsOfSport(snapshot, sport);
  const reach = reachOf(exploreSeasons, false, seasons);
  if (reach === null) throw notForAll("On this server, sets of bets are for people with an account.");
  const whole = askedWithin(address, sport, reach);
  if (whole.isRefused) throw notForAll("That season is for people with an account.");
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
