/**
 * Answers every request under /v1, good or bad, in the order of the contract: the key is looked at before anything is told,
 * then the path, the method, the parameters, and what they ask for [D-25]. The framework has no part in it: it costs more
 * than all that we do for a request.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { requestIdHeader } from "../http/log.ts";
import { GoodAnswers } from "./answering.ts";
import { isFileRoute, routeAt, type Target } from "./endpoints.ts";
import { ApiError, nothingAt, unreadable } from "./errors.ts";
import { FilesDoor, type FilesDoorFacts } from "./files.ts";
import { apiHeaderList, isPreflight, preflightHeaders } from "./headers.ts";
import { type OpenApiFacts, openApiPath, openApiSender } from "./openapi/route.ts";
import { type LifeParts, requestLife } from "./request-life.ts";

export type V1Dependencies = LifeParts & { readonly openApi: OpenApiFacts; readonly files: FilesDoorFacts };

/** Returns the function that answers a request whose target is below /v1. */
export function openV1(
  deps: V1Dependencies,
): (request: IncomingMessage, response: ServerResponse, target: Target) => void {
  const live = requestLife(deps, apiHeaderList);
  const answers = new GoodAnswers(deps.shelf);
  const files = new FilesDoor(deps.shelf, deps.files);
  const sendOpenApi = openApiSender(deps.openApi);

  return (request, response, { path, query }) => {
    const route = path === null ? null : routeAt(path);
    live(request, response, path === openApiPath ? path : (route?.template ?? null), async (followed, letIn) => {
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
      const admission = await letIn(route === null ? null : files.signedKeyId(route, request, query));
      if (admission === null) return;
      if (path === null) throw unreadable();
      if (route === null) throw nothingAt(request.url ?? "");
      refuseOtherMethod(request);
      if (isFileRoute(route)) await files.send({ request, response, route, query, followed, admission });
      else await answers.send({ request, response, route, query, followed, admission });
    });
  };
}

function refuseOtherMethod({ method }: IncomingMessage): void {
  if (method !== "GET" && method !== "HEAD") throw new ApiError("method_not_allowed");
}
