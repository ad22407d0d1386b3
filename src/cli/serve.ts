/**
 * `gradeline serve`. Loading a whole server takes a second or more, and a port that is taken makes it useless: so the port
 * is tried before anything else is loaded.
 */
import type { Config } from "../config/config.ts";
import { findPort } from "../serve/address.ts";
import type { ServeOptions } from "./run-server.ts";

export async function serveCommand(config: Config, options: ServeOptions): Promise<void> {
  await findPort(config);
  if (options.sample) process.stderr.write(`starting Gradeline at port ${config.port}\n`);
  const { runServer } = await import("./run-server.ts");
  await runServer(config, options);
}
