/**
 * Replays a span of time in child processes: each is a life of a collector, with all providers inside and a
 * simulated clock. A life that is killed is followed by another one, whose clock goes on after a short downtime. Nothing
 * but the database and the record of what providers gave outlives a life.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { type FaultOrder, noFaults, readRecord } from "./providers.ts";
import type { WorldName } from "./world.ts";

/** What a process is told; it then lives until the end of the span, or is killed. */
export type Life = {
  readonly world: WorldName;
  readonly databaseUrl: string;
  /** The folder of the record of what providers gave. */
  readonly record: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly faults: FaultOrder;
  /** The process says when its clock has passed this moment; null: it is not to be killed. */
  readonly markMs: number | null;
};

export type Kill = {
  /** The simulated moment from which on the process may die. */
  readonly atMs: number;
  /** It dies so many real milliseconds later, in the middle of whatever it does then. */
  readonly afterMs: number;
};

/** A collector is down for so long by the simulated clock: another one would have taken over within 30 seconds. */
const downtimeMs = 30_000;

const lifeFile = join(import.meta.dirname, "life.ts");

type Options = Pick<Life, "world" | "databaseUrl" | "record" | "fromMs" | "untilMs"> & {
  readonly faults?: FaultOrder;
  readonly kills?: readonly Kill[];
  /** Called between a killed life and the next one. */
  readonly onDeath?: (diedMs: number) => Promise<void>;
};

/** Returns how many processes were killed. */
export async function replay(options: Options): Promise<number> {
  const { faults = noFaults, kills = [], onDeath, ...span } = options;
  let deaths = 0;
  let next: ChildProcess | null = newLife(span.record);
  try {
    let fromMs = span.fromMs;
    for (;;) {
      const child: ChildProcess = next ?? newLife(span.record);
      const kill = kills.find(({ atMs }) => atMs >= fromMs) ?? null;
      // The next life starts its program meanwhile, and waits for what it is told.
      next = kill === null ? null : newLife(span.record);
      const died = await live(child, { ...span, faults, fromMs, markMs: kill?.atMs ?? null }, kill);
      if (!died) return deaths;
      deaths += 1;
      const diedMs = readRecord(span.record).lastMs ?? fromMs;
      await onDeath?.(diedMs);
      fromMs = Math.max(diedMs, kill?.atMs ?? 0) + downtimeMs;
    }
  } finally {
    next?.kill("SIGKILL");
  }
}

function newLife(record: string): ChildProcess {
  // Half of the time of a start is the compiler's, which the second process and all further ones are spared.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(record, "compiled") };
  return fork(lifeFile, { stdio: ["ignore", "inherit", "pipe", "ipc"], env });
}

/** Resolves at the end of a life; true when it was killed. Rejects when it ended otherwise than well. */
function live(child: ChildProcess, life: Life, kill: Kill | null): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let errors = "";
    let killing: NodeJS.Timeout | undefined;
    let isKilled = false;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.on("message", () => {
      killing = setTimeout(() => {
        isKilled = child.kill("SIGKILL");
      }, kill?.afterMs ?? 0);
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(killing);
      if (isKilled && signal === "SIGKILL") resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`a replay ended with ${code ?? signal}: ${errors}`));
    });
    child.send(life);
  });
}

/** A kill every so many simulated hours, each at another moment of whatever is done then. The seed gives the moments. */
export function killsEvery(hours: number, { fromMs, untilMs }: Pick<Life, "fromMs" | "untilMs">, seed: number): Kill[] {
  const kills: Kill[] = [];
  for (let atMs = fromMs + hours * 3_600_000; atMs < untilMs; atMs += hours * 3_600_000) {
    kills.push({ atMs, afterMs: Math.floor(walk(seed, kills.length) * 100) });
  }
  return kills;
}

/** A number from 0 to 1 for each place of a seed's walk. */
function walk(seed: number, place: number): number {
  return ((seed + 1) * 0.754878 + (place + 1) * 0.618034) % 1;
}
