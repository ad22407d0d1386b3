/** Answers one look at the explorer: which set it is, whether this visitor may see it, and the page that says what was found. */

import { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { firstShownSport, isSport, type Sport } from "../../domain/sports.ts";
import type { AskedBy } from "../../query/computing/computing.ts";
import type { Snapshot } from "../../query/load.ts";
import { refusalOf } from "../../query/refusals.ts";
import { type Judged, judgedSet } from "../../query/trends/question.ts";
import { type ArchiveFacts, archiveFacts } from "../archive-facts.ts";
import { drawnAnswer } from "../drawings.ts";
import { shownRefusal } from "../frame/data-pages.ts";
import { renderSitePage } from "../frame/page.ts";
import type { Member } from "../frame/recipe.ts";
import { Html } from "../ui/html.ts";
import { type Address, filterValue, type Held, permalink, sharedLink } from "./address.ts";
import type { AnswerAsked, DrawnAnswer } from "./answered.ts";
import { askedBefore, keepLink, querySince } from "./held.ts";
import { beyond, closed, type Instead, notAnswered, refused } from "./instead.ts";
import { type Offered, offeredBy } from "./offered.ts";
import { explorePage } from "./page.ts";
import { askedWithin, type ExploreParts, type Reach, reachOf, type SeasonRow, seasonsOfSport } from "./question.ts";
import { heldCookie, lookAt } from "./visit.ts";

export type Visitor = { readonly cookie: string | undefined; readonly member: Member | null };

export type Response = {
  readonly status: number;
  /** The visit's cookie; null: it stays as it is. */
  readonly visit: string | null;
  /** The cookie of looks at games held back; null: it stays as it is. */
  readonly looks: string | null;
  /** Makes the page. @throws MovedTo */
  readonly page: () => Promise<string>;
};

/** The games do not have the page that was asked for: the last one has another address. */
export class MovedTo extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`moved to ${path}`);
    this.path = path;
  }
}

/** All that a page is made for, whatever was found. */
type Asking = {
  readonly parts: ExploreParts;
  readonly by: AskedBy;
  /** As it was given, and with the set of the landing page where it names none. */
  readonly given: Address;
  readonly address: Address;
  readonly visitor: Visitor;
  readonly offered: Offered;
  readonly sport: Sport;
  readonly seasons: readonly SeasonRow[];
  /** Null: nobody may see anything. */
  readonly reach: Reach | null;
};

export async function respond(parts: ExploreParts, given: Address, visitor: Visitor, by: AskedBy): Promise<Response> {
  const offered = await offeredBy(parts, by);
  const isFirst = given.filters.length === 0;
  const address = isFirst
    ? { ...given, filters: [...new URLSearchParams(offered.first)] as Address["filters"] }
    : given;
  const sportText = filterValue(address, "sport");
  const sport = isSport(sportText) ? sportText : firstShownSport;
  let asking: Asking = { parts, by, given, address, visitor, offered, sport, seasons: [], reach: null };
  try {
    const seasons = seasonsOfSport(by.snapshot, sport);
    asking = { ...asking, seasons, reach: reachOf(parts.exploreSeasons, visitor.member !== null, seasons) };
    if (address.problem !== null) throw new WrongParameter(null, address.problem);
    if (address.unanswered !== null) return instead(asking, notAnswered(address.said ?? "", address.unanswered));
    return look(asking);
  } catch (thrown) {
    return instead(asking, refused(shownRefusal(thrown)));
  }
}

function instead(asking: Asking, shown: Instead): Response {
  return {
    status: shown.status,
    visit: null,
    looks: null,
    page: async () => framed(asking, shown, { words: null, set: null }),
  };
}

