/**
 * Pages that are only read. A page says where it is, what it reads of a request, and how that is drawn; all that pages have in common
 * is done here: how often a visitor may ask, what is kept until the next revision, ETags, other methods, and saying that something
 * went wrong.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Allowances } from "../../access/allowances.ts";
import { withoutKeys } from "../../access/keys/keys.ts";
import { networkOf } from "../../access/people/networks.ts";
import { entryOf } from "../../contract/errors.ts";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { type ServedFile, sendFile } from "../../http/send.ts";
import { type Computation, TooBusy } from "../../query/computing.ts";
import { refusalOf } from "../../query/refusals.ts";
import type { Shelf } from "../../query/shelf.ts";
import { withRequestsLeft } from "../get-this/panel.ts";
import { type Html, noHtml } from "../ui/html.ts";
import { capitalized } from "../ui/words.ts";
import { type KeptPages, pageFile } from "./kept-pages.ts";
import { type Places, type PublicPage, problemPage, renderSitePage, type SiteFrame } from "./page.ts";
import { registerSite } from "./site.ts";

/** Somebody who is signed in, and whose keys may read. */
export type Member = {
  /** Requests that are left in this period. */
  readonly left: number;
  /** Whose requests those are, in words. */
  readonly owner: "your trial" | "your plan";
};

/** The part that the operator lets people see who have no account; a number is the first season of it. */
export type ExploreSeasons = "newest" | "all" | "none" | number;

/** The parts of a site that the recipe needs; a page may need more. */
export type PageSite = {
  readonly frame: SiteFrame;
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
  /** The seasons that people may explore who have no account. */
  readonly exploreSeasons: ExploreSeasons;
  readonly shelf: Pick<Shelf, "current" | "computing">;
  readonly kept: KeptPages;
  /** Pages need no key, so that these alone limit how often a network asks for those that are computed from the archive. */
  readonly allowances: Pick<Allowances, "may">;
  /** Null: nobody is signed in, or nobody knows. @param cookieHeader of the request. */
  readonly memberOf: (cookieHeader: string | undefined) => Promise<Member | null>;
};

/** One request for a page. */
export class Visit<Site extends PageSite = PageSite> {
  readonly site: Site;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The one revision that the whole page is of. */
  readonly snapshot: Site["shelf"]["current"];
  /** Of the address, after its question mark. */
  readonly query: string;
  readonly params: Readonly<Record<string, string>>;
  #member: Promise<Member | null> | null = null;

  constructor(site: Site, request: FastifyRequest, reply: FastifyReply) {
    this.site = site;
    this.request = request;
    this.reply = reply;
    this.snapshot = site.shelf.current;
    const mark = request.url.indexOf("?");
    this.query = mark === -1 ? "" : request.url.slice(mark + 1);
    this.params = request.params as Readonly<Record<string, string>>;
  }

  /** In whose turn a page is computed [D-54]. */
  get network(): string {
    return `network ${networkOf(this.request.ip)}`;
  }

  /** Whether browsers reach the site by HTTPS, so that its cookies may ask for that. */
  get isHttps(): boolean {
    return this.site.frame.manageUrl.startsWith("https:");
  }

  get places(): Places {
    const { apiUrl, frame } = this.site;
    return { apiUrl, manageUrl: frame.manageUrl };
  }

  get cookie(): string | undefined {
    return this.request.headers.cookie;
  }

  /** The member who is signed in; null where nobody is, or where it is not known. */
  member(): Promise<Member | null> {
    this.#member ??= this.site.memberOf(this.cookie);
    return this.#member;
  }

  /** Has something computed in the thread that computes, in the turn of the visitor's network. @throws TooBusy */
  ask<Asked, Answer>(computation: Computation<Asked, Answer>, asked: Asked): Promise<Answer> {
    const { shelf } = this.site;
    return shelf.computing.ask(computation, asked, { owner: this.network, snapshot: this.snapshot });
  }
}

