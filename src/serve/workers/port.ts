/** A port that several threads listen at, and nobody else. */
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../../config/config.ts";
import { findPort } from "../address.ts";
import { notListening } from "../listen-failure.ts";

export type ReservedPort = { readonly port: number; release(): void };

/**
 * Whether several threads can listen at one port here. The kernel hands out their connections, and a name of the kernel's
 * keeps others away; only Linux has both.
 */
export const canSharePort = process.platform === "linux";

/**
 * The port to listen on, as `findPort` finds it. Sockets that share a port let every other process of the same user join
 * them, so that two servers which start in the same moment would each get half of the callers. A socket of an abstract name,
 * which the kernel gives to one process and takes back when it ends, prevents that.
 * @throws ListenFailure when it cannot be had.
 */
export async function reservePort(address: Pick<Config, "host" | "port">): Promise<ReservedPort> {
  const port = await findPort(address);
  const { address: host } = await lookup(address.host);
  const guard = createServer();
  const listening = once(guard.listen({ path: `\0gradeline ${host} ${port}` }), "listening");
  await listening.catch(notListening({ host: address.host, port }));
  guard.unref();
  return { port, release: () => void guard.close() };
}
