/** Looks for each fault that was made on purpose, until a seed finds it. */
import { type Mutation, mutations } from "./mutations.ts";
import { worlds } from "./worlds.ts";

/** The line of JSON for a mutation. */
export type MutationResult = {
  readonly mutation: string;
  readonly world: string;
  /** Null: no seed found it. */
  readonly seed: number | null;
  readonly violation: string | null;
};

/** Returns whether every one was found. */
export async function runMutations(isJson: boolean): Promise<boolean> {
  let isGood = true;
  for (const mutation of mutations) {
    const result = await find(mutation);
    isGood &&= result.seed !== null;
    const { seed, violation } = result;
    const text = seed === null ? `no seed below ${mutation.within}` : `seed ${seed}: ${violation?.split("\n")[0]}`;
    console.log(isJson ? JSON.stringify(result) : `${mutation.name} (${mutation.world}): ${text}`);
  }
  return isGood;
}

async function find(mutation: Mutation): Promise<MutationResult> {
  const { name, world } = mutation;
  const kind = worlds[world];
  if (kind === undefined) throw new Error(`${name}: there is no world ${world}`);
  const open = await kind.open(mutation);
  try {
    for (let seed = 0; seed < mutation.within; seed++) {
      const [violation] = (await open.run(seed, { faults: null, except: null })).violations;
      if (violation !== undefined) return { mutation: name, world, seed, violation };
    }
    return { mutation: name, world, seed: null, violation: null };
  } finally {
    await open.close();
  }
}
