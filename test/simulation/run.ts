/**
 * Runs worlds by their seeds, and says of each failure how to see it again.
 *
 *   npm run simulate -- counting --seeds 10000
 *   SEED=123 npm run simulate -- counting-postgres
 */
import { hash } from "node:crypto";
import { parseArgs } from "node:util";
import { putOn, worldGoingOn } from "./world/environment.ts";
import { putOnSqlite } from "./world/sqlite.ts";
import { putOnSqliteDriver } from "./world/sqlite-driver.ts";

putOn();
putOnSqlite();
putOnSqliteDriver();
const { worlds } = await import("./worlds.ts");
const { mutations } = await import("./mutations.ts");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many seeds of each world. */
    seeds: { type: "string" },
    /** The first of them. */
    from: { type: "string", default: "0" },
    /** Only these kinds of faults, with commas between them. */
    faults: { type: "string" },
    /** Violations to pass over: a regular expression. */
    except: { type: "string" },
    /** A fault made on purpose, by its name. */
    mutation: { type: "string" },
    /** Ends after so many failures. */
    failures: { type: "string", default: "5" },
    /** Only a line of JSON for each world. */
    json: { type: "boolean", default: false },
  },
});

// What nobody catches ends a process of the world, not the simulation.
for (const name of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(name, (error: unknown) => {
    const world = worldGoingOn();
    if (world !== null) return world.died(error);
    console.error(error);
    process.exit(2);
  });
}

const seed = process.env.SEED;
const chosen = Object.entries(worlds).filter(
  ([name]) => positionals.length === 0 || positionals.some((each) => name.startsWith(each)),
);
if (chosen.length === 0)
  throw new Error(`no such world: ${positionals.join(", ")}; there are ${Object.keys(worlds).join(", ")}`);
const mutation = values.mutation === undefined ? null : mutations.find(({ name }) => name === values.mutation);
if (mutation === undefined) throw new Error(`no such mutation: ${values.mutation}`);
const options = {
  faults: values.faults === undefined ? null : values.faults.split(",").filter((each) => each !== ""),
  except: values.except === undefined ? null : new RegExp(values.except),
};

let failures = 0;
for (const [name, world] of chosen) {
  const from = Number(seed ?? values.from);
  const count = seed === undefined ? Number(values.seeds ?? world.seeds) : 1;
  const began = process.hrtime.bigint();
  const open = await world.open(mutation);
  const failed: { readonly seed: number; readonly violation: string }[] = [];
  const fingerprints: string[] = [];
  let asks = 0;
  let ran = 0;
  for (let each = from; each < from + count && failed.length < Number(values.failures); each++) {
    const outcome = await open.run(each, options);
    ran++;
    asks += outcome.asks;
    fingerprints.push(outcome.fingerprint);
    const [violation] = outcome.violations;
    if (violation !== undefined) {
      failed.push({ seed: each, violation });
      if (!values.json) console.log(failureText(name, each, violation, outcome.notes));
    } else if (seed !== undefined && !values.json) console.log(outcome.notes.join("\n"));
    if (seed !== undefined && !values.json) console.log(`fingerprint ${outcome.fingerprint}`);
    if (process.env.FP) console.log(each, outcome.fingerprint);
  }
  await open.close();
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  if (values.json)
    console.log(
      JSON.stringify({
        world: name,
        seeds: ran,
        asks,
        seconds,
        failed,
        digest: hash("sha256", fingerprints.join("\n")).slice(0, 16),
      }),
    );
  else
    console.log(
      `${name}: ${ran} seeds from ${from}, ${asks} requests, ${failed.length} failed, ${seconds.toFixed(1)} s`,
    );
  failures += failed.length;
}
process.exitCode = failures === 0 ? 0 : 1;
// Connections of killed processes are nobody's, and must not keep this one.
process.stdout.write("", () => process.exit());

function failureText(name: string, failedSeed: number, violation: string, notes: readonly string[]): string {
  const again = ["faults", "except", "mutation"] as const;
  const flags = again.map((flag) => (values[flag] === undefined ? "" : ` --${flag} '${values[flag]}'`)).join("");
  return [
    `seed ${failedSeed} of ${name}: ${violation}`,
    `  again: SEED=${failedSeed} npm run simulate -- ${name}${flags}`,
    ...notes.slice(seed === undefined ? -12 : 0).map((note) => `  ${note}`),
  ].join("\n");
}