/** A page's reading of its request: the values that it is drawn of, and how its drawing is kept. */
export type Asked = {
  /** The question in one spelling, under which the page is kept until the next revision; null: each visitor's is made anew. */
  readonly key?: string | null;
  /** Seconds for which caches may hand it out; null: only the browser keeps it, and asks each time. */
  readonly maxAgeS?: number | "for good" | null;
  /** Whose requests are said to be left; null: nobody's. */
  readonly member?: Member | null;
  /** Cookies that go with the page. */
  readonly setCookies?: readonly string[];
  /** Other sites may show it, also those that isolate themselves. */
  readonly isForOtherSites?: boolean;
};

/** A page, or a file such as a picture. */
type Drawn = PublicPage | ServedFile;

/** A page's own facts beside its content. */
type Place<Site extends PageSite> = {
  /** The route. */
  readonly at: string;
  /** The heading of what is said instead when it cannot be shown, and what leads on. */
  readonly cannot?: string | ((status: number, visit: Visit<Site>) => readonly [heading: string, more: Html]);
  /** False: it costs next to nothing, so that it may be asked for at will. */
  readonly isLimited?: boolean;
  /** Another path of ours that the address stands for, which is found before anything is counted; null: none. */
  readonly movedTo?: (visit: Visit<Site>) => string | null;
};

export type Page<Site extends PageSite> = {
  readonly at: string;
  readonly answer: (site: Site, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

/** A page's question to its request and to the archive, and its drawing. Either throws Moved, a Problem, or what questions throw. */
export function page<Site extends PageSite, Own extends Asked>({
  read,
  draw,
  ...place
}: Place<Site> & {
  readonly read: (visit: Visit<Site>) => Own | Promise<Own>;
  /** An error that it throws is not kept. */
  readonly draw: (asked: Own, visit: Visit<Site>) => Drawn | Promise<Drawn>;
}): Page<Site> {
  return answer({
    ...place,
    async send(visit: Visit<Site>) {
      const { site, snapshot, reply } = visit;
      const asked = await read(visit);
      const { key = null, maxAgeS = null, member = null, setCookies = [], isForOtherSites = false } = asked;
      const make = async () => fileOf(site.frame, await draw(asked, visit));
      const file = await (key === null ? make() : site.kept.page(snapshot, `${place.at} ${key}`, make));
      if (setCookies.length > 0) reply.header("set-cookie", setCookies);
      if (isForOtherSites) reply.header("cross-origin-resource-policy", "cross-origin");
      const own = member === null ? file : pageFile(withRequestsLeft(file.body.plain.toString(), member));
      return sendFile(reply, own, maxAgeS);
    },
  });
}

/** An answer that is no page, such as a download: it sends itself. */
export function answer<Site extends PageSite>({
  at,
  cannot = "This cannot be shown",
  isLimited = true,
  movedTo = () => null,
  send,
}: Place<Site> & { readonly send: (visit: Visit<Site>) => Promise<FastifyReply> }): Page<Site> {
  return {
    at,
    async answer(site, request, reply) {
      const visit = new Visit(site, request, reply);
      try {
        const elsewhere = movedTo(visit);
        if (elsewhere !== null) throw new Moved(elsewhere);
        const isAllowed = !isLimited || (await site.allowances.may("pagesToNetwork", networkOf(request.ip)));
        if (!isAllowed) throw problem(429, "That was too fast", tooFastText, noHtml, 60);
        return await send(visit);
      } catch (thrown) {
        if (thrown instanceof Moved)
          return reply.header("cache-control", "no-store").redirect(thrown.path, thrown.status);
        return sendProblem(reply, site.frame, thrown instanceof Problem ? thrown : problemOf(thrown, cannot, visit));
      }
    },
  };
}

/** Files whose address changes with what is in them. */
export function unchangingFiles(files: Iterable<readonly [at: string, ServedFile]>): readonly Page<PageSite>[] {
  return [...files].map(([at, file]) =>
    answer({ at, isLimited: false, send: ({ reply }: Visit) => sendFile(reply, file, "for good") }),
  );
}

function fileOf(frame: SiteFrame, drawn: Drawn): ServedFile {
  return "etag" in drawn ? drawn : pageFile(renderSitePage(frame, drawn));
}

/** Registers pages, which have the headers of all pages, and are only read. */
export function registerSitePages<Site extends PageSite>(
  app: FastifyInstance,
  site: Site,
  pages: readonly Page<Site>[],
): void {
  registerSite(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      request.log.error(error, "a page failed");
      return sendProblem(reply, site.frame, failed);
    });
    for (const { at, answer } of pages) scope.get(at, (request, reply) => answer(site, request, reply));
    const routes = pages.map(({ at }) => ["GET", at] as const);
    refuseOtherMethods(scope, routes, (_request, reply) => sendProblem(reply, site.frame, wrongMethod));
  });
}

