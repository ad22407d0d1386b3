#!/usr/bin/env node
// Plain JavaScript, because it must run on any Node: finds one that runs TypeScript, and starts src/cli with it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const neededMajor = 26;
const main = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "cli", "main.ts");

/** The Node that package.json brings, or null before `npm ci`. */
function ownNode() {
  try {
    const packageFile = createRequire(import.meta.url).resolve("node/package.json");
    const binary = join(dirname(packageFile), "bin", process.platform === "win32" ? "node.exe" : "node");
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

if (main.split(/[\\/]/).includes("node_modules")) {
  console.error("gradeline: Node runs no TypeScript below node_modules; run it from a checkout of its repository.");
  process.exit(1);
} else if (Number(process.versions.node.split(".")[0]) >= neededMajor) {
  const { run } = await import(main);
  await run(process.argv.slice(2));
} else {
  const node = ownNode();
  if (node === null) {
    console.error(
      `gradeline: needs Node ${neededMajor}, this is ${process.versions.node}. Run "npm ci" first: it brings one.`,
    );
    process.exit(1);
  }
  // The channel lets the child notice when this process is killed, so that no orphan keeps the port.
  const arguments_ = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, arguments_, { stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
    // The handlers above would keep this process alive.
    process.exit();
  });
}
