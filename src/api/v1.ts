/**
 * Answers every request under /v1, good or bad, in the order of the contract: the key is looked at before anything is told,
 * then the path, the method, the parameters, and what they ask for [D-25]. The framework has no part in it: it costs more
 * than all that we do for a request.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { Admission } from "../access/gate.ts";
import { hasSeveralHosts } from "../http/connections.ts";
import type { OutageLog } from "../http/outage-log.ts";
import { requestIdHeader } from "../http/request-id.ts";
import type { Shelf } from "../query/shelf.ts";
import { GoodAnswers } from "./answering.ts";
import { admit, type Door, refusalOfKey } from "./authentication.ts";
import { ApiError, nothingAt, severalHosts, unreadable } from "./errors.ts";
import { FilesDoor, type FilesDoorFacts } from "./files.ts";
import { type AnswerWatch, type Followed, follow } from "./follow.ts";
import { apiHeaderList, isPreflight, preflightHeaders } from "./headers.ts";
import { type OpenApiFacts, openApiPath, openApiSender } from "./openapi/route.ts";
import { refuser } from "./refuse.ts";
import { isFileRoute, routeAt, type Target } from "./target.ts";

export type V1Dependencies = {
  readonly door: Door;
  readonly shelf: Shelf;
  readonly log: FastifyBaseLogger;
  /** Is told of every request; null: nobody watches. */
  readonly watch: AnswerWatch | null;
  readonly archiveOutage: OutageLog;
  readonly openApi: OpenApiFacts;
  readonly files: FilesDoorFacts;
};

/** Returns the function that answers a request whose target is below /v1. */
export function openV1(
  deps: V1Dependencies,
): (request: IncomingMessage, response: ServerResponse, target: Target) => void {
  const { door, shelf, log, archiveOutage } = deps;
  const refuse = refuser(deps, apiHeaderList);
  const answers = new GoodAnswers(shelf);
  const files = new FilesDoor(shelf, deps.files);
  const sendOpenApi = openApiSender(deps.openApi);

  return (request, response, target) => {
    const followed = follow(request, response, deps);
    answer(request, response, target, followed).catch((error: unknown) => {
      log.error({ requestId: followed.id, err: error }, "a request could not be answered at all");
      response.destroy();
    });
  };

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query }: Target,
    followed: Followed,
  ): Promise<void> {
    const route = path === null ? null : routeAt(path);
    followed.route = path === openApiPath ? path : (route?.template ?? null);
    let admission: Admission | null = null;
    try {
      if (hasSeveralHosts(request)) throw severalHosts();
      const headers = [...apiHeaderList, requestIdHeader, followed.id];
      if (isPreflight(request)) {
        response.writeHead(200, [...headers, ...preflightHeaders]).end();
        return;
      }
      // The OpenAPI document is public, and not counted.
      if (path === openApiPath) {
        refuseOtherMethod(request);
        await sendOpenApi(request, response, headers);
        return;
      }
      const signedKeyId = route === null ? null : files.signedKeyId(route, request, query);
      admission = await admit(door, request, followed, signedKeyId);
      if (admission === null) return;
      if (!admission.ok) throw refusalOfKey(admission, door.manageUrl);
      if (path === null) throw unreadable();
      if (route === null) throw nothingAt(request.url ?? "");
      refuseOtherMethod(request);
      if (isFileRoute(route)) await files.send({ request, response, route, query, followed, admission });
      else await answers.send({ request, response, route, query, followed, admission });
      archiveOutage.passed();
    } catch (thrown) {
      await refuse(response, followed, admission, thrown);
    }
  }
}

function refuseOtherMethod({ method }: IncomingMessage): void {
  if (method !== "GET" && method !== "HEAD") throw new ApiError("method_not_allowed");
}
