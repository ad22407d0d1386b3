/** `/metrics` on a server of its own, which answers nothing else and holds nobody's connection for long. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { reachableHost } from "../address.ts";
import { notListening } from "../listen-failure.ts";

export type MetricsEndpoint = {
  /** Where the metrics are. */
  readonly url: string;
  /** Cuts off whoever is still there: a scrape that is lost costs nothing. */
  close(): Promise<void>;
};

/** A request has no body, and its head is short. */
const headersTimeoutMs = 5_000;
const requestTimeoutMs = 5_000;
/** Longer than Prometheus waits between two scrapes as a rule, so that it keeps its connection. */
const keepAliveTimeoutMs = 75_000;
/** A connection on which nothing moves for so long is cut off, also one whose reader takes nothing. */
const idleMs = 90_000;
const maxHeaderBytes = 8_192;
/** Two of Prometheus, and people who look. */
const maxConnections = 20;

const path = "/metrics";
const plain = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };

/**
 * @param render gives the whole text and its content type. Scrapes that come while it is at work get the same text.
 * @throws ListenFailure by the setting that can mend it.
 */
export async function openEndpoint(
  { host, port }: { readonly host: string; readonly port: number },
  render: () => Promise<{ readonly type: string; readonly text: string }>,
  onFailure: (error: unknown) => void,
): Promise<MetricsEndpoint> {
  let rendering: ReturnType<typeof render> | null = null;

  async function scrape(response: ServerResponse): Promise<void> {
    try {
      rendering ??= render().finally(() => {
        rendering = null;
      });
      const { type, text } = await rendering;
      send(response, 200, text, { "content-type": type, "cache-control": "no-store" });
    } catch (error) {
      onFailure(error);
      send(response, 500, "the metrics cannot be told; the log says why\n");
    }
  }
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: maxHeaderBytes,
    },
    (request: IncomingMessage, response: ServerResponse) => {
      // A body that may come is read by nobody, so the connection ends with the answer.
      if (hasBody(request)) response.shouldKeepAlive = false;
      if (request.url?.split("?", 1)[0] !== path) send(response, 404, `metrics are at ${path}\n`);
      else if (request.method !== "GET" && request.method !== "HEAD") {
        send(response, 405, "only GET and HEAD are allowed here\n", { allow: "GET, HEAD" });
      } else void scrape(response);
    },
  );
  server.maxConnections = maxConnections;
  server.timeout = idleMs;
  await once(server.listen(port, host), "listening").catch(notListening({ host, port }, "METRICS_"));
  const { port: found } = server.address() as AddressInfo;
  return {
    url: `http://${reachableHost(host)}:${found}${path}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Node leaves the body out where HEAD was asked. */
function send(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...plain, "content-length": Buffer.byteLength(text), ...headers });
  response.end(text);
}
