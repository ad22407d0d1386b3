/** A server of several workers in the process of a test, and callers whose every request has a connection of its own. */
import { get } from "node:http";
import { BroadcastChannel } from "node:worker_threads";
import { openServerLog } from "../../src/serve/log.ts";
import { openWorkers, type WorkersServer } from "../../src/serve/workers/open-workers.ts";
import { siteConfig } from "../support/api.ts";
import type { Settings } from "../support/command.ts";
import { crashChannel } from "./crashing-worker-order.ts";

export type ManyWorkers = {
  readonly server: WorkersServer;
  readonly url: string;
  /** The lines of its log. */
  lines(): readonly string[];
  /** Lets one of the workers fail. */
  crash(): void;
  close(): Promise<void>;
};

export async function startMany(databaseUrl: string, settings: Settings = {}): Promise<ManyWorkers> {
  let written = "";
  const write = (text: string): void => {
    written += text;
  };
  const level = "info";
  const server = await openWorkers(siteConfig({ DATABASE_URL: databaseUrl, WORKERS: "2", ...settings }), {
    log: openServerLog(level, { write }),
    onLines: write,
    logLevel: level,
    script: new URL("./crashing-worker.ts", import.meta.url),
  });
  let url: string;
  try {
    url = await server.listen();
  } catch (error) {
    await server.close();
    throw error;
  }
  return {
    server,
    url,
    lines: () => written.trimEnd().split("\n"),
    crash() {
      const channel = new BroadcastChannel(crashChannel);
      channel.postMessage({ taken: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) });
      channel.close();
    },
    close: () => server.close(1_000),
  };
}

export type Heard = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]> };

/** Asks over a new connection. Rejects when there is no answer. */
export function askAnew(url: string, key: string | null = null): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const headers = key === null ? {} : { "x-api-key": key };
    const request = get(url, { agent: false, headers, timeout: 30_000 }, (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    request.on("timeout", () => request.destroy(new Error("no answer in 30 s")));
    request.on("error", reject);
  });
}

export function askManyAnew(count: number, url: string, key: string | null = null): Promise<readonly Heard[]> {
  return Promise.all(Array.from({ length: count }, () => askAnew(url, key)));
}

export function countOf(heard: readonly Heard[], status: number): number {
  return heard.filter((each) => each.status === status).length;
}
