/**
 * A server of all providers at 127.0.0.1. It answers in the providers' own shapes with what was known at the simulated
 * time, fails as ordered, and records what it gave.
 */
import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type HttpServer, startHttp } from "./http-server.ts";
import { answerOf, type Body } from "./replay/provider-answers.ts";
import { type Failure, type Fault, type FaultOrder, faultOf, retryAfterOf } from "./replay/provider-faults.ts";
import type { ProviderRecord } from "./replay/provider-record.ts";
import type { ReplayWorld } from "./replay/replay-world.ts";

type Options = {
  readonly world: ReplayWorld;
  nowMs(): number;
  readonly faults: FaultOrder;
  readonly record: ProviderRecord;
};

const htmlPage = "<!DOCTYPE html><html><head><title>Down</title></head><body>We will be back soon.</body></html>";

export function startProviderServer({ world, nowMs, faults, record }: Options): Promise<HttpServer> {
  /** How often each request came at the same simulated time, so that each attempt draws a fault of its own. */
  let attempts = { nowMs: Number.NaN, counts: new Map<string, number>() };
  let creditsUsed = 0;

  const nameOf = (url: URL, now: number): string => {
    if (attempts.nowMs !== now) attempts = { nowMs: now, counts: new Map() };
    const path = pathWithoutKey(url);
    const count = (attempts.counts.get(path) ?? 0) + 1;
    attempts.counts.set(path, count);
    return `${path} ${now} ${count}`;
  };

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const now = nowMs();
    const url = new URL(request.url ?? "/", "http://provider");
    const name = nameOf(url, now);
    const fault = faultOf(faults, name);
    const body = answerOf(world, url, now - fault.olderByMs);
    const tag = `"${hash("sha256", body.text).slice(0, 16)}"`;
    const isSame = request.headers["if-none-match"] === tag && body.credits === null;
    const given = { nowMs: now, endpoint: body.endpoint, request: pathWithoutKey(url) };
    if (fault.failure !== null) {
      record.noteAnswer({ ...given, status: statusOf(fault), failure: fault.failure, file: null });
      fail(response, fault.failure, body, retryAfterOf(faults, name));
    } else if (isSame) {
      record.noteAnswer({ ...given, status: 304, failure: null, file: null });
      response.writeHead(304, { etag: tag }).end();
    } else {
      creditsUsed += body.credits ?? 0;
      const file = body.path ?? record.keep(body.text);
      record.noteAnswer({ ...given, status: body.status, failure: null, file });
      // The Odds API has no validators; it counts credits.
      const own = body.credits === null ? { etag: tag } : creditHeaders(body.credits, creditsUsed);
      response.writeHead(body.status, { "content-type": "application/json", ...own }).end(body.text);
    }
  };

  return startHttp(answer);
}

function pathWithoutKey(url: URL): string {
  const shown = new URL(url);
  shown.searchParams.delete("apiKey");
  return `${shown.pathname}${shown.search}`;
}

function creditHeaders(cost: number, used: number): Record<string, string> {
  return {
    "x-requests-last": String(cost),
    "x-requests-used": String(used),
    "x-requests-remaining": String(5_000_000 - used),
  };
}

function statusOf({ failure }: Fault): number {
  if (failure === "status 500") return 500;
  if (failure === "status 429") return 429;
  return failure === "hang-up" ? 0 : 200;
}

function fail(response: ServerResponse, failure: Failure, body: Body, retryAfterSeconds: number): void {
  switch (failure) {
    case "status 500":
      response.writeHead(500, { "content-type": "text/html" }).end(htmlPage);
      return;
    case "status 429":
      response.writeHead(429, { "retry-after": String(retryAfterSeconds) }).end('{"message":"Too many requests"}');
      return;
    case "html":
      response.writeHead(200, { "content-type": "text/html" }).end(htmlPage);
      return;
    case "truncated": {
      const bytes = Buffer.from(body.text);
      response.writeHead(200, { "content-type": "application/json", "content-length": String(bytes.length + 1) });
      // The connection ends once the first half has left.
      response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
      return;
    }
    case "hang-up":
      response.destroy();
  }
}
