/**
 * Runs the seeds of worlds, and prints for each failure how to see it again.
 *
 *   npm run simulate -- counting --seeds 10000
 *   SEED=123 npm run simulate -- counting-postgres
 *   npm run simulate -- --mutations
 *
 * It needs a separate process, because it replaces Node's clocks, timers, sockets and handling of uncaught errors.
 */
import { parseArgs } from "node:util";
import { putOn, worldGoingOn } from "./world/environment.ts";
import { putOnSqlite } from "./world/sqlite.ts";
import { putOnSqliteDriver } from "./world/sqlite-driver.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** The number of seeds for each world. */
    seeds: { type: "string" },
    /** The first seed. */
    from: { type: "string", default: "0" },
    /** Only these kinds of faults happen, separated by commas; an empty text means none. */
    faults: { type: "string" },
    /** A regular expression for violations to ignore. */
    except: { type: "string" },
    /** The name of a fault made on purpose. */
    mutation: { type: "string" },
    /** Runs every fault made on purpose until a seed finds it. */
    mutations: { type: "boolean", default: false },
    /** Tries seeds from 0 on instead of those that are known to find the faults. */
    search: { type: "boolean", default: false },
    /** Runs as many seeds as CI does. */
    many: { type: "boolean", default: false },
    /** A world ends after this many failures. */
    failures: { type: "string", default: "5" },
    /** Prints a line of JSON for each world or mutation, and nothing else. */
    json: { type: "boolean", default: false },
  },
});

// Node makes these at their first use: made in a world, they would be written to by its sockets, and a pipe would get nothing.
const { stdout } = process;
void process.stderr;
// This must come before loading code that keeps references to clocks, timers or sockets.
putOn();
putOnSqlite();
putOnSqliteDriver();
// An uncaught error ends a process of the world, not the simulation.
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
// Connections of killed processes are still open and must not keep this process alive.
stdout.write("", () => process.exit(isGood ? 0 : 1));
