/**
 * `/`: the explorer. Which set it is, whether this visitor may see it, and the page that says what was found: its numbers are those of
 * the API for a query that the page names.
 */

import { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { judgedSet } from "../../query/trends/summed.ts";
import { drawnAnswer } from "../drawings.ts";
import type { PublicPage } from "../frame/page.ts";
import { type Asked, answer, Moved, Problem, page, shownRefusal, type Visit } from "../frame/recipe.ts";
import { Html } from "../ui/html.ts";
import { type Address, permalink, readAddress, sharedLink, sportOf } from "./address.ts";
import type { AnswerAsked } from "./answered.ts";
import { askedBefore, keepLink, querySince } from "./held.ts";
import { beyond, closed, type Instead, notAnswered, refused } from "./instead.ts";
import { offeredBy } from "./offered.ts";
import { type Asking, explorePage } from "./page.ts";
import { askedWithin, type ExploreSite, questionOf } from "./question.ts";
import { heldCookie, lookAt, visitCookie, visitSetCookie } from "./visit.ts";

export const explorer = page({
  at: "/",
  movedTo: ({ query }) => readAddress(query).movedTo,
  read: (visit: Visit<ExploreSite>) => respond(visit, readAddress(visit.query)),
  draw: ({ draw }) => draw(),
});

/** A visitor who begins a new count is led back to the set that they look at. */
export const startAgain = answer({
  at: "/start-again",
  isLimited: false,
  async send({ reply, query, isHttps }) {
    reply.header("set-cookie", [visitSetCookie("", isHttps), visitSetCookie("", isHttps, heldCookie)]);
    throw new Moved(permalink(readAddress(query)));
  },
});

type Response = Asked & {
  /** @throws Moved where the games do not have the page that was asked for. */
  readonly draw: () => PublicPage | Promise<PublicPage>;
};

/** @throws Problem for a page that stands in the place of an answer, and TooBusy. */
async function respond(visit: Visit<ExploreSite>, given: Address): Promise<Response> {
  const isMember = (await visit.member()) !== null;
  const { examples, first } = await offeredBy(visit);
  const filters = given.filters.length === 0 ? [...new URLSearchParams(first)] : given.filters;
  const address: Address = { ...given, filters };
  let asking: Asking = { visit, given, isMember, examples, address, sport: sportOf(address), seasons: [], reach: null };
  try {
    asking = { ...asking, ...questionOf(visit, address, isMember) };
    if (address.problem !== null) throw new WrongParameter(null, address.problem);
    if (address.unanswered !== null) return instead(asking, notAnswered(address.said ?? "", address.unanswered));
    return await look(asking);
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown;
    return instead(asking, refused(shownRefusal(thrown)));
  }
}

/** @throws Problem unless it is how this site is for all who have no account. */
function instead(asking: Asking, shown: Instead): Response {
  const shownPage = explorePage(asking, shown);
  if (shown.status !== 200) throw new Problem(shown.status, shownPage);
  return { draw: () => shownPage };
}

/** @throws what the questions throw. A question that is refused is no look at anything. */
async function look(asking: Asking): Promise<Response> {
  const { visit, given, address, sport, seasons, reach, isMember } = asking;
  const { snapshot, cookie, isHttps } = visit;
  const { apiUrl, sign, shelf, frame } = visit.site;
  if (reach === null) return instead(asking, closed(frame.manageUrl));
  const { held } = address;
  const whole = askedWithin(address, sport, reach);
  if (whole.isRefused) return instead(asking, beyond(sport, reach, frame.manageUrl));
  const asked = askedBefore(whole, address, sign);
  const { tries: own, value } = lookAt(cookie, asked.query);
  const tries = Math.max(own, address.nth);
  // A set of one season is divided into months, because a single row of the season says what the record says already.
  const least = reach.kind === "all" ? 0 : reach.season;
  const isOneSeason =
    new URLSearchParams(asked.query).has("season") || seasons.filter((season) => season >= least).length <= 1;
  const by = address.grouped ?? (isOneSeason ? "month" : "season");
  const setOf = (query: string) => judgedSet(snapshot, trends.read(query));
  const isFirst = given.filters.length === 0;
  const looked = held?.isAsked === true ? lookAt(cookie, `${whole.query} ${held.split}`, heldCookie) : null;
  const lookedQuery = `${whole.query}&split=${held?.split}&tries=${tries}&tries_since=${looked?.tries}`;
  // Null: nothing is held back, or the set ends before that day.
  const since = held === null || looked !== null || isFirst ? null : querySince(whole.query, held);
  const question: AnswerAsked = {
    set: setOf(`${asked.query}&group_by=${by}&tries=${tries}`),
    held: looked === null || isFirst ? null : setOf(lookedQuery),
    waiting: since === null ? null : setOf(since),
    ...{ sort: address.sort, page: address.page, address: { ...address, filters: given.filters } },
    shared: sharedLink(address, tries),
    isSharersCount: tries > own,
    looks: looked?.tries ?? 0,
    firstSeason: seasons[0] ?? null,
    keepCard: isFirst || held !== null ? "" : keepLink(address, sign, Date.now()).text,
    hasFiles: shelf.files.isOffered,
    ...{ sport, asked, by, tries, isMember, reach, apiUrl, manageUrl: frame.manageUrl },
  };
  const member = await visit.member();
  // All visitors without cookies get the same page, so that it is made once.
  const isSame = member === null && cookie?.includes(visitCookie) !== true && looked === null;
  return {
    key: isSame ? permalink(given, given) : null,
    member,
    setCookies: [
      ...(value === null ? [] : [visitSetCookie(value, isHttps)]),
      ...(looked?.value == null ? [] : [visitSetCookie(looked.value, isHttps, heldCookie)]),
    ],
    async draw() {
      const { shared, result, pages } = await visit.ask(drawnAnswer, question);
      if (address.page > pages) throw new Moved(permalink({ ...address, page: pages }, address));
      const shown = { result: new Html(result), wrong: null, words: isFirst ? null : shared };
      return explorePage(asking, shown, sharedLink(address, address.nth));
    },
  };
}
