/** The files of a new PostgreSQL server: made once for an installation and copied, since making them takes seconds. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** It goes with `node_modules`, as the binaries do that made it. */
const kept = join(import.meta.dirname, "../../node_modules/.cache/gradeline/postgres-cluster");

/** @param make makes the files of a server in a folder that does not exist yet. */
export async function copyCluster(folder: string, make: () => Promise<void>): Promise<void> {
  if (existsSync(kept)) return copy(kept, folder);
  await make();
  const own = `${kept}-${process.pid}`;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    copy(folder, own);
    renameSync(own, kept);
  } catch {
    // Another process has made it meanwhile, or nothing may be written there: the next server is made anew.
    rmSync(own, { recursive: true, force: true });
  }
}

function copy(from: string, to: string): void {
  // The files belong to the server's own user where the tests run as root, and only `cp -a` keeps that.
  if (process.platform === "win32") cpSync(from, to, { recursive: true });
  else execFileSync("cp", ["-a", from, to]);
}
