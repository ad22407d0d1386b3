/** The address that a server will listen at, found before anything is made that a taken port would make useless. */
import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../config/config.ts";

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

/** The host by which a server is reached that listens at this one: a server that listens everywhere is reached here. */
export function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** The message names the setting that an operator has to change. */
export class ListenFailure extends Error {
  override readonly name = "ListenFailure";
}

/** Codes of an address that is another machine's, or of a family that is switched off. */
const foreignAddress = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"]);
const unknownName = new Set(["ENOTFOUND", "EAI_AGAIN"]);

/** The settings that say where to listen: for callers, or for the operator's metrics. */
type ListenSettings = "" | "METRICS_";

/**
 * Rethrows what listening failed with.
 * @param prefix of the two settings that the message names.
 */
export function notListening(
  { host, port }: Pick<Config, "host" | "port">,
  prefix: ListenSettings = "",
): (error: unknown) => never {
  return (error) => {
    const { code = "" } = error as { code?: string };
    if (code === "EADDRINUSE") {
      throw new ListenFailure(`${prefix}PORT ${port} is in use at ${host}; ${prefix}PORT=0 takes a free one`);
    }
    if (code === "EACCES") throw new ListenFailure(`${prefix}PORT ${port} at ${host} is not for this user to take`);
    if (foreignAddress.has(code)) throw new ListenFailure(`${prefix}HOST ${host} is not an address of this machine`);
    if (unknownName.has(code)) {
      throw new ListenFailure(
        `${prefix}HOST ${host} is not known; wanted: an IP address or a name, without a port and brackets`,
      );
    }
    throw error;
  };
}
