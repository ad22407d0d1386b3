/** Pages that are only read. Those that are made of the archive ask how often their visitor may, and say on a page why something is not shown. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import type { ReadingLimit } from "../reading-limit.ts";
import type { SiteFrame } from "./page.ts";
import { orBusy, shownRefusal } from "./refusals.ts";
import { registerSite, sendProblem, sendWrongMethod } from "./site.ts";

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
