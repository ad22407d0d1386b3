/** Runs wrk on its own core for a part of a second, and checks what it got. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { loadCore } from "./cores.ts";

export type Load = {
  /** http://host:port */
  readonly base: string;
  /** A file of the form that wrk.lua reads. */
  readonly listFile: string;
  readonly connections: number;
  /** At random, or so many times each in the order of the list. */
  readonly order: "random" | number;
  /** The place of the list to begin at, where the order is not random. */
  readonly first: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly forMs: number;
};

export type Loaded = {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly bytesPerRequest: number;
  readonly p50Us: number;
  readonly p99Us: number;
};

/** @throws Error when a single answer was an error, or none came. */
export async function runWrk(load: Load): Promise<Loaded> {
  const { base, listFile, connections, order, first, headers, forMs } = load;
  const headerWords = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const script = ["-s", join(import.meta.dirname, "wrk.lua"), base, "--", listFile, String(order), String(first)];
  const words = ["-t1", `-c${connections}`, "-d60s", "--timeout", "20s", ...headerWords, ...script];
  const child = spawn("taskset", ["-c", loadCore, "wrk", ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  // wrk counts in whole seconds. Interrupted, it ends at once and sums up what it has.
  let isAsking = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (isAsking || !output.includes("ready")) return;
    isAsking = true;
    setTimeout(() => child.kill("SIGINT"), forMs);
  });
  await new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve());
  });
  const [line] = /^\{"requests".*\}$/m.exec(output) ?? [];
  if (line === undefined) throw new Error(`wrk said nothing of ${base}: ${output.slice(0, 2000)}`);
  const { requests, micros, bytes, failed, p50Us, p99Us } = JSON.parse(line) as Record<string, number>;
  if (!requests || !micros || !bytes || failed !== 0) throw new Error(`${base} with ${listFile}: ${line}`);
  return {
    requests,
    requestsPerSecond: (requests / micros) * 1_000_000,
    bytesPerRequest: bytes / requests,
    p50Us: p50Us ?? 0,
    p99Us: p99Us ?? 0,
  };
}
