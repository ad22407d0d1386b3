/** All workers together. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "../metrics/figures.ts";
import { Slot, type SlotParts } from "./slot.ts";
import type { Served } from "./worker.ts";

/** A worker that takes longer to take a revision over does not keep the others from the next one. */
const refreshPatienceMs = 5_000;
/** Beyond the time for answers under way: for their connections to be cut off, and for what a worker closes. */
const endMs = 1_200;

export class Slots {
  readonly #slots: readonly Slot[];
  /** What the counters of threads stood at that are gone. */
  #gone: Promise<readonly Figure[]> = Promise.resolve([]);

  constructor(count: number, parts: Omit<SlotParts, "number" | "onEnd">) {
    const onEnd = (last: readonly Figure[]): void => {
      if (last.length === 0) return;
      this.#gone = this.#gone.then(async (before) => {
        const { withGone } = await import("../metrics/figures.ts");
        return withGone(before, last);
      });
    };
    this.#slots = Array.from({ length: count }, (_, index) => new Slot({ ...parts, number: index + 1, onEnd }));
  }

  /** What the worker serves that is behind. */
  get served(): Served {
    const [first, ...others] = this.#slots.map(({ served }) => served);
    return others.reduce((least, each) => (each.revision < least.revision ? each : least), first as Served);
  }

  async open(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.open()));
  }

  async listen(): Promise<string> {
    const [url = ""] = await Promise.all(this.#slots.map((slot) => slot.listen()));
    return url;
  }

  /** One message to each worker at the same moment: the snapshot that is to be served now. Rejects when one of them fails. */
  async refresh(): Promise<void> {
    await Promise.race([
      Promise.all(this.#slots.map((slot) => slot.refresh())),
      sleep(refreshPatienceMs, undefined, { ref: false }),
    ]);
  }

  stopping(): void {
    for (const slot of this.#slots) slot.stopping();
  }

  async warmUp(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.warmUp()));
  }

  /** What the counters of threads stood at that are gone, and what each worker tells now; it never fails. */
  async figures(): Promise<readonly (readonly Figure[])[]> {
    const told = await Promise.all(this.#slots.map((slot) => slot.figures()));
    return [...told, await this.#gone];
  }

  async close(graceMs: number): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.close(graceMs, graceMs + endMs)));
  }
}
