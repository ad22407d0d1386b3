/** The metrics of what callers notice: how requests are let in and answered, how long that takes, and how this node takes over what is published. */
import { Counter, Histogram, type Registry } from "prom-client";
import type { Admission } from "../../access/gate.ts";
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

const codes = ["unauthorized", "forbidden", "rate_limited", "quota_exceeded", "unavailable"] as const;

/** The requests of callers. */
export class Traffic implements AnswerWatch {
  inFlight = 0;
  readonly #durations: Histogram;
  readonly #refusals: Counter;
  readonly #outages: Counter;
  /** Whether the last request could not be counted. */
  #isOut = false;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#durations = new Histogram({
      name: "gradeline_http_request_duration_seconds",
      help: "Time from a request's arrival to the end of its answer, by the route's template and the class of its status",
      labelNames: ["route", "status"],
      buckets: requestBuckets,
      registers,
    });
    this.#refusals = new Counter({
      name: "gradeline_admission_refusals_total",
      help: "Requests that were refused before they were answered, by the error code that the caller got",
      labelNames: ["code"],
      registers,
    });
    // A counter that is not there until it is needed would look as if it had never moved.
    for (const code of codes) this.#refusals.inc({ code }, 0);
    this.#outages = new Counter({
      name: "gradeline_counting_outages_total",
      help: "How often requests could not be counted any more, after they could",
      registers,
    });
  }

  began(): void {
    this.inFlight += 1;
  }

  decided(admission: Admission): void {
    const isOut = !admission.ok && admission.code === "unavailable";
    if (!admission.ok) this.#refusals.inc({ code: admission.code });
    if (isOut && !this.#isOut) this.#outages.inc();
    // A malformed key is refused without being counted.
    if (isOut || admission.meters !== null) this.#isOut = isOut;
  }

  ended(route: string | null, status: number | null, elapsedMs: number): void {
    this.inFlight -= 1;
    const kind = classes[status === null ? 0 : Math.floor(status / 100)] ?? "unsent";
    this.#durations.observe({ route: route ?? unmatched, status: kind }, elapsedMs / 1000);
  }
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
