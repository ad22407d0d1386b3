/** `/`: the explorer. Its numbers are those of the API for a query that the page names. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { sendFile } from "../../http/send-file.ts";
import { orBusy, pageFile, visitorOf } from "../frame/data-pages.ts";
import { queryOf, registerSite, sendProblem, sendWrongMethod } from "../frame/site.ts";
import { withRequestsLeft } from "../get-this/panel.ts";
import { type Address, permalink, readAddress } from "./address.ts";
import type { ExploreParts } from "./question.ts";
import { MovedTo, respond } from "./respond.ts";
import { heldCookie, visitCookie, visitSetCookie } from "./visit.ts";

/** @returns a function that makes the landing page for the first visitor ahead of time. */
export function registerExplore(app: FastifyInstance, parts: ExploreParts): () => Promise<void> {
  const { frame, shelf, kept, limit, memberOf } = parts;
  const isHttps = frame.manageUrl.startsWith("https:");
  registerSite(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      request.log.error(error, "the explorer failed");
      return sendProblem(reply.code(500), frame, "Something went wrong on our side", "Please try again in a moment.");
    });
    const explore = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const address = readAddress(queryOf(request));
      if (address.movedTo !== null) return moved(reply, address.movedTo);
      if (!(await limit(request, reply))) return reply;
      const { cookie } = request.headers;
      const member = await memberOf(cookie);
      const by = { owner: visitorOf(request), snapshot: shelf.current };
      const { status, visit, looks, page } = await respond(parts, address, { cookie, member }, by);
      if (status !== 200) {
        reply.code(status).header("cache-control", "no-store").type("text/html; charset=utf-8");
        return reply.send(await page());
      }
      // All visitors without cookies get the same page, so that it is made once.
      const isUnknown = member === null && cookie?.includes(visitCookie) !== true;
      const isSame = isUnknown && address.held?.isAsked !== true;
      const make = async () => pageFile(member === null ? await page() : withRequestsLeft(await page(), member));
      const file = await (isSame ? kept.page(by.snapshot, keyOf(address), make) : make());
      const cookies = [
        ...(visit === null ? [] : [visitSetCookie(visit, isHttps)]),
        ...(looks === null ? [] : [visitSetCookie(looks, isHttps, heldCookie)]),
      ];
      if (cookies.length > 0) reply.header("set-cookie", cookies);
      return sendFile(reply, file, null);
    };
    const leadOn = (reply: FastifyReply, thrown: unknown): FastifyReply => {
      if (thrown instanceof MovedTo) return moved(reply, thrown.path);
      throw thrown;
    };
    scope.get("/", (request, reply) =>
      orBusy(
        reply,
        frame,
        () => explore(request, reply),
        (thrown) => leadOn(reply, thrown),
      ),
    );
    // A visitor who begins a new count is led back to the set that they look at.
    scope.get("/start-again", (request, reply) => {
      reply.header("set-cookie", [visitSetCookie("", isHttps), visitSetCookie("", isHttps, heldCookie)]);
      return moved(reply, permalink(readAddress(queryOf(request))));
    });
    const paths = [["GET", "/"] as const, ["GET", "/start-again"] as const];
    refuseOtherMethods(scope, paths, (_request, reply) => sendWrongMethod(reply, frame));
  });
  return async () => {
    const landing = readAddress("");
    const by = { owner: "the server itself", snapshot: shelf.current };
    const { status, page } = await respond(parts, landing, { cookie: undefined, member: null }, by);
    if (status === 200) await kept.page(by.snapshot, keyOf(landing), async () => pageFile(await page()));
  };
}

function keyOf(address: Address): string {
  return `explore ${permalink(address)}`;
}

/** To a path of ours, made of what was understood: never to another host. */
function moved(reply: FastifyReply, path: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(path, 303);
}
