/**
 * SQLite in a world: the real one, on real files, whose every statement may fail, or be the last thing that its process
 * does. It has no network and no promises, so what it does takes no time of the world's.
 */
import { createRequire, syncBuiltinESMExports } from "node:module";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { worldGoingOn } from "./environment.ts";
import type { Process } from "./process.ts";
import { Killed, type World } from "./world.ts";

/** What is decided of each statement of a process; either may throw, or kill the process. */
export type SqliteFaults = {
  before(process: Process, sql: string): void;
  after(process: Process, sql: string): void;
};

const faultsOf = new WeakMap<World, SqliteFaults>();

export function setSqliteFaults(world: World, faults: SqliteFaults): void {
  faultsOf.set(world, faults);
}

let changed = (sql: string, _process: string): string => sql;

/** Changes statements before they are prepared, in every world of this process: a fault made on purpose. */
export function setSqlChange(change: (sql: string, process: string) => string): void {
  changed = change;
}

const abandonedOf = new WeakMap<World, (() => void)[]>();

/** At the end of a run: closes what killed processes had open. */
export function closeAbandoned(world: World): void {
  for (const close of abandonedOf.get(world) ?? []) close();
}

/** As node:sqlite throws them: https://www.sqlite.org/rescode.html */
export function sqliteError(code: 5 | 10 | 13 | 14): Error {
  const texts = {
    5: "database is locked",
    10: "disk I/O error",
    13: "database or disk is full",
    14: "unable to open database file",
  };
  return Object.assign(new Error(texts[code]), { code: "ERR_SQLITE_ERROR", errcode: code, errstr: texts[code] });
}

/** Waiting for another's transaction would be for ever: its process is this very one, in another slot. */
function withoutWaiting(sql: string): string {
  return sql.replace(/(?<=busy_timeout = )\d+/, "0");
}

const called = ["run", "get", "all", "iterate"] as const;

/** Put on once a process, with the rest of the surroundings. */
export function putOnSqlite(): void {
  const sqlite = createRequire(import.meta.url)("node:sqlite") as { DatabaseSync: typeof DatabaseSync };
  const Real = sqlite.DatabaseSync;

  class SimulatedSqlite extends Real {
    readonly #world: World | null;
    readonly #process: Process | null;
    #isClosed = false;

    constructor(...given: ConstructorParameters<typeof DatabaseSync>) {
      super(...given);
      this.#world = worldGoingOn();
      this.#process = this.#world?.current ?? null;
      this.#process?.onDeath.push(() => this.#abandon());
    }

    override prepare(given: string): StatementSync {
      const sql = this.#process === null ? given : changed(withoutWaiting(given), this.#process.name);
      const statement = super.prepare(sql);
      for (const name of called) {
        const call = statement[name].bind(statement) as (...given: readonly unknown[]) => unknown;
        const around = (...given: readonly unknown[]): unknown => this.#around(sql, () => call(...given));
        Object.defineProperty(statement, name, { value: around });
      }
      return statement;
    }

    override exec(sql: string): void {
      this.#around(sql, () => super.exec(this.#process === null ? sql : withoutWaiting(sql)));
    }

    override close(): void {
      if (this.#process !== null && !this.#process.isAlive) return;
      this.#closed();
    }

    #around<Result>(sql: string, work: () => Result): Result {
      const [world, process] = [this.#world, this.#process];
      if (world === null || process === null) return work();
      if (!process.isAlive) throw new Killed();
      const faults = faultsOf.get(world);
      faults?.before(process, sql);
      if (!process.isAlive) throw new Killed();
      const result = work();
      faults?.after(process, sql);
      if (!process.isAlive) throw new Killed();
      return result;
    }

    /**
     * A process that is killed has no say: what it had not committed is undone, and nothing is tidied up. Closing would
     * tidy up, and remove files by names that may be another database's by now; so that waits for the end of the run.
     */
    #abandon(): void {
      if (this.#isClosed || this.#world === null) return;
      if (this.isTransaction) super.exec("rollback");
      const abandoned = abandonedOf.get(this.#world) ?? [];
      abandonedOf.set(this.#world, abandoned);
      abandoned.push(() => this.#closed());
    }

    #closed(): void {
      if (this.#isClosed) return;
      this.#isClosed = true;
      super.close();
    }
  }
  sqlite.DatabaseSync = SimulatedSqlite;
  syncBuiltinESMExports();
}
