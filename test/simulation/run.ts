/**
 * Runs worlds by their seeds, and says of each failure how to see it again.
 *
 *   npm run simulate -- counting --seeds 10000
 *   SEED=123 npm run simulate -- counting-postgres
 *   npm run simulate -- --mutations
 *
 * A process of its own: it takes clocks, timers, sockets and what nobody catches away from Node.
 */
import { parseArgs } from "node:util";
import { putOn, worldGoingOn } from "./world/environment.ts";
import { putOnSqlite } from "./world/sqlite.ts";
import { putOnSqliteDriver } from "./world/sqlite-driver.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many seeds of each world. */
    seeds: { type: "string" },
    /** The first of them. */
    from: { type: "string", default: "0" },
    /** Only these kinds of faults, with commas between them; none: an empty text. */
    faults: { type: "string" },
    /** Violations to pass over: a regular expression. */
    except: { type: "string" },
    /** A fault made on purpose, by its name. */
    mutation: { type: "string" },
    /** Every fault made on purpose, each until it is found. */
    mutations: { type: "boolean", default: false },
    /** Not with the seeds that are known to find them, but from 0 on. */
    search: { type: "boolean", default: false },
    /** As many seeds as CI runs. */
    many: { type: "boolean", default: false },
    /** Ends after so many failures. */
    failures: { type: "string", default: "5" },
    /** A line of JSON for each world or mutation, and nothing else. */
    json: { type: "boolean", default: false },
  },
});

// Before anything is loaded that takes its surroundings for granted.
putOn();
putOnSqlite();
putOnSqliteDriver();
// What nobody catches ends a process of the world, not the simulation.
for (const name of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(name, (error: unknown) => {
    const world = worldGoingOn();
    if (world !== null) return world.died(error);
    console.error(error);
    process.exit(2);
  });
}
const { runMutations } = await import("./run-mutations.ts");
const { runSeeds } = await import("./run-seeds.ts");

const isGood = values.mutations
  ? await runMutations(positionals, values.search, values.json)
  : await runSeeds(positionals, {
      seed: process.env.SEED === undefined ? null : Number(process.env.SEED),
      from: Number(values.from),
      isMany: values.many,
      seeds: values.seeds === undefined ? null : Number(values.seeds),
      faults: values.faults === undefined ? null : values.faults.split(",").filter((each) => each !== ""),
      except: values.except === undefined ? null : new RegExp(values.except),
      mutation: values.mutation ?? null,
      failures: Number(values.failures),
      isJson: values.json,
    });
// Connections of killed processes are nobody's, and must not keep this one.
process.stdout.write("", () => process.exit(isGood ? 0 : 1));
