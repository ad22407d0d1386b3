/** The metrics of what callers notice: how many requests there are, how they are answered, and how long that takes. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Histogram, type Registry } from "prom-client";
import type { AnswerWatch } from "../../api/follow.ts";
import { registerReadings } from "./readings.ts";

/** Seconds: a 304 takes a fraction of a millisecond, and nothing should take ten seconds. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The label of a request that no route matched: callers must not be able to make labels. */
const unmatched = "unmatched";
/** Statuses by their first digit; 0 stands for an answer of which no byte was sent. */
const classes = ["unsent", "1xx", "2xx", "3xx", "4xx", "5xx"] as const;

export function watchRequests(registry: Registry): AnswerWatch {
  const durations = new Histogram({
    name: "gradeline_http_request_duration_seconds",
    help: "Time from a request's arrival to the end of its answer, by the route's template and the class of its status",
    labelNames: ["route", "status"],
    buckets,
    registers: [registry],
  });
  let inFlight = 0;
  registerReadings(registry, [
    {
      name: "gradeline_http_requests_in_flight",
      help: "Requests that have come and whose answers have not gone out yet",
      read: () => inFlight,
    },
  ]);
  return {
    began() {
      inFlight += 1;
    },
    ended(route, status, elapsedMs) {
      inFlight -= 1;
      const kind = classes[status === null ? 0 : Math.floor(status / 100)] ?? "unsent";
      durations.observe({ route: route ?? unmatched, status: kind }, elapsedMs / 1000);
    },
  };
}

/** Connections and their bytes are looked at when they are scraped, so that they cost a request nothing. */
export function watchConnections(registry: Registry, server: Server): void {
  const open = new Set<Socket>();
  let closedSent = 0;
  let closedReceived = 0;
  // A connection that begins anew after a wish for another protocol is the same one.
  server.on("connection", (socket: Socket) => {
    if (open.has(socket)) return;
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      closedSent += socket.bytesWritten;
      closedReceived += socket.bytesRead;
    });
  });
  const sum = (of: (socket: Socket) => number): number => [...open].reduce((total, socket) => total + of(socket), 0);
  registerReadings(registry, [
    { name: "gradeline_http_connections", help: "Connections of callers that are open", read: () => open.size },
    {
      name: "gradeline_http_sent_bytes_total",
      help: "Bytes that were sent to callers, with heads and as they were compressed",
      isCounter: true,
      read: () => closedSent + sum((socket) => socket.bytesWritten),
    },
    {
      name: "gradeline_http_received_bytes_total",
      help: "Bytes that callers have sent",
      isCounter: true,
      read: () => closedReceived + sum((socket) => socket.bytesRead),
    },
  ]);
}
