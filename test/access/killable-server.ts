/** A real server in a process of its own, that can be killed while clients ask it. */
import { startCommand } from "../support/process.ts";

export type KillableServer = Awaited<ReturnType<typeof startKillable>>;

export async function startKillable(databaseUrl: string, dataDir: string) {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent" };
  const server = startCommand(["serve"], settings);
  const { url } = await server.started;
  return {
    url,
    /** SIGKILL; resolves when the process is gone. */
    async kill() {
      server.signal("SIGKILL");
      await server.ended;
    },
  };
}
