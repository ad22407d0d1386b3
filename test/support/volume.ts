/**
 * What the daily run leaves to `npm run test:long`. A test or a group with the tag of `long` is left to it whole, as is a file that
 * ends in `.long.ts`. A file that ends in `.volume.test.ts` is run by both: daily a twentieth of its volume, and long all.
 */

/** The options of a test or a group that only the long run has. */
export const long = { tags: ["long"] };

/** The options of a group that only the long run has where this is true, such as on one of two engines. */
export function longIf(isLong: boolean): { readonly tags?: string[] } {
  return isLong ? long : {};
}

/** True under `npm run test:long`. */
export const isLongRun: boolean = process.env.TEST_LENGTH === "long";

/** The day's seed, such as 20261122, so that every day tries other cases; `SEED=20261122 npm test` tries that day's again. */
export const seed: number = Number(process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""));

/** @param all how many cases the long run tries; the daily run tries a twentieth of them, at least one. */
export function share(all: number): number {
  return isLongRun ? all : Math.max(1, Math.round(all / 20));
}

/** Of a list of cases a twentieth, at least one, other ones each day; all of them in the long run. */
export function some<Case>(all: readonly Case[]): readonly Case[] {
  if (isLongRun) return all;
  const first = seed % all.length;
  return Array.from(
    { length: Math.min(all.length, share(all.length)) },
    (_, index) => all[(first + index) % all.length] as Case,
  );
}
