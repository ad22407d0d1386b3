#!/usr/bin/env node
// Plain JavaScript, because it must run on any Node: finds one that runs TypeScript, and starts src/cli with it.
import { spawn } from "node:child_process";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isNewEnough, neededNode, nodeStart, ownNode } from "./own-node.js";

const main = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "cli", "main.ts");

const { flags, environment } = nodeStart(process.argv[2]);
const arguments_ = [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
const env = { ...environment, ...process.env };
// A flag that was given by hand stays.
const hasFlags = process.execArgv.some((flag) => flag.startsWith("--max-semi-space-size"));
// Windows has no such call, and a process whose parent waits for its messages would lose them.
const canBeReplaced = process.platform !== "win32" && process.channel === undefined;

if (main.split(/[\\/]/).includes("node_modules")) {
  console.error("gradeline: Node runs no TypeScript below node_modules; run it from a checkout of its repository.");
  process.exit(1);
} else if (isNewEnough && !hasFlags && canBeReplaced) {
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...arguments_], env);
} else if (isNewEnough) {
  // What Node made of our files and of the libraries' at an earlier start is used again: most of a start without games is
  // that. It lies where the installation does, since code from a folder that others may write to is nobody's. Where that
  // cannot be written, Node goes on without it.
  module.enableCompileCache?.(join(dirname(main), "..", "..", "node_modules", ".cache", "gradeline"));
  const { run } = await import(main);
  await run(process.argv.slice(2));
} else {
  const node = ownNode();
  if (node === null) {
    console.error(neededNode());
    process.exit(1);
  }
  // The channel lets the child notice when this process is killed, so that no orphan keeps the port.
  const child = spawn(node, arguments_, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  child.on("error", (error) => {
    console.error(`gradeline: the Node that "npm ci" has brought does not run here (${error.message}).`);
    process.exit(1);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
    // The handlers above would keep this process alive.
    process.exit();
  });
}
