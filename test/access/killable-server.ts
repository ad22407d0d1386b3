/** A real server in a process of its own, that can be killed while clients ask it. */
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { startCommand } from "../support/process.ts";

export type KillableServer = {
  readonly url: string;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
};

export async function startKillable(databaseUrl: string, dataDir: string): Promise<KillableServer> {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent" };
  const server = startCommand(["serve"], settings);
  const { url } = await server.started;
  return {
    url,
    async kill() {
      server.signal("SIGKILL");
      await server.ended;
    },
  };
}

export type Ask = { readonly path: string; readonly headers?: Readonly<Record<string, string>> };
/** Null: the connection broke before the answer was there to its last byte. */
export type Received = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]> } | null;

/** A second and a half; and a machine that is busy with other tests is as late with timers as it is with answers. */
const settlesInMs = (slowestMs: number): number => 1500 + 10 * slowestMs;

export type Load = {
  /** Of the answers that arrived whole. */
  readonly statuses: readonly number[];
  /** Of those that arrived long enough before the kill to be settled [D-40]. */
  readonly settled: readonly number[];
  /** Requests that were sent and never answered whole. */
  readonly cutOff: number;
};

export function ask(url: string, key: string, { path, headers }: Ask, agent?: Agent): Promise<Received> {
  return new Promise((resolve) => {
    const options = { headers: { ...headers, "x-api-key": key }, ...(agent === undefined ? {} : { agent }) };
    const request = get(`${url}${path}`, options, (response) => {
      response.resume();
      response.on("close", () =>
        resolve(response.complete ? { status: response.statusCode ?? 0, headers: response.headers } : null),
      );
    });
    request.on("error", () => resolve(null));
  });
}

/**
 * Clients ask one request after another, each over a connection of its own, until `untilMs` after the first answers.
 * Then the server is killed: in the middle of it all, or, when it is calm, after every client has its last answer.
 */
export async function askUntilKilled(
  server: KillableServer,
  key: string,
  asks: readonly Ask[],
  { clients, untilMs, isCalm }: { readonly clients: number; readonly untilMs: number; readonly isCalm: boolean },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const answers: { readonly status: number; readonly atMs: number }[] = [];
  let slowestMs = 0;
  let cutOff = 0;
  let isOver = false;
  const firstAnswer = Promise.withResolvers<void>();
  const asking = Array.from({ length: clients }, async (_, client) => {
    for (let turn = client; !isOver; turn++) {
      const askedMs = performance.now();
      const received = await ask(server.url, key, asks[turn % asks.length] as Ask, agent);
      if (received === null) {
        cutOff++;
        return;
      }
      const atMs = performance.now();
      slowestMs = Math.max(slowestMs, atMs - askedMs);
      answers.push({ status: received.status, atMs });
      firstAnswer.resolve();
    }
  });
  await Promise.race([firstAnswer.promise, Promise.all(asking)]);
  await sleep(untilMs);
  if (isCalm) {
    isOver = true;
    await Promise.all(asking);
  }
  const settledUntilMs = performance.now() - settlesInMs(slowestMs);
  await server.kill();
  await Promise.all(asking);
  agent.destroy();
  const statuses = answers.map(({ status }) => status);
  const settled = answers.filter(({ atMs }) => atMs < settledUntilMs).map(({ status }) => status);
  return { statuses, settled, cutOff };
}
