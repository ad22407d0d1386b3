/** Pages that are only read. Those that are made of the archive ask how often their visitor may, and say on a page why something is not shown. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Allowances } from "../../access/allowances.ts";
import { withoutKeys } from "../../access/keys/keys.ts";
import { networkOf } from "../../access/people/networks.ts";
import { entryOf } from "../../contract/errors.ts";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { type ServedFile, servedFile } from "../../http/send-file.ts";
import { TooBusy } from "../../query/computing/queue.ts";
import { refusalOf } from "../../query/refusals.ts";
import type { SiteFrame } from "./page.ts";
import { registerSite, sendProblem, sendWrongMethod } from "./site.ts";

/** Whether the request may go on. Otherwise the network has asked too often, and was answered with a page that says so. */
export type ReadingLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

const limitSeconds = 60;

/** How often one network may ask for pages that are computed from the archive: they need no key, so that nothing else limits them. */
export function readingLimit(allowances: Allowances, frame: SiteFrame): ReadingLimit {
  return async (request, reply) => {
    if (await allowances.may("pagesToNetwork", networkOf(request.ip))) return true;
    const text =
      "From your network, more than 60 pages with data were asked for within a minute. Please wait a minute, then reload. " +
      "Programs that need more use the API with a key, which has limits of its own.";
    reply.code(429).header("retry-after", String(limitSeconds));
    // A reply that is awaited resolves to nothing, so that it is not what is returned.
    sendProblem(reply, frame, "That was too fast", text);
    return false;
  };
}

type Asked<Params> = FastifyRequest<{ Params: Params }>;
type Answer<Params> = (request: Asked<Params>, reply: FastifyReply) => Promise<FastifyReply>;
type Answers<Params> = Readonly<Record<string, Answer<Params>>>;
type Otherwise<Params> = (request: Asked<Params>, reply: FastifyReply, thrown: unknown) => FastifyReply;

/**
 * @param answers by the route. That too much is being computed, and that a page is only read, is said on a page.
 * @param otherwise sends what else an answer throws.
 */
export function registerPages<Params>(
  app: FastifyInstance,
  frame: SiteFrame,
  answers: Answers<Params>,
  otherwise: Otherwise<Params> = throwAgain,
): void {
  const add = (scope: FastifyInstance): void => {
    for (const [path, answer] of Object.entries(answers)) {
      scope.get<{ Params: Params }>(path, (request, reply) =>
        orBusy(
          reply,
          frame,
          () => answer(request, reply),
          (thrown) => otherwise(request, reply, thrown),
        ),
      );
    }
    const routes = Object.keys(answers).map((path) => ["GET", path] as const);
    refuseOtherMethods(scope, routes, (_request, reply) => sendWrongMethod(reply, frame));
  };
  registerSite(app, add);
}

function throwAgain(_request: unknown, _reply: unknown, thrown: unknown): never {
  throw thrown;
}

/** @param answers by the route. What one throws is said under `title`. */
export function registerDataPages<Params>(
  app: FastifyInstance,
  { frame, limit }: { readonly frame: SiteFrame; readonly limit: ReadingLimit },
  title: string,
  answers: Answers<Params>,
): void {
  const limited = Object.entries(answers).map(([path, answer]): [string, Answer<Params>] => [
    path,
    async (request, reply) => ((await limit(request, reply)) ? answer(request, reply) : reply),
  ]);
  registerPages(app, frame, Object.fromEntries(limited), (_request, reply, thrown) =>
    sendRefusal(reply, frame, title, thrown),
  );
}

function sendRefusal(reply: FastifyReply, frame: SiteFrame, title: string, thrown: unknown): FastifyReply {
  const { status, message } = shownRefusal(thrown);
  if (status === 503) reply.header("retry-after", "5");
  return sendProblem(reply.code(status), frame, title, sentenceOf(message));
}

/** The API's messages begin small and have no full stop. */
export function sentenceOf(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

export type ShownRefusal = {
  readonly status: number;
  readonly message: string;
  /** The parameter that is wrong; null: none is. */
  readonly parameter: string | null;
};

/** @throws what nobody expects. */
export function shownRefusal(thrown: unknown): ShownRefusal {
  const refusal = refusalOf(thrown);
  if (refusal === null) throw thrown;
  const { code, message, param } = refusal;
  return { status: entryOf(code).status, message: withoutKeys(message), parameter: param };
}

/**
 * Sends what `answer` sends, or a page that says that too much is being computed [D-54].
 * @param otherwise sends what else is thrown.
 */
export async function orBusy(
  reply: FastifyReply,
  frame: SiteFrame,
  answer: () => Promise<FastifyReply>,
  otherwise: (thrown: unknown) => FastifyReply = (thrown) => throwAgain(null, null, thrown),
): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (thrown) {
    if (!(thrown instanceof TooBusy)) return otherwise(thrown);
    reply.code(503).header("retry-after", "2");
    return sendProblem(reply, frame, "Busy", "Too many pages are being made just now. Please reload in a few seconds.");
  }
}

/** Plain bytes; compressed copies come to a third of that. */
const mostBytes = 32 * 1024 * 1024;

export class KeptPages {
  readonly #kept = new LRUCache<string, ServedFile>({
    maxSize: mostBytes,
    sizeCalculation: ({ body }) => body.plain.length,
  });
  readonly #underway = new Map<string, Promise<ServedFile>>();
  #of: object | null = null;

  /**
   * @param question in one spelling. Whoever asks it while its page is being made gets that one.
   * @throws what `make` throws, which is not kept.
   */
  async page(snapshot: object, question: string, make: () => Promise<ServedFile>): Promise<ServedFile> {
    if (snapshot !== this.#of) {
      this.#kept.clear();
      this.#underway.clear();
      this.#of = snapshot;
    }
    const known = this.#kept.get(question) ?? this.#underway.get(question);
    if (known !== undefined) return known;
    const making = make();
    this.#underway.set(question, making);
    try {
      const page = await making;
      if (this.#of === snapshot) this.#kept.set(question, page);
      return page;
    } finally {
      if (this.#underway.get(question) === making) this.#underway.delete(question);
    }
  }
}

export function pageFile(page: string): ServedFile {
  return servedFile("text/html; charset=utf-8", Buffer.from(page));
}

/** In whose turn a page is computed [D-54]. */
export function visitorOf({ ip }: FastifyRequest): string {
  return `network ${networkOf(ip)}`;
}
