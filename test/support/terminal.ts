/** Commands on a terminal. */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Settings } from "./command.ts";

/** util-linux's `script` gives a command a terminal; other systems' programs of that name are used otherwise. */
export function noTerminal(): string | false {
  const { stdout } = spawnSync("script", ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return /util-linux/.test(stdout ?? "") ? false : "no script of util-linux here";
}

/** Runs a command on a terminal 80 characters wide, and types when its question is there. */
export function onTerminal(
  words: readonly string[],
  settings: Settings,
  answer: { readonly until: string; readonly typed: string } | null,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const commandFile = join(import.meta.dirname, "..", "..", "bin", "gradeline.js");
  const command = [process.execPath, commandFile, ...words].map((word) => `'${word}'`).join(" ");
  return new Promise((resolve, reject) => {
    const child = spawn("script", ["-qec", `stty cols 80; ${command}`, "/dev/null"], {
      env: { ...process.env, ...settings },
    });
    let output = "";
    let hasAnswered = false;
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (hasAnswered || answer === null || !output.includes(answer.until)) return;
      hasAnswered = true;
      child.stdin.write(answer.typed);
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
