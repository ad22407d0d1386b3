/** `/`: the explorer. Its numbers are the answers of the API to a query that the page names. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { registerSite, sendProblem, sendWrongMethod } from "../frame/site.ts";
import { orBusy, takeTurn } from "../turn.ts";
import { permalink, readAddress } from "./address.ts";
import { FirstLooks } from "./first-looks.ts";
import type { ExploreParts } from "./parts.ts";
import { respond } from "./respond.ts";
import { sendOwnPage } from "./send-own-page.ts";
import { heldCookie, visitCookie, visitSetCookie } from "./visit.ts";

/** @returns a function that makes the landing page for the first visitor ahead of time. */
export function registerExplore(app: FastifyInstance, pages: ExploreParts): () => Promise<void> {
  const { frame, limit, memberOf, published } = pages;
  const isHttps = frame.manageUrl.startsWith("https:");
  const kept = new FirstLooks(published);
  registerSite(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      request.log.error(error, "the explorer failed");
      return sendProblem(reply.code(500), frame, "Something went wrong on our side", "Please try again in a moment.");
    });
    const explore = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const address = readAddress(searchOf(request));
      if (address.movedTo !== null) return moved(reply, address.movedTo);
      if (!(await limit(request, reply))) return reply;
      const { cookie } = request.headers;
      const snapshot = published();
      const member = await memberOf(cookie);
      // About a visitor without cookies there is one answer for all.
      const isUnknown = member === null && cookie?.includes(visitCookie) !== true;
      const isSame = isUnknown && address.problem === null && address.held?.isAsked !== true;
      const key = isSame ? permalink(address) : null;
      const before = key === null ? null : kept.get(key);
      const make = () => respond(pages, address, { cookie, member });
      const answer = before === null ? await takeTurn(request, make) : { ...before, status: 200, looks: null };
      if (typeof answer === "string") return moved(reply, answer);
      if (before === null && key !== null && answer.status === 200) kept.set(key, answer, snapshot);
      const { visit, looks } = answer;
      const cookies = [
        ...(visit === null ? [] : [visitSetCookie(visit, isHttps)]),
        ...(looks === null ? [] : [visitSetCookie(looks, isHttps, heldCookie)]),
      ];
      if (cookies.length > 0) reply.header("set-cookie", cookies);
      return sendOwnPage(reply.code(answer.status), answer.page);
    };
    scope.get("/", (request, reply) => orBusy(reply, frame, () => explore(request, reply)));
    // Whoever begins a new count is led back to the set that they look at.
    scope.get("/start-again", (request, reply) => {
      reply.header("set-cookie", [visitSetCookie("", isHttps), visitSetCookie("", isHttps, heldCookie)]);
      return moved(reply, permalink(readAddress(searchOf(request))));
    });
    const paths = [["GET", "/"] as const, ["GET", "/start-again"] as const];
    refuseOtherMethods(scope, paths, (_request, reply) => sendWrongMethod(reply, frame));
  });
  return async () => {
    const landing = readAddress("");
    const snapshot = published();
    const answer = await respond(pages, landing, { cookie: undefined, member: null });
    if (typeof answer !== "string" && answer.status === 200) kept.set(permalink(landing), answer, snapshot);
  };
}

function searchOf({ url }: FastifyRequest): string {
  const mark = url.indexOf("?");
  return mark === -1 ? "" : url.slice(mark + 1);
}

/** To a path of ours, made of what was understood: never to another host. */
function moved(reply: FastifyReply, path: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(path, 303);
}
