/** The address that a server will listen at, found before anything is made that a taken port would make useless. */
import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../config/config.ts";
import { type ListenSettings, notListening } from "./listen-failure.ts";

/**
 * The port to listen on: the one of the settings, or a free one where they leave it open. The port is let go again, so
 * that somebody else may still take it before the server listens.
 * @throws ListenFailure when it cannot be had.
 */
export async function findPort(
  { host, port }: Pick<Config, "host" | "port">,
  prefix: ListenSettings = "",
): Promise<number> {
  const server = createServer();
  await once(server.listen(port, host), "listening").catch(notListening({ host, port }, prefix));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : port;
}

/** The next ports are tried, so that the one that is offered is easy to remember. */
const portsTried = 20;

/** A port above this one that is free at the moment; null: none of the next ones is. */
export async function nextFreePort({ host, port }: Pick<Config, "host" | "port">): Promise<number | null> {
  for (let next = port + 1; next <= Math.min(port + portsTried, 65_535); next++) {
    const found = await findPort({ host, port: next }).catch(() => null);
    if (found !== null) return found;
  }
  return null;
}

/** The host by which a server is reached that listens at this one: a server that listens everywhere is reached here. */
export function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
