/** The metrics of one thread as they cross to another, and the sum of several threads' metrics. */
import { AggregatorRegistry, collectDefaultMetrics, type MetricType, Registry } from "prom-client";
import { delayEveryMs } from "./machine.ts";
import { type ServingParts, type WatchedServing, watchServing } from "./serving.ts";

/** One metric with all its series. */
export type Figure = {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType | `${Lowercase<keyof typeof MetricType>}`;
  readonly aggregator?: string;
  readonly values: readonly object[];
};

/** Every thread has its own event loop, heap and garbage collector, and tells of them in these names. */
const ownOfThread = /^nodejs_(?!version_info)/;
const ofEventLoop = /^nodejs_eventloop_lag/;

export type WorkerMetrics = WatchedServing & { figures(): Promise<readonly Figure[]> };

export function openWorkerMetrics(parts: ServingParts): WorkerMetrics {
  const registry = new Registry();
  const watched = watchServing(registry, parts);
  const readThread = watchThread();
  return { ...watched, figures: async () => [...(await figuresOfRegistry(registry)), ...(await readThread())] };
}

export async function figuresOfRegistry(registry: Registry): Promise<readonly Figure[]> {
  return (await registry.getMetricsAsJSON()).map(figureOf);
}

/** Begins to watch the present thread. */
export function watchThread(): () => Promise<readonly Figure[]> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: delayEveryMs });
  return async () => {
    const all = await registry.getMetricsAsJSON();
    return all.filter(({ name }) => ownOfThread.test(name)).map(figureOf);
  };
}

type Described = Omit<Figure, "type" | "aggregator"> & { readonly type: unknown; readonly aggregator?: unknown };

function figureOf({ name, help, type, aggregator, values }: Described): Figure {
  // The slowest thread is the one that some callers wait for.
  const slowest = ofEventLoop.test(name) && aggregator === "average" ? "max" : aggregator;
  return { name, help, type, aggregator: slowest, values } as Figure;
}

/** Whether a figure only ever grows, so that it must not shrink when one of the threads is gone. */
function onlyGrows({ type }: Figure): boolean {
  return type === "counter" || type === "histogram";
}

/** Adds up what threads have told, each metric in its own way: most are sums. */
export function sumOf(told: readonly (readonly Figure[])[]): Registry {
  return AggregatorRegistry.aggregate(told.map((each) => [...each]));
}

/** What is left of threads that are gone: the counters and histograms, with one more thread's. */
export async function withGone(before: readonly Figure[], last: readonly Figure[]): Promise<readonly Figure[]> {
  const kept = (await sumOf([before, last.filter(onlyGrows)]).getMetricsAsJSON()) as readonly Described[];
  return kept.map(figureOf);
}
