/** Runs the seeds of chosen worlds, and tells what failed. */
import { hash } from "node:crypto";
import { mutations } from "./mutations.ts";
import type { Outcome, RunOptions } from "./outcome.ts";
import { openWorld, worlds } from "./worlds.ts";

export type Choice = RunOptions & {
  /** Only this one, with all that happens in it. */
  readonly seed: number | null;
  readonly from: number;
  /** Null: as many as `npm test` runs, or as CI does. */
  readonly seeds: number | null;
  readonly isMany: boolean;
  readonly mutation: string | null;
  /** A world ends after so many failures. */
  readonly failures: number;
  readonly isJson: boolean;
};

/** The line of JSON for a world. */
export type WorldResult = {
  readonly world: string;
  readonly seeds: number;
  readonly asks: number;
  readonly seconds: number;
  /** Of all that happened: the same seeds give the same. */
  readonly digest: string;
  /** The same of the last seed alone. */
  readonly last: string;
  readonly failed: readonly { readonly seed: number; readonly violation: string }[];
};

/** Notes of a failure that are shown, and of a single seed. */
const shortTrace = 15;

/** @param names worlds, or how they begin; none: all. Returns whether every promise held. */
export async function runSeeds(names: readonly string[], choice: Choice): Promise<boolean> {
  const chosen = Object.entries(worlds).filter(
    ([name]) => names.length === 0 || names.some((each) => name.startsWith(each)),
  );
  if (chosen.length === 0) {
    throw new Error(`there is no world ${names.join(", ")}; there are ${Object.keys(worlds).join(", ")}`);
  }
  const mutation = mutations.find(({ name }) => name === choice.mutation) ?? null;
  if (choice.mutation !== null && mutation === null) throw new Error(`there is no mutation "${choice.mutation}"`);
  let isGood = true;
  for (const [name, kind] of chosen) {
    const began = process.hrtime.bigint();
    const world = await openWorld(kind, mutation);
    const first = choice.seed ?? choice.from;
    const count = choice.seed === null ? (choice.seeds ?? (choice.isMany ? kind.manySeeds : kind.seeds)) : 1;
    const failed: { seed: number; violation: string }[] = [];
    const fingerprints: string[] = [];
    let asks = 0;
    for (let seed = first; seed < first + count && failed.length < choice.failures; seed++) {
      const outcome = await world.run(seed, choice);
      asks += outcome.asks;
      fingerprints.push(outcome.fingerprint);
      const [violation] = outcome.violations;
      if (violation !== undefined) failed.push({ seed, violation });
      if (choice.isJson) continue;
      if (violation !== undefined) console.log(failureText(name, seed, violation, outcome, choice));
      else if (choice.seed !== null) console.log(outcome.notes.join("\n"));
    }
    await world.close();
    isGood &&= failed.length === 0;
    const seconds = Number(process.hrtime.bigint() - began) / 1e9;
    const digest = hash("sha256", fingerprints.join("\n")).slice(0, 16);
    const result: WorldResult = {
      world: name,
      seeds: fingerprints.length,
      asks,
      seconds,
      digest,
      last: fingerprints.at(-1) ?? "",
      failed,
    };
    console.log(choice.isJson ? JSON.stringify(result) : resultText(result, first));
  }
  return isGood;
}

function resultText({ world, seeds, asks, seconds, digest, failed }: WorldResult, first: number): string {
  return `${world}: ${seeds} seeds from ${first}, ${asks} requests, ${failed.length} failed, ${seconds.toFixed(1)} s, ${digest}`;
}

function failureText(name: string, seed: number, violation: string, { notes }: Outcome, choice: Choice): string {
  const { faults, except, mutation } = choice;
  const flags = [
    ...(faults === null ? [] : [`--faults "${faults.join(",")}"`]),
    ...(except === null ? [] : [`--except "${except.source}"`]),
    ...(mutation === null ? [] : [`--mutation "${mutation}"`]),
  ];
  return [
    `seed ${seed} of ${name}: ${violation}`,
    `  again: SEED=${seed} npm run simulate -- ${[name, ...flags].join(" ")}`,
    ...notes.slice(choice.seed === null ? -shortTrace : 0).map((note) => `  ${note}`),
  ].join("\n");
}
