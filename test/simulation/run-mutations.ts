/** Looks for each fault that was made on purpose, seed by seed, until one finds it. */
import type { Mutation } from "./mutation.ts";
import { mutations } from "./mutations.ts";
import { openWorld, worlds } from "./worlds.ts";

/** The line of JSON for a mutation. */
export type MutationResult = {
  readonly mutation: string;
  readonly world: string;
  /** Null when no seed found it. */
  readonly seed: number | null;
  readonly violation: string | null;
};

/**
 * @param names the names of worlds or faults, or their beginnings; an empty list means all.
 * @param isSearch whether seeds are tried from 0 on.
 * @returns whether every fault was found.
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

/** The known seed comes first, unless the search is to show how many seeds it takes. */
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
