/** The API on a socket. */
import type { FastifyInstance } from "fastify";
import { closeUnanswered, followAnswers } from "./connections.ts";

export type RunningServer = {
  readonly url: string;
  /**
   * Takes no new connection, lets answers under way finish for so long, and cuts off what is left then. A request that has
   * begun to arrive has a moment to arrive whole.
   */
  close(graceMs?: number): Promise<void>;
};

const usualGraceMs = 5_000;
/** For connections to be gone that were cut off; those that were handed to somebody else would keep a server for good. */
const cutOffMs = 500;
/** For the rest of a request of which a part is here: a packet or two, not somebody who types it by hand. */
const arrivalMs = 500;
/** How often connections are looked through for those whose last answer has gone out. */
const sweepMs = 50;

export async function startServer(
  app: FastifyInstance,
  address: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  followAnswers(app.server);
  const url = await app.listen(address);
  return {
    url,
    async close(graceMs = usualGraceMs) {
      const begunMs = performance.now();
      const sweep = setInterval(() => {
        if (performance.now() - begunMs < arrivalMs) app.server.closeIdleConnections();
        else closeUnanswered(app.server);
      }, sweepMs);
      const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs);
      const giveUp = Promise.withResolvers<void>();
      const late = setTimeout(giveUp.resolve, graceMs + cutOffMs);
      try {
        await Promise.race([app.close(), giveUp.promise]);
      } finally {
        clearInterval(sweep);
        clearTimeout(cutOff);
        clearTimeout(late);
      }
    },
  };
}
