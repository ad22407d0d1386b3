/** `/metrics` on a server of its own, which answers nothing else and holds nobody's connection for long. */
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { reachableHost } from "../address.ts";
import { notListening } from "../listen-failure.ts";

export type MetricsEndpoint = {
  /** Where the metrics are. */
  readonly url: string;
  /** Cuts off whoever is still there: a scrape that is lost costs nothing. */
  close(): Promise<void>;
};

const path = "/metrics";
/** Two of Prometheus, and people who look. */
const maxConnections = 20;

/**
 * @param render gives the whole text and its content type.
 * @throws ListenFailure by the setting that can mend it.
 */
export async function openEndpoint(
  address: { readonly host: string; readonly port: number },
  render: () => Promise<{ readonly type: string; readonly text: string }>,
  onFailure: (error: unknown) => void,
): Promise<MetricsEndpoint> {
  const app = Fastify({
    forceCloseConnections: true,
    // A request has no body, and its head is short. A connection on which nothing moves is cut off, also one whose reader takes nothing.
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 8_192 },
    requestTimeout: 5_000,
    connectionTimeout: 90_000,
    // Longer than Prometheus waits between two scrapes as a rule, so that it keeps its connection.
    keepAliveTimeout: 75_000,
  });
  app.server.maxConnections = maxConnections;
  app.addHook("onSend", async (_request, reply) => void reply.header("x-content-type-options", "nosniff"));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(`metrics are at ${path}\n`));
  app.setErrorHandler((error, _request, reply) => {
    onFailure(error);
    return reply.code(500).send("the metrics cannot be told; the log says why\n");
  });
  app.get(path, async (_request, reply) => {
    const { type, text } = await render();
    return reply.type(type).header("cache-control", "no-store").send(text);
  });
  // A body that may come is read by nobody, so the connection ends with the answer.
  refuseOtherMethods(app, [["GET", path]], (_request, reply) =>
    reply.header("connection", "close").send("only GET and HEAD are allowed here\n"),
  );
  await app.listen({ ...address }).catch(notListening(address, "METRICS_"));
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://${reachableHost(address.host)}:${port}${path}`, close: () => app.close() };
}
