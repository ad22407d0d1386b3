/**
 * One of several threads that answer at the same port: a whole server but for what the main thread does once for all of them
 * (writing the log, telling the metrics, and signals).
 */
import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "../../config/config.ts";
import { DatabaseError } from "../../database/database-error.ts";
import type { Patience } from "../../database/patience.ts";
import { type SnapshotMessage, snapshotOf } from "../../query/message.ts";
import { ListenFailure } from "../listen-failure.ts";
import { openServerLog } from "../log.ts";
import type { Figure } from "../metrics/figures.ts";
import { openServer, type Server } from "../open-server.ts";
import { type PortEnd, Wire } from "./wire.ts";

/** What a worker is started with. */
export type WorkerStart = {
  /** With the port that was found, and the secret of sessions. */
  readonly config: Config;
  readonly isDemo: boolean;
  readonly logLevel: string;
  /** What is to be served at first. */
  readonly snapshot: SnapshotMessage;
};

/** What a worker serves. */
export type Served = { readonly revision: number; readonly isSample: boolean };

/** A failure that the operator can mend. */
export type Mendable = { readonly kind: "database" | "listen"; readonly message: string };

/** What the main thread may call of a worker, with what it gets. */
export type WorkerCalls = {
  /** Opens everything, and resolves when callers could be answered. */
  readonly open: { readonly argument: null; readonly result: Served | Mendable };
  readonly listen: { readonly argument: null; readonly result: string | Mendable };
  /** Serves a snapshot that was loaded; seasons that the worker has are only named in it. */
  readonly refresh: { readonly argument: SnapshotMessage; readonly result: Served };
  /** From now on load balancers are told that this server is about to end. */
  readonly stopping: { readonly argument: null; readonly result: null };
  readonly warmUp: { readonly argument: null; readonly result: null };
  readonly figures: { readonly argument: null; readonly result: readonly Figure[] | null };
  /** Ends in good order after so many milliseconds at most. */
  readonly close: { readonly argument: number; readonly result: null };
};

/** The main thread has opened the databases before, so that they are there; a worker that replaces another waits a little. */
const patience: Patience = { waitMs: 10_000, onWait: () => {} };

export function runWorker(): void {
  const port: PortEnd | null = parentPort;
  if (port === null) throw new Error("a worker runs in a thread of its own");
  const { config, isDemo, logLevel, snapshot } = workerData as WorkerStart;
  let given = snapshotOf(snapshot);
  let isStopping = false;
  let server: Server | null = null;
  const opened = (): Server => {
    if (server === null) throw new Error("the worker is not open");
    return server;
  };
  const served = (): Served => {
    const { revision, isSample } = opened().shelf.current;
    return { revision, isSample };
  };
  const wire = new Wire(port, {
    handlers: {
      open: () =>
        orMendable(async () => {
          server = await openServer(config, {
            share: {
              port: config.port,
              snapshot: () => given,
            },
            log: openServerLog(logLevel, { write: (line) => wire.write(line) }),
            health: { isStopping: () => isStopping },
            patience,
            isDemo,
          });
          return served();
        }),
      listen: () => orMendable(() => opened().listen()),
      async refresh(message: SnapshotMessage) {
        given = snapshotOf(message, given);
        await opened().refresh();
        return served();
      },
      stopping() {
        isStopping = true;
      },
      warmUp: () => opened().warmUp(),
      figures: () => opened().figures(),
      async close(graceMs: number) {
        await server?.close(graceMs);
        // After this answer has gone out.
        setImmediate(() => setImmediate(() => process.exit()));
      },
    },
  });
}

async function orMendable<Result>(work: () => Promise<Result>): Promise<Result | Mendable> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseError) return { kind: "database", message: error.message };
    if (error instanceof ListenFailure) return { kind: "listen", message: error.message };
    throw error;
  }
}
