/**
 * How much of what is drawn at random a run tries, and from which seed. A file that ends in `.volume.test.ts` is run by both
 * commands: `npm test` tries a twentieth of it, `npm run test:long` all.
 */

/** True under `npm run test:long`. */
const isLongRun: boolean = process.env.TEST_LENGTH === "long";

/** @param all how many cases the long run tries; the daily run tries a twentieth of them, at least one. */
export function share(all: number): number {
  return isLongRun ? all : Math.max(1, Math.round(all / 20));
}

/** The day's seed, such as 20261122, so that every day tries other cases; `SEED=20261122 npm test` tries that day's again. */
export const seed: number = Number(process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""));
