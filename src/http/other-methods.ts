/** Methods that a path does not have. The router alone would answer 404, as if there were no such path. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";

/** @param answer sends what goes with the 405; status and Allow (RFC 9110 15.5.6) are set already. */
export function refuseOtherMethods(
  scope: FastifyInstance,
  routes: readonly (readonly [method: "GET" | "POST", url: string])[],
  answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  for (const [url, own] of Map.groupBy(routes, ([, each]) => each)) {
    const allowed: readonly HTTPMethods[] = own.flatMap(([method]) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    scope.route({
      method: scope.supportedMethods.filter((each) => !allowed.includes(each as HTTPMethods)) as HTTPMethods[],
      url,
      // Not in the handler, which would have the body read and refused first.
      onRequest: async (request, reply) => answer(request, reply.code(405).header("allow", allowed.join(", "))),
      handler: (_request, reply) => reply, // never reached
    });
  }
}
