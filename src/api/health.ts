/**
 * `/healthz` and `/readyz`, which load balancers and supervisors ask. They need no key, tell nothing of data and are kept
 * by no cache. However often they are asked, they put at most two questions a second to the database.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { atMostEvery } from "../http/at-most-every.ts";
import { type DoctorAnswer, doctorHeader, isDoctorQuestion } from "../http/signing.ts";
import { programVersion } from "../http/version.ts";
import { ApiError } from "./errors.ts";
import { apiHeaders } from "./headers.ts";

export type Health = {
  /** Whether the server is about to end: it still answers, but should get no new callers. */
  readonly isStopping: () => boolean;
  /** Whether requests with good keys are decided now, at least with those that this node knows; it counts nothing, and resolves within a second. */
  readonly probe: () => Promise<boolean>;
  /** By which questions of `gradeline doctor` are signed; without it none is answered. */
  readonly doctorSecret?: string;
};

export const healthPath = "/healthz";
export const readyPath = "/readyz";

/** An answer of the probe is used again for this long. */
const probeEveryMs = 500;

const headers = { ...apiHeaders, "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" };

export function registerHealth(app: FastifyInstance, { isStopping, probe, doctorSecret }: Health): void {
  const isAnswering = atMostEvery(probeEveryMs, () => probe().catch(() => false));
  const isFromDoctor = ({ headers }: FastifyRequest): boolean =>
    doctorSecret !== undefined && isDoctorQuestion(doctorSecret, headers[doctorHeader], Date.now());
  serve(healthPath, () => true);
  serve(readyPath, async () => !isStopping() && (await isAnswering()) && !isStopping());

  function serve(url: string, isWell: () => boolean | Promise<boolean>): void {
    app.route({
      method: app.supportedMethods,
      url,
      // Other methods are refused before a body is read.
      onRequest: async ({ method }, reply) => {
        reply.headers(apiHeaders);
        if (method !== "GET" && method !== "HEAD") throw new ApiError("method_not_allowed");
      },
      handler: async (request, reply) => {
        reply.headers(headers);
        if (url === healthPath && isFromDoctor(request))
          return reply.type("application/json").send(doctorAnswer(request));
        if (await isWell()) return reply.send("ok\n");
        return reply.code(503).header("retry-after", 1).send("unavailable\n");
      },
    });
  }
}

function doctorAnswer({ socket, headers, ip }: FastifyRequest): DoctorAnswer {
  const forwarded = headers["x-forwarded-for"];
  return {
    version: programVersion(),
    peer: socket.remoteAddress ?? "",
    forwarded_for: forwarded === undefined ? null : String(forwarded),
    address: ip,
  };
}
