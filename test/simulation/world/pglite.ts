/** PostgreSQL in this process (PGlite), with the tables and functions of access that the migrations make. */
import { PGlite } from "@electric-sql/pglite";
import { withIdleTimers } from "./environment.ts";

/** One session on one database. Its promises depend only on other promises, never on timers or input. */
export type Backend = {
  /** Runs one message, or a batch of messages up to a Sync. The answer ends with ReadyForQuery. */
  run(messages: Buffer): Promise<Buffer>;
  /** Undoes the open transaction if there is one. */
  rollback(): Promise<void>;
  /** Locks the row of an account for a transaction of that name, until `letGo`. */
  lockAccount(email: string, name: string): Promise<void>;
  letGo(name: string): Promise<void>;
  query(sql: string, values?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Restores the state of the last `keepAsItIs`. */
  reset(): Promise<void>;
  keepAsItIs(): Promise<void>;
  /** The rows of all tables that were empty at the last `keepAsItIs`. No transaction may be open. */
  copy(): Promise<Copy>;
  /** Makes them what they were. No row may be locked. */
  bringBack(copy: Copy): Promise<void>;
  /** The definitions of all functions. */
  functions(): Promise<readonly string[]>;
};

/** JSON by table. */
export type Copy = Readonly<Record<string, string>>;

/** Locks of others are held by prepared transactions. Committed data need not outlive this process. */
const settings = [
  "max_prepared_transactions = 50",
  "fsync = off",
  "synchronous_commit = off",
  "full_page_writes = off",
  "jit = off",
  "track_activities = off",
  "track_counts = off",
];

export async function startPglite(): Promise<Backend> {
  const pglite = await PGlite.create({ postgresqlconf: settings });
  let emptied: readonly string[] = [];
  const query: Backend["query"] = async (sql, values = []) =>
    (await pglite.query<Record<string, unknown>>(sql, [...values])).rows;
  const preparedNames = async () => (await query("select gid from pg_prepared_xacts")).map(({ gid }) => String(gid));
  /** The triggers that keep the audit list would refuse to empty it. */
  const untriggered = async (work: () => Promise<unknown>) => {
    await pglite.exec("set session_replication_role = replica");
    await work();
    await pglite.exec("set session_replication_role = origin");
  };
  const backend: Backend = {
    query,
    run: async (messages) => Buffer.from(await pglite.execProtocolRaw(messages)),
    rollback: async () => void (await pglite.exec("rollback")),
    async lockAccount(email, name) {
      await pglite.exec("begin");
      await query("select 1 from accounts where email = $1 for update nowait", [email]);
      await pglite.exec(`prepare transaction '${name}'`);
    },
    letGo: async (name) => void (await pglite.exec(`rollback prepared '${name}'`)),
    functions: () => functionsOf(query),
    async keepAsItIs() {
      await sayNowait(query);
      const tables = await query("select tablename from pg_tables where schemaname = 'public' order by tablename");
      const names: string[] = [];
      for (const { tablename } of tables) {
        const [row] = await query(`select count(*)::int as rows from "${tablename}"`);
        if (row?.rows === 0) names.push(`"${tablename}"`);
      }
      emptied = names;
    },
    async copy() {
      const each = emptied.map((name) => `(select coalesce(jsonb_agg(t), '[]') from ${name} t)::text as ${name}`);
      const [row = {}] = await query(`select ${each.join(", ")}`);
      return row as Copy;
    },
    async bringBack(copy) {
      const rows = Object.entries(copy).filter(([, json]) => json !== "[]");
      await untriggered(async () => {
        await pglite.exec(`truncate ${emptied.join(", ")} cascade`);
        for (const [name, json] of rows) {
          const all = `select * from jsonb_populate_recordset(null::"${name}", $1::jsonb)`;
          await query(`insert into "${name}" overriding system value ${all}`, [json]);
        }
      });
    },
    async reset() {
      await pglite.exec("rollback");
      for (const name of await preparedNames()) await pglite.exec(`rollback prepared '${name}'`);
      await untriggered(() => pglite.exec(`truncate ${emptied.join(", ")} restart identity cascade`));
    },
  };
  const idle = Object.entries(backend).map(([name, method]) => [
    name,
    (...given: readonly never[]) =>
      withIdleTimers(async () => (method as (...given: readonly never[]) => unknown)(...given)),
  ]);
  return Object.fromEntries(idle) as Backend;
}

/**
 * In the only session, waiting for a row's lock would block the thread forever. So the functions request locks with
 * NOWAIT here, and the world's server lets the statement wait in virtual time and runs it again.
 */
async function sayNowait(query: Backend["query"]): Promise<void> {
  for (const text of await functionsOf(query)) {
    const impatient = text.replaceAll(/\bfor (no key )?update( of \w+)?(?! *(?:of|nowait|skip))/gi, "$& nowait");
    if (impatient !== text) await query(impatient);
  }
}

async function functionsOf(query: Backend["query"]): Promise<readonly string[]> {
  const rows = await query(
    "select pg_get_functiondef(p.oid) as definition from pg_proc p where p.pronamespace = 'public'::regnamespace",
  );
  return rows.map(({ definition }) => String(definition));
}
