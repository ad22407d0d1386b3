/** `/card.png`, the picture of links to sets of bets: what everybody may see, because messengers' robots come without any cookie. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { firstShownSport, isSport } from "../../domain/sports.ts";
import { sendFile, servedFile } from "../../http/send-file.ts";
import type { Snapshot } from "../../query/load.ts";
import { bufferOf } from "../../query/message.ts";
import { judgedSet } from "../../query/trends/question.ts";
import { drawnSetCard } from "../drawings.ts";
import { type Address, filterValue, permalink, readAddress, sharedLink } from "../explore/address.ts";
import { askedBefore } from "../explore/held.ts";
import { askedWithin, type ExploreParts, reachOf, seasonsOfSport } from "../explore/question.ts";
import { partsOf } from "../explore/words.ts";
import { registerPages, shownRefusal, visitorOf } from "../frame/data-pages.ts";
import { forOtherSites, queryOf, sendProblem } from "../frame/site.ts";
import type { SharedSetAsked } from "./shared-set.ts";

/** Only people with an account may see the set. */
class NotForAll extends Error {
  override readonly name = "NotForAll";
}

export function registerSharedSets(app: FastifyInstance, parts: ExploreParts): void {
  const { frame, shelf, kept, limit } = parts;

  async function sendCard(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const address = readAddress(queryOf(request));
    const link = sharedLink(address, address.nth);
    // A set has one picture, however its games are sorted.
    if (address.problem === null && (address.movedTo !== null || link !== permalink(address))) {
      return reply.header("cache-control", "no-store").redirect(`/card.png${link.slice(1)}`, 303);
    }
    if (!(await limit(request, reply))) return reply;
    const { current: snapshot } = shelf;
    const asked = seenByAll(parts, address, snapshot);
    const file = await kept.page(snapshot, `card ${link}`, async () => {
      const by = { owner: visitorOf(request), snapshot };
      return servedFile("image/png", bufferOf(await shelf.computing.ask(drawnSetCard, asked, by)));
    });
    return sendFile(forOtherSites(reply), file);
  }

  registerPages(app, frame, { "/card.png": sendCard }, (_request, reply, thrown) => {
    const { status, message } =
      thrown instanceof NotForAll ? { status: 403, message: thrown.message } : shownRefusal(thrown);
    return sendProblem(reply.code(status), frame, "This set cannot be shown", message);
  });
}

/**
 * @throws NotForAll
 * @throws WrongParameter
 * @throws BeingMended
 */
function seenByAll(
  { exploreSeasons, sign }: Pick<ExploreParts, "exploreSeasons" | "sign">,
  address: Address,
  snapshot: Snapshot,
): SharedSetAsked {
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