/** The page that was asked for has another address. */
export class Moved extends Error {
  readonly path: string;
  readonly status: 303 | 308;

  /** @param path of ours, made of what was understood: never to another host. */
  constructor(path: string, status: 303 | 308 = 303) {
    super(`moved to ${path}`);
    this.path = path;
    this.status = status;
  }
}

/** A page that says why what was asked for is not shown. */
export class Problem extends Error {
  readonly status: number;
  readonly page: PublicPage;
  readonly retryAfterS: number | null;

  constructor(status: number, page: PublicPage, retryAfterS: number | null = null) {
    super(page.title);
    this.status = status;
    this.page = page;
    this.retryAfterS = retryAfterS;
  }
}

/** @param more what leads on. */
export function problem(
  status: number,
  title: string,
  text: string,
  more: Html = noHtml,
  retryAfterS: number | null = null,
): Problem {
  return new Problem(status, problemPage(title, text, more), retryAfterS);
}

/** Sends the page that says what is wrong, which nobody keeps. */
export function sendProblem(
  reply: FastifyReply,
  frame: SiteFrame,
  { status, page, retryAfterS }: Problem,
): FastifyReply {
  if (retryAfterS !== null) reply.header("retry-after", String(retryAfterS));
  reply.code(status).header("cache-control", "no-store").type("text/html; charset=utf-8");
  return reply.send(renderSitePage(frame, page));
}

const failed = problem(500, "Something went wrong on our side", "Please try again in a moment.");
const wrongMethod = problem(405, "Only for reading", "This page is read with GET or HEAD.");
const tooFastText =
  "From your network, more than 60 pages with data were asked for within a minute. Please wait a minute, then reload. " +
  "Programs that need more use the API with a key, which has limits of its own.";
const busyText = "Too many pages are being made just now. Please reload in a few seconds.";

/** @throws what nobody expects. */
function problemOf<Site extends PageSite>(
  thrown: unknown,
  cannot: NonNullable<Place<Site>["cannot"]>,
  visit: Visit<Site>,
): Problem {
  if (thrown instanceof TooBusy) return problem(503, "Busy", busyText, noHtml, 2);
  const { status, message } = shownRefusal(thrown);
  const [heading, more] = typeof cannot === "string" ? [cannot, noHtml] : cannot(status, visit);
  return problem(status, heading, sentenceOf(message), more, status === 503 ? 5 : null);
}

/** The API's messages begin small and have no full stop. */
export function sentenceOf(message: string): string {
  const text = capitalized(message);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** The words for visitors of what a question throws, and the parameter that is wrong. @throws what nobody expects. */
export function shownRefusal(thrown: unknown) {
  const refusal = refusalOf(thrown);
  if (refusal === null) throw thrown;
  const { code, message, param: parameter } = refusal;
  return { status: entryOf(code).status, message: withoutKeys(message), parameter };
}
export type ShownRefusal = ReturnType<typeof shownRefusal>;
