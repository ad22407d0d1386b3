/**
 * What the daily run leaves to `npm run test:long`. A test or a group with the tag of `long` is left to it whole, as is a file that
 * ends in `.long.ts`. A file that ends in `.volume.test.ts` is run by both: daily a twentieth of its volume, and long all, or a fifth
 * of what takes minutes.
 */

/** The options of a test or a group that only the long run has. */
export const long = { tags: ["long"] };

/** The options of a group that only the long run has where this is true, such as on one of two engines. */
export function longIf(isLong: boolean): { readonly tags?: string[] } {
  return isLong ? long : {};
}

const { TEST_LENGTH: length = "daily" } = process.env;

/** True under `npm run test:long`, and under `npm test -- --all`, which CI gives in the place of this and `npm test`. */
export const isLongRun: boolean = length !== "daily";

/** The day's seed, such as 20261122, so that every day tries other cases; `SEED=20261122 npm test` tries that day's again. */
export const seed: number = Number(process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""));

/** @param all how many cases the long run tries; the daily run tries a twentieth of them, at least one. */
export function share(all: number): number {
  return isLongRun ? all : partOf(all, 20);
}

/** @param all how many cases there are; the long run tries a fifth of them, the daily one a twentieth. */
export function slowShare(all: number): number {
  return partOf(all, isLongRun ? 5 : 20);
}

function partOf(all: number, parts: number): number {
  return Math.max(1, Math.round(all / parts));
}

/** Of a list of cases as many as `share` says, other ones each day. */
export function some<Case>(all: readonly Case[]): readonly Case[] {
  return daysPart(all, share(all.length));
}

/** Of a list of cases as many as `slowShare` says, other ones each day. */
export function someSlow<Case>(all: readonly Case[]): readonly Case[] {
  return daysPart(all, slowShare(all.length));
}

function daysPart<Case>(all: readonly Case[], count: number): readonly Case[] {
  const first = (seed * count) % all.length;
  return Array.from({ length: count }, (_, index) => all[(first + index) % all.length] as Case);
}
