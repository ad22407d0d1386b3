/**
 * Kysely on SQLite in a world: each statement is a point at which others go on, a process may be killed, or a disk be
 * slow. Who finds the file locked waits in virtual time, as SQLite does in real time.
 */
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SqliteDialect } from "kysely";
import { worldGoingOn } from "./environment.ts";
import type { Process } from "./process.ts";
import { Killed, type World } from "./world.ts";

/** Milliseconds that a statement takes; asked for each. */
type StatementTime = (process: Process, sql: string) => number;

const statementTimes = new WeakMap<World, StatementTime>();

/** From now on statements take time in this world; without it they take none. */
export function setStatementTime(world: World, time: StatementTime): void {
  statementTimes.set(world, time);
}

/** As the engine opens a file; a statement of its user's may set it otherwise. */
const usualBusyMs = 60_000;
const busyStepMs = 10;

/** Put on once a process, with the rest of the surroundings. */
export function putOnSqliteDriver(): void {
  const createDriver = SqliteDialect.prototype.createDriver;
  SqliteDialect.prototype.createDriver = function create(this: SqliteDialect): Driver {
    const driver = createDriver.call(this);
    const world = worldGoingOn();
    const process = world?.current ?? null;
    const time = world === null ? undefined : statementTimes.get(world);
    if (world === null || process === null || time === undefined) return driver;
    const acquire = driver.acquireConnection.bind(driver);
    const connections = new WeakMap<DatabaseConnection, DatabaseConnection>();
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options);
      const known = connections.get(connection) ?? inTime(connection, world, process, time);
      connections.set(connection, known);
      return known;
    };
    return driver;
  };
}

function inTime(
  connection: DatabaseConnection,
  world: World,
  process: Process,
  time: StatementTime,
): DatabaseConnection {
  const pass = async (sql: string): Promise<void> => {
    await world.sleep(time(process, sql), process);
    if (!process.isAlive) throw new Killed();
  };
  let mostBusyMs = usualBusyMs;
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      mostBusyMs = Number(/busy_timeout = (\d+)/.exec(query.sql)?.[1] ?? mostBusyMs);
      await pass(query.sql);
      const sinceMs = world.nowMs;
      for (;;) {
        try {
          const result = await connection.executeQuery<Row>(query);
          await pass(query.sql);
          return result;
        } catch (error) {
          if (!isBusy(error) || world.nowMs - sinceMs > mostBusyMs) throw error;
          await world.sleep(busyStepMs, process);
        }
      }
    },
    streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
  };
}

/** Also where somebody has put it into words of their own. */
function isBusy(error: unknown): boolean {
  const { errcode, cause } = error as { readonly errcode?: number; readonly cause?: unknown };
  return errcode === 5 || (cause !== undefined && isBusy(cause));
}
