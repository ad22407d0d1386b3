/** Looks for each fault that was made on purpose, until a seed finds it. */
import type { Mutation } from "./mutation.ts";
import { mutations } from "./mutations.ts";
import { openWorld, worlds } from "./worlds.ts";

/** The line of JSON for a mutation. */
export type MutationResult = {
  readonly mutation: string;
  readonly world: string;
  /** Null: no seed found it. */
  readonly seed: number | null;
  readonly violation: string | null;
};

/**
 * @param names of worlds or of faults, or how they begin; none: all.
 * @param isSearch whether seeds are tried from 0 on. Returns whether every fault was found.
 */
export async function runMutations(names: readonly string[], isSearch: boolean, isJson: boolean): Promise<boolean> {
  let isGood = true;
  const chosen = mutations.filter(
    ({ name, world }) => names.length === 0 || names.some((each) => world.startsWith(each) || name.startsWith(each)),
  );
  for (const mutation of chosen) {
    const result = await find(mutation, isSearch);
    isGood &&= result.seed !== null;
    const { seed, violation } = result;
    const text = seed === null ? `no seed below ${mutation.within}` : `seed ${seed}: ${violation?.split("\n")[0]}`;
    console.log(isJson ? JSON.stringify(result) : `${mutation.name} (${mutation.world}): ${text}`);
  }
  return isGood;
}

/** The one that is known comes first, unless it is asked how long it takes to find. */
function seedsOf({ seed: known, within }: Mutation, isSearch: boolean): readonly number[] {
  const all = Array.from({ length: within }, (_, seed) => seed);
  return isSearch ? all : [known, ...all.filter((seed) => seed !== known)];
}

async function find(mutation: Mutation, isSearch: boolean): Promise<MutationResult> {
  const { name, world } = mutation;
  const kind = worlds[world];
  if (kind === undefined) throw new Error(`${name}: there is no world ${world}`);
  const open = await openWorld(kind, mutation);
  try {
    for (const seed of seedsOf(mutation, isSearch)) {
      const [violation] = (await open.run(seed, { faults: mutation.only ?? null, except: null })).violations;
      if (violation !== undefined) return { mutation: name, world, seed, violation };
    }
    return { mutation: name, world, seed: null, violation: null };
  } finally {
    await open.close();
  }
}
