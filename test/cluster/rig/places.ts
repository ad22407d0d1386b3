/**
 * Machines that are network namespaces of one machine, joined by a bridge. Each has an address and a loopback of its own, so
 * that the files of `ops/cluster/` run with their usual ports, and is found by its processes.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { signalOf } from "./signals.ts";

export type Place = {
  /** The name of the network namespace. */
  readonly space: string;
  readonly address: string;
};

/** What has to be root's and may not run beside another suite. */
const bridge = "glcluster";
const network = "10.198.77";

export const networkRange = `${network}.0/24`;

/** Returns why namespaces cannot be made here, or null. */
export function whyNoPlaces(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "machines are made of namespaces, which only root of Linux may";
  if (spawnSync("unshare", ["--net", "true"]).status !== 0) return "network namespaces are not allowed here";
  if (spawnSync("ip", ["link", "show", bridge]).status === 0)
    return `another suite is running: it has the bridge ${bridge}`;
  return null;
}

export function openNetwork(): void {
  ip("link", "add", bridge, "type", "bridge");
  ip("address", "add", `${network}.1/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
}

/** @param number the last part of its address, from 2 on. */
export function openPlace(name: string, number: number): Place {
  const space = `${bridge}-${name}`;
  const [outside, inside] = [`glc${number}`, "eth0"];
  const address = `${network}.${number}`;
  ip("netns", "add", space);
  ip("link", "add", outside, "type", "veth", "peer", "name", inside, "netns", space);
  ip("link", "set", outside, "master", bridge, "up");
  ip("-n", space, "address", "add", `${address}/24`, "dev", inside);
  ip("-n", space, "link", "set", inside, "up");
  ip("-n", space, "link", "set", "lo", "up");
  return { space, address };
}

/** The processes of a machine, whoever started them. */
export function processesIn({ space }: Place): readonly number[] {
  return ip("netns", "pids", space).split("\n").filter(Boolean).map(Number);
}

/** Ends what still runs on a machine, and takes the machine away. */
export function closePlace(place: Place): void {
  for (let tries = 0; tries < 20 && processesIn(place).length > 0; tries++) {
    for (const pid of processesIn(place)) signalOf(pid, "SIGKILL");
    spawnSync("sleep", ["0.1"]);
  }
  ip("netns", "del", place.space);
}

export function closeNetwork(): void {
  ip("link", "del", bridge);
}

function ip(...words: string[]): string {
  return execFileSync("ip", words, { encoding: "utf8" });
}
