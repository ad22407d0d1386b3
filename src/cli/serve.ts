/**
 * `gradeline serve`. Loading a whole server takes a second or more, and a port that is taken makes it useless: so the port
 * is tried before anything else is loaded.
 */
import type { Config } from "../config/config.ts";
import { findPort, ListenFailure, nextFreePort } from "../serve/address.ts";
import type { ServeOptions } from "./run-server.ts";

export async function serveCommand(config: Config, options: ServeOptions): Promise<void> {
  await offeringAnotherPort(findPort(config), config, options);
  if (options.sample) process.stderr.write(`starting Gradeline at port ${config.port}\n`);
  const { runServer } = await import("./run-server.ts");
  await offeringAnotherPort(runServer(config, options), config, options);
}

/** Adds to the message of a port that is taken the command that would work. */
async function offeringAnotherPort(work: Promise<unknown>, config: Config, { sample }: ServeOptions): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ListenFailure) || !error.isTaken) throw error;
    const port = await nextFreePort(config);
    if (port === null) throw error;
    const command = sample ? "npm start" : "bin/gradeline.js serve";
    throw new ListenFailure(`${error.message}; another one is free: PORT=${port} ${command}`, { isTaken: true });
  }
}