/** @throws what the questions throw. A question that is refused is no look at anything. */
function look(asking: Asking): Response {
  const { parts, by, given, address, visitor, sport, seasons, reach } = asking;
  const { apiUrl, sign, shelf } = parts;
  const { manageUrl } = parts.frame;
  if (reach === null) return instead(asking, closed(manageUrl));
  const { held } = address;
  const whole = askedWithin(address, sport, reach);
  if (whole.isRefused) return instead(asking, beyond(sport, reach, manageUrl));
  const asked = askedBefore(whole, address, sign);
  const { tries: own, value } = lookAt(visitor.cookie, asked.query);
  const tries = Math.max(own, address.nth);
  const groupedBy = address.grouped ?? (isOneSeason(asked.query, reach, seasons) ? "month" : "season");
  const setOf = (query: string) => judgedSet(by.snapshot, trends.read(query));
  const looked = held?.isAsked === true ? lookAt(visitor.cookie, `${whole.query} ${held.split}`, heldCookie) : null;
  const isFirst = given.filters.length === 0;
  const question: AnswerAsked = {
    set: setOf(`${asked.query}&group_by=${groupedBy}&tries=${tries}`),
    held:
      looked === null || isFirst
        ? null
        : setOf(`${whole.query}&split=${held?.split}&tries=${tries}&tries_since=${looked.tries}`),
    sort: address.sort,
    page: address.page,
    sport,
    asked,
    address: { ...address, filters: given.filters },
    shared: sharedLink(address, tries),
    by: groupedBy,
    tries,
    isSharersCount: tries > own,
    isMember: visitor.member !== null,
    looks: looked?.tries ?? 0,
    reach,
    firstSeason: seasons.length === 0 ? null : Math.min(...seasons.map(({ season }) => season)),
    waiting: held === null || looked !== null || isFirst ? null : waitingSet(whole.query, held, setOf),
    keepCard: isFirst || held !== null ? "" : keepLink(address, sign, Date.now()).text,
    apiUrl,
    manageUrl,
    hasFiles: shelf.files.isOffered,
    isSample: by.snapshot.isSample,
  };
  return {
    status: 200,
    visit: value,
    looks: looked?.value ?? null,
    async page() {
      const drawn = await shelf.computing.ask(drawnAnswer, question, by);
      if (address.page > drawn.pages) throw new MovedTo(permalink({ ...address, page: drawn.pages }));
      return framed(
        asking,
        { ...drawn, result: new Html(drawn.result), wrong: null },
        { words: isFirst ? null : drawn.shared, set: sharedLink(address, address.nth) },
      );
    },
  };
}

/** The games held back; null: none can be, because the set ends before their day. */
function waitingSet(query: string, held: Held, setOf: (query: string) => Judged): Judged | null {
  const since = querySince(query, held);
  return since === null ? null : setOf(since);
}

/** A set of one season is divided into months, because a single row of the season says what the record says already. */
function isOneSeason(query: string, reach: Reach, seasons: readonly SeasonRow[]): boolean {
  if (new URLSearchParams(query).has("season")) return true;
  const least = reach.kind === "all" ? 0 : reach.season;
  return seasons.filter(({ season }) => season >= least).length <= 1;
}

/** Null: nothing is published, or it cannot be counted now. */
function factsOf(snapshot: Snapshot): ArchiveFacts | null {
  try {
    return archiveFacts(snapshot);
  } catch (thrown) {
    if (refusalOf(thrown) === null) throw thrown;
    return null;
  }
}

function framed(
  { parts: { frame, apiUrl, hasPrice }, by, given, address, visitor, offered, sport, seasons, reach }: Asking,
  { result, spoken, wrong }: Pick<Instead, "result" | "spoken" | "wrong">,
  { words, set }: { readonly words: DrawnAnswer["shared"] | null; readonly set: string | null },
): string {
  const { manageUrl } = frame;
  const years = seasons.map(({ season }) => season).sort((a, b) => a - b);
  return renderSitePage(
    frame,
    explorePage({
      question: { sport, address, reach, seasons: years, wrong, manageUrl },
      shared: words,
      result,
      spoken,
      canonical: `${apiUrl}${permalink({ ...given, nth: 1, grouped: null, adding: null, said: null })}`,
      url: `${apiUrl}${permalink({ ...given, adding: null, said: null })}`,
      image: set === null ? null : `${apiUrl}/card.png${set.slice(1)}`,
      manageUrl,
      isMember: visitor.member !== null,
      hasPrice,
      facts: factsOf(by.snapshot),
      examples: offered.examples,
    }),
  );
}
