/**
 * `/`: the explorer. Which set it is, whether this visitor may see it, and the page that says what was found: its numbers are those of
 * the API for a query that the page names.
 */
import { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { slateDate } from "../../domain/times.ts";
import { judgedSet } from "../../query/trends/summed.ts";
import { drawnAnswer } from "../drawings.ts";
import type { PublicPage } from "../frame/page.ts";
import { type Asked, answer, Moved, Problem, page, shownRefusal, type Visit } from "../frame/recipe.ts";
import { noHtml } from "../ui/html.ts";
import { type Address, permalink, readAddress, sharedLink, sortOf, sportOf } from "./address.ts";
import type { AnswerAsked } from "./answer.ts";
import { askedBefore, heldCookie, keepLink, lookAt, querySince, visitCookie, visitSetCookie } from "./looks.ts";
import {
  type Asking,
  closedExplorer,
  closedSeasons,
  explorePage,
  notAnswered,
  refused,
  type ShownInstead,
} from "./page.ts";
import { askedWithin, type ExploreSite, offeredBy, questionOf } from "./question.ts";

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
    if (address.unanswered !== null) return instead(asking, notAnswered(address.words.ask, address.unanswered));
    return await look(asking);
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown;
    return instead(asking, refused(shownRefusal(thrown)));
  }
}

/** @throws Problem unless it is how this site is for all who have no account. */
function instead(asking: Asking, shown: ShownInstead): Response {
  const shownPage = explorePage(asking, shown);
  if (shown.status !== 200) throw new Problem(shown.status, shownPage);
  return { draw: () => shownPage };
}

/** @throws what the questions throw. A question that is refused is no look at anything. */
async function look(asking: Asking): Promise<Response> {
  const { visit, given, address, sport, seasons, reach, isMember } = asking;
  const { snapshot, cookie, isHttps, places } = visit;
  const { sign, shelf } = visit.site;
  if (reach === null) return instead(asking, closedExplorer(places.manageUrl));
  const { split, group_by: grouped } = address.shown;
  const whole = askedWithin(address, sport, reach);
  if (whole.isRefused) return instead(asking, closedSeasons(sport, reach, places.manageUrl));
  const asked = askedBefore(whole, address, sign);
  const own = lookAt(cookie, asked.query);
  const tries = Math.max(own.tries, Number(address.shown.nth));
  // A set of one season is divided into months, because a single row of the season says what the record says already.
  const isOneSeason =
    new URLSearchParams(asked.query).has("season") || seasons.filter((season) => season >= reach.first).length <= 1;
  const by = grouped !== "" ? grouped : isOneSeason ? "month" : "season";
  const setOf = (query: string) => judgedSet(snapshot, trends.read(query));
  const isFirst = given.filters.length === 0;
  const looked = address.shown.look === "" ? null : lookAt(cookie, `${whole.query} ${split}`, heldCookie);
  const lookedQuery = `${whole.query}&split=${split}&tries=${tries}&tries_since=${looked?.tries}`;
  // Null: nothing is held back, or the set ends before that day.
  const since = split === "" || looked !== null || isFirst ? null : querySince(whole.query, split);
  const question: AnswerAsked = {
    ...places,
    set: setOf(`${asked.query}&group_by=${by}&tries=${tries}`),
    held: looked === null || isFirst ? null : setOf(lookedQuery),
    waiting: since === null ? null : setOf(since),
    sort: sortOf(address),
    page: Number(address.shown.page),
    address: { ...address, filters: given.filters },
    shared: sharedLink(address, String(tries)),
    isSharersCount: tries > own.tries,
    looks: looked?.tries ?? 0,
    firstSeason: seasons[0] ?? null,
    keepCard: isFirst || split !== "" ? noHtml : keepLink(address, sign, Date.now()),
    hasFiles: shelf.files.isOffered,
    sport,
    asked,
    by,
    tries,
    isMember,
    reach,
  };
  const member = await visit.member();
  // All visitors without cookies get the same page of a day, so that it is made once: the link that keeps a question is signed with the day.
  const isSame = member === null && cookie?.includes(visitCookie) !== true && looked === null;
  return {
    key: isSame ? `${slateDate(Date.now())} ${permalink(given, given.words)}` : null,
    member,
    setCookies: [
      ...(own.value === null ? [] : [visitSetCookie(own.value, isHttps)]),
      ...(looked?.value == null ? [] : [visitSetCookie(looked.value, isHttps, heldCookie)]),
    ],
    async draw() {
      const { shared, result, pages } = await visit.ask(drawnAnswer, question);
      if (question.page > pages) throw new Moved(permalink(address, { ...address.words, page: String(pages) }));
      const shown = { result, wrong: null, words: isFirst ? null : shared };
      return explorePage(asking, shown, sharedLink(address));
    },
  };
}
