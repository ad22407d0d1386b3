/** Computations for tests of how the thread that computes is looked after. */
import type { Computation } from "../../src/query/computing.ts";

export const revisionOf: Computation<null, number> = {
  name: "revision",
  compute: ({ revision }) => revision,
};

export const fails: Computation<string, never> = {
  name: "fails",
  compute(_snapshot, message) {
    throw new RangeError(message);
  },
};

export const hangs: Computation<null, never> = {
  name: "hangs",
  compute() {
    for (;;);
  },
};

export const ends: Computation<null, never> = {
  name: "ends",
  compute() {
    process.exit(1);
  },
};
