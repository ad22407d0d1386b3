/** The tools of tools/contract, which has packages of its own: `npm ci --prefix tools/contract`. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { contract } from "../support/contract.ts";

export const toolFolder = path.join(import.meta.dirname, "../../tools/contract");
export const packages = path.join(toolFolder, "node_modules");

/** What `skip` of a test takes: the reason when the tools are not installed. */
export const skipWithoutTools: string | false = existsSync(packages)
  ? false
  : "tools/contract has no packages: npm ci --prefix tools/contract";

export type Ran = { readonly code: number; readonly output: string };

/** Runs a script with this Node, whatever Node the shell has, and without calling home. */
export function run(script: string, args: readonly string[], cwd: string): Promise<Ran> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [script, ...args], options, (error, output, errors) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, output: code === 0 ? output : `${output}\n${errors}` });
    });
  });
}

export function tool(name: string): string {
  return path.join(packages, name);
}

/** A folder of its own with the document in it. */
export async function withDocument(use: (folder: string, file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "gradeline-openapi-"));
  try {
    const file = path.join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(contract, null, 2));
    await use(folder, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
