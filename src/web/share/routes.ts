/** `/card.png`, the picture of links to sets of bets: what everybody may see, because messengers' robots come without any cookie. */
import { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { servedFile } from "../../http/send.ts";
import { bufferOf } from "../../query/load.ts";
import { judgedSet } from "../../query/trends/summed.ts";
import { drawnSetCard } from "../drawings.ts";
import { type Address, permalink, readAddress, sharedLink } from "../explore/address.ts";
import { partsOf } from "../explore/filters.ts";
import { askedBefore } from "../explore/looks.ts";
import { askedWithin, type ExploreSite, questionOf } from "../explore/question.ts";
import { page, problem, type Visit } from "../frame/recipe.ts";
import type { SharedSetAsked } from "./card.ts";

const cannot = "This set cannot be shown";

export const setCard = page({
  at: "/card.png",
  cannot,
  // A set has one picture, however its games are sorted.
  movedTo({ query }) {
    const address = readAddress(query);
    const link = sharedLink(address);
    const isOther =
      address.problem === null && (address.movedTo !== null || link !== permalink(address, address.words));
    return isOther ? `/card.png${link.slice(1)}` : null;
  },
  read(visit: Visit<ExploreSite>) {
    const address = readAddress(visit.query);
    const set = seenByAll(visit, address);
    return { set, key: sharedLink(address), maxAgeS: 900, isForOtherSites: true };
  },
  draw: async ({ set }, visit) => servedFile("image/png", bufferOf(await visit.ask(drawnSetCard, set))),
});

const notForAll = (text: string) => problem(403, cannot, text);

/** @throws Problem where only people with an account may see the set, and what questions throw. */
function seenByAll(visit: Visit<ExploreSite>, address: Address): SharedSetAsked {
  if (address.problem !== null) throw new WrongParameter(null, address.problem);
  const { sport, seasons, reach } = questionOf(visit, address, false);
  if (reach === null) throw notForAll("On this server, sets of bets are for people with an account.");
  const whole = askedWithin(address, sport, reach);
  if (whole.isRefused) throw notForAll("That season is for people with an account.");
  const { query } = askedBefore(whole, address, visit.site.sign);
  const filters = [...new URLSearchParams(query)];
  return {
    set: judgedSet(visit.snapshot, trends.read(`${query}&tries=${address.shown.nth}`)),
    parts: partsOf(filters, seasons[0] ?? null),
    tries: Number(address.shown.nth),
    isOfResult: filters.some(([name]) => name === "result"),
  };
}
