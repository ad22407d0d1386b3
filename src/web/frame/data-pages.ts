/** Pages that are made of the archive: each asks how often its visitor may, and says on a page why something is not shown. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import type { ReadingLimit } from "../reading-limit.ts";
import type { SiteFrame } from "./page.ts";
import { orBusy, shownRefusal } from "./refusals.ts";
import { registerSite, sendProblem, sendWrongMethod } from "./site.ts";

type Answer<Params> = (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => Promise<FastifyReply>;

/** @param answers by the route. What one throws is said under `title`. */
export function registerDataPages<Params>(
  app: FastifyInstance,
  { frame, limit }: { readonly frame: SiteFrame; readonly limit: ReadingLimit },
  title: string,
  answers: Readonly<Record<string, Answer<Params>>>,
): void {
  registerSite(app, (scope) => {
    for (const [path, answer] of Object.entries(answers)) {
      scope.get<{ Params: Params }>(path, async (request, reply) => {
        if (!(await limit(request, reply))) return reply;
        return orBusy(
          reply,
          frame,
          () => answer(request, reply),
          (thrown) => sendRefusal(reply, frame, title, thrown),
        );
      });
    }
    refuseOtherMethods(
      scope,
      Object.keys(answers).map((path) => ["GET", path] as const),
      (_request, reply) => sendWrongMethod(reply, frame),
    );
  });
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
