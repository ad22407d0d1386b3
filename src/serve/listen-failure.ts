/** Why a server cannot listen, by the setting that can mend it. */
import type { Config } from "../config/config.ts";

/** The message names the setting that an operator has to change. */
export class ListenFailure extends Error {
  override readonly name = "ListenFailure";
  /** Whether somebody else listens where callers are to be answered. */
  readonly isTaken: boolean;

  constructor(message: string, { isTaken = false } = {}) {
    super(message);
    this.isTaken = isTaken;
  }
}

/** Codes of an address that is another machine's, or of a family that is switched off. */
const foreignAddress = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"]);
const unknownName = new Set(["ENOTFOUND", "EAI_AGAIN"]);

/** The settings that say where to listen: for callers, or for the operator's metrics. */
export type ListenSettings = "" | "METRICS_";

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
    // Another port is offered only for that of callers.
    const isTaken = prefix === "";
    if (code === "EADDRINUSE") throw new ListenFailure(`${prefix}PORT ${port} is in use at ${host}`, { isTaken });
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
