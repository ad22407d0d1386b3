/** The API on a socket. */
import type { FastifyInstance } from "fastify";

export type RunningServer = {
  readonly url: string;
  /** Takes no new connection, lets answers under way finish, and cuts off what is left after the grace. */
  close(): Promise<void>;
};

const graceMs = 10_000;
/** How often connections are looked through for those whose last answer has gone out. */
const sweepMs = 50;

export async function startServer(
  app: FastifyInstance,
  address: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const url = await app.listen(address);
  return {
    url,
    async close() {
      const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
      const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs);
      try {
        await app.close();
      } finally {
        clearInterval(sweep);
        clearTimeout(cutOff);
      }
    },
  };
}
