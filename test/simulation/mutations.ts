/**
 * Faults made on purpose. The simulation must find each of them within a number of seeds. If it did not, it would not
 * find such faults made by accident either.
 */
import { Journal } from "../../src/access/counting/journal.ts";
import type { Gate } from "../../src/access/gate.ts";
import { changeFunction, type Mutation, replaceMethod } from "./mutation.ts";
import { oldFaults } from "./old-faults.ts";

type Admission = Awaited<ReturnType<Gate["admit"]>>;

/** The statements that make a transaction. */
const bounds = /^(begin|commit|rollback)$/;

export const mutations: readonly Mutation[] = [
  {
    name: "a gate remembers for three seconds that a key is good",
    world: "counting-sqlite",
    within: 300,
    seed: 192,
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
    seed: 3,
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
    put: () => replaceMethod(Journal.prototype, "append", () => () => {}),
  },
  {
    name: "a server on SQLite does not look at what others have added to the journal",
    world: "counting-sqlite",
    within: 100,
    seed: 0,
    put: () =>
      replaceMethod(Journal.prototype, "look", (look) => {
        const looked = new WeakSet<Journal>();
        return function lookOnce(this: Journal) {
          if (looked.has(this)) return [];
          looked.add(this);
          return look.call(this);
        };
      }),
  },
  {
    name: "a window on PostgreSQL has fifty-nine seconds",
    world: "counting-postgres",
    within: 60,
    seed: 0,
    postgres: (backend) => changeFunction(backend, "access_take", /at_ms - 60000/g, "at_ms - 59000"),
  },
  {
    name: "a quota on PostgreSQL may be passed by one",
    world: "counting-postgres",
    within: 60,
    seed: 0,
    postgres: (backend) => changeFunction(backend, "access_take", "quota_limit - used)", "quota_limit - used + 1)"),
  },
  {
    name: "a call on PostgreSQL whose answer was lost is taken for one that was not done",
    world: "counting-postgres",
    within: 60,
    seed: 7,
    postgres: (backend) => changeFunction(backend, "access_settle_lane", "select l.number,", "select l.number - 1,"),
  },
  {
    name: "a game's detail keeps its tag when it changes",
    world: "publishing",
    within: 100,
    seed: 0,
    sqlite: (sql, process) =>
      process.startsWith("node") && sql.includes('"game"."detail"')
        ? sql.replace('select "season"."revision",', 'select 1 as "revision",')
        : sql,
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
    sqlite: (sql, process) =>
      process.startsWith("publish") && sql.startsWith('insert into "archive_seasons"')
        ? `${sql} on conflict do nothing`
        : process.startsWith("publish") && sql.startsWith('delete from "archive_seasons"')
          ? sql.replace("where", "where 1 = 0 and")
          : sql,
  },
  ...oldFaults,
];
