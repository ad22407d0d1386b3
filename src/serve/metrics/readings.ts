/** Metrics as rows of a table: their values are looked up when they are scraped, so that they cost a request nothing. */
import { Counter, Gauge, type Registry } from "prom-client";

/** The values of a metric with one label, by the label's value. */
type Labelled = Iterable<readonly [label: string, value: number]>;

export type Reading = {
  readonly name: string;
  readonly help: string;
  /** Whether it only ever grows: a counter. */
  readonly isCounter?: true;
} & ({ readonly read: () => number } | { readonly label: string; readonly read: () => Labelled });

export function registerReadings(registry: Registry, readings: readonly Reading[]): void {
  for (const { name, help, isCounter, ...reading } of readings) {
    const labelNames = "label" in reading ? [reading.label] : [];
    const Metric = isCounter ? Counter : Gauge;
    const metric = new Metric({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        // Labels that are not read any more go.
        metric.reset();
        if (!("label" in reading)) return void metric.inc(reading.read());
        for (const [value, count] of reading.read()) metric.inc({ [reading.label]: value }, count);
      },
    });
  }
}

export function secondsSince(atMs: number): number {
  return (Date.now() - atMs) / 1000;
}
