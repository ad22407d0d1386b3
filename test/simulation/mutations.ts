/**
 * Faults made on purpose. The simulation must find each of them within a number of seeds. If it did not, it would not
 * find such faults made by accident either.
 */
import { PostgresCounting } from "../../src/access/counting/postgres-counting.ts";
import { SqliteBook } from "../../src/access/counting/sqlite-book.ts";
import type { Gate } from "../../src/access/gate.ts";
import { ChangedSeasons } from "../../src/publish/write/changed-seasons.ts";
import { ViewStore } from "../../src/release/view/view-store.ts";
import { changeFunction, type Mutation, replaceMethod } from "./mutation.ts";
import { oldFaults } from "./old-faults.ts";
import { PostgresWithStandby } from "./world/postgres-standby.ts";

type Admission = Awaited<ReturnType<Gate["admit"]>>;

/** The statements that make a transaction. */
const bounds = /^(begin|commit|rollback)$/;

export const mutations: readonly Mutation[] = [
  {
    name: "a gate remembers for three seconds that a key is good",
    world: "counting-sqlite",
    within: 300,
    seed: 26,
    gate(gate) {
      const good = new Map<string, { readonly admission: Admission; readonly untilMs: number }>();
      return {
        ...gate,
        async admit(request) {
          const key = request.apiKey ?? "";
          const known = good.get(key);
          const admission = await gate.admit(request);
          const isRefused = !admission.ok && admission.code === "forbidden";
          if (isRefused && known !== undefined && performance.now() < known.untilMs) return known.admission;
          if (admission.ok) good.set(key, { admission, untilMs: performance.now() + 3000 });
          return admission;
        },
      };
    },
  },
  {
    name: "a gate asks again when it was told to wait, and counts twice",
    world: "counting-sqlite",
    within: 100,
    seed: 3,
    gate: (gate) => ({
      ...gate,
      async admit(request) {
        const admission = await gate.admit(request);
        return admission.ok && Math.random() < 0.02 ? gate.admit(request) : admission;
      },
    }),
  },
  {
    name: "a gate forgets to give back one error of fifty",
    world: "counting-sqlite",
    within: 100,
    seed: 12,
    gate: (gate) => ({
      ...gate,
      async admit(request) {
        const admission = await gate.admit(request);
        if (!admission.ok || Math.random() > 0.02) return admission;
        return { ...admission, giveBack: async () => admission.meters };
      },
    }),
  },
  {
    name: "a server on SQLite does not look at what others have committed",
    world: "counting-sqlite",
    within: 100,
    seed: 0,
    sqlite: (sql) => sql.replace("pragma data_version", "select 1"),
  },
  {
    name: "a server on SQLite keeps what it counts in memory alone",
    world: "counting-sqlite",
    within: 100,
    seed: 0,
    put: () => replaceMethod(SqliteBook.prototype, "write", () => () => {}),
  },
  {
    name: "a server on SQLite settles its use instead of an increment",
    world: "counting-sqlite",
    within: 100,
    seed: 0,
    sqlite: (sql) => sql.replace("used = used + excluded.used", "used = excluded.used"),
  },
  {
    name: "a window on PostgreSQL has fifty-nine seconds",
    world: "counting-postgres",
    within: 60,
    seed: 0,
    postgres: (backend) => changeFunction(backend, "access_take", /now_ms - 60000/g, "now_ms - 59000"),
  },
  {
    name: "a quota on PostgreSQL may be passed by one",
    world: "counting-postgres",
    within: 60,
    seed: 3,
    postgres: (backend) => changeFunction(backend, "access_take", "quota_limit - used)", "quota_limit - used + 1)"),
  },
  {
    name: "what a lost call may have counted on PostgreSQL is not given back",
    world: "counting-postgres",
    within: 60,
    seed: 19,
    put: () =>
      replaceMethod(PostgresCounting.prototype, "giveBack", (giveBack) => {
        return async function keep(this: PostgresCounting, given, patienceMs) {
          return given.period === undefined ? null : giveBack.call(this, given, patienceMs);
        };
      }),
  },
  {
    name: "a primary confirms what its standby does not have",
    world: "counting-standby",
    within: 100,
    seed: 7,
    put: () => replaceMethod(PostgresWithStandby.prototype, "waitsForStandby", () => () => false),
  },
  {
    name: "a primary that was replaced goes on confirming",
    world: "counting-standby",
    within: 100,
    seed: 7,
    put: () => replaceMethod(PostgresWithStandby.prototype, "confirmsWhenReplaced", () => () => true),
  },
  {
    name: "a server goes on with the view of a season that has changed",
    world: "publishing",
    within: 100,
    seed: 0,
    put: () =>
      replaceMethod(ViewStore.prototype, "place", (place) => {
        const first = new WeakMap<ViewStore, Map<string, ReturnType<typeof place>>>();
        return function keep(this: ViewStore, ...given) {
          const [entry] = given;
          const kept = first.get(this) ?? new Map<string, ReturnType<typeof place>>();
          first.set(this, kept);
          const name = `${entry.sport} ${entry.season}`;
          const placed = kept.get(name) ?? place.apply(this, given);
          kept.set(name, placed);
          return placed;
        };
      }),
  },
  {
    name: "a publish commits statement by statement",
    world: "publishing",
    within: 100,
    seed: 0,
    sqlite: (sql, process) => (process.startsWith("publish") ? sql.replace(bounds, "select 1") : sql),
  },
  {
    name: "a server takes the first revision for the newest",
    world: "publishing",
    within: 100,
    seed: 0,
    sqlite: (sql, process) =>
      process.startsWith("node") ? sql.replace(/order by "revision" desc/, 'order by "revision"') : sql,
  },
  {
    name: "a season's revision stays when its games change",
    world: "publishing",
    within: 100,
    seed: 0,
    put: () =>
      replaceMethod(ChangedSeasons.prototype, "write", (write) => {
        return function writeFirst(this: ChangedSeasons, connection, _revision, changes) {
          return write.call(this, connection, 1, changes);
        };
      }),
  },
  ...oldFaults,
];
