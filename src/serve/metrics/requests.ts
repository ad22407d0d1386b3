/** The metrics of what callers notice: how requests are let in and answered, how long that takes, and how this node takes over what is published. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Counter, Histogram, type Registry } from "prom-client";
import type { Admission, Gate } from "../../access/gate.ts";
import type { AnswerWatch } from "../../api/connections.ts";
import type { Shelf } from "../../query/shelf.ts";

/** Seconds: a 304 takes a fraction of a millisecond, and nothing should take ten seconds. */
const requestBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds: a night changes one season or all of them. */
const reloadBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The label of a request that no route matched: callers must not be able to make labels. */
const unmatched = "unmatched";
/** Statuses by their first digit; 0 stands for an answer of which no byte was sent. */
const classes = ["unsent", "1xx", "2xx", "3xx", "4xx", "5xx"] as const;

/** Requests and connections of callers. Bytes are looked at when they are scraped, so that they cost a request nothing. */
export class Traffic implements AnswerWatch {
  inFlight = 0;
  readonly #durations: Histogram;
  readonly #open = new Set<Socket>();
  #closedSent = 0;
  #closedReceived = 0;

  constructor(registry: Registry) {
    this.#durations = new Histogram({
      name: "gradeline_http_request_duration_seconds",
      help: "Time from a request's arrival to the end of its answer, by the route's template and the class of its status",
      labelNames: ["route", "status"],
      buckets: requestBuckets,
      registers: [registry],
    });
  }

  began(): void {
    this.inFlight += 1;
  }

  ended(route: string | null, status: number | null, elapsedMs: number): void {
    this.inFlight -= 1;
    const kind = classes[status === null ? 0 : Math.floor(status / 100)] ?? "unsent";
    this.#durations.observe({ route: route ?? unmatched, status: kind }, elapsedMs / 1000);
  }

  /** Watches the connections of the server that callers ask. */
  watchConnections(server: Server): void {
    // A connection that begins anew after a wish for another protocol is the same one.
    server.on("connection", (socket: Socket) => {
      if (this.#open.has(socket)) return;
      this.#open.add(socket);
      socket.once("close", () => {
        this.#open.delete(socket);
        this.#closedSent += socket.bytesWritten;
        this.#closedReceived += socket.bytesRead;
      });
    });
  }

  get connections(): number {
    return this.#open.size;
  }

  get sentBytes(): number {
    return [...this.#open].reduce((sum, { bytesWritten }) => sum + bytesWritten, this.#closedSent);
  }

  get receivedBytes(): number {
    return [...this.#open].reduce((sum, { bytesRead }) => sum + bytesRead, this.#closedReceived);
  }
}

const codes = ["unauthorized", "forbidden", "rate_limited", "quota_exceeded", "unavailable"] as const;

/** The gate, with its refusals counted. It stands between the API and the gate only where there are metrics. */
export function watchGate(registry: Registry, gate: Gate): Gate {
  const registers = [registry];
  const refusals = new Counter({
    name: "gradeline_admission_refusals_total",
    help: "Requests that were refused before they were answered, by the error code that the caller got",
    labelNames: ["code"],
    registers,
  });
  const outages = new Counter({
    name: "gradeline_counting_outages_total",
    help: "How often requests could not be counted any more, after they could",
    registers,
  });
  // A counter that is not there until it is needed would look as if it had never moved.
  for (const code of codes) refusals.inc({ code }, 0);
  let isOut = false;

  function note(admission: Admission): void {
    if (admission.ok) {
      isOut = false;
      return;
    }
    refusals.inc({ code: admission.code });
    if (admission.code === "unavailable") {
      if (!isOut) outages.inc();
      isOut = true;
    } else if (admission.meters !== null) isOut = false; // it was counted: a malformed key is refused without that
  }
  function noted(deciding: Promise<Admission>): Promise<Admission> {
    deciding.then(note, () => {}); // who asked gets the failure
    return deciding;
  }
  return {
    admit: (request) => noted(gate.admit(request)),
    admitById: (keyId) => noted(gate.admitById(keyId)),
    probe: () => gate.probe(),
    isDatabaseUp: () => gate.isDatabaseUp(),
    settle: () => gate.settle(),
    close: () => gate.close(),
  };
}

/** @returns the shelf's refreshing, timed. Looking and finding nothing new is not a reload. */
export function watchReloads(registry: Registry, shelf: Pick<Shelf, "refresh">): Pick<Shelf, "refresh"> {
  const registers = [registry];
  const reloads = new Histogram({
    name: "gradeline_reload_duration_seconds",
    help: "How long it took to take over a revision, beside serving the one before",
    buckets: reloadBuckets,
    registers,
  });
  const failures = new Counter({
    name: "gradeline_reload_failures_total",
    help: "How often this node could not look for a new revision or take it over; it looks every second",
    registers,
  });
  return {
    async refresh() {
      const begunMs = performance.now();
      try {
        const isNew = await shelf.refresh();
        if (isNew) reloads.observe((performance.now() - begunMs) / 1000);
        return isNew;
      } catch (error) {
        failures.inc();
        throw error;
      }
    },
  };
}
