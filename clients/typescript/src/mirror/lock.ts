/** One process at a time works in a mirror. The lock has its id, so that what a killed one has left is recognised. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { names } from "./mirror-file.ts";
import { fileProblem, Refusal } from "./refusal.ts";

/** @returns what gives the lock back. @throws Refusal when another process has it. */
export function lock(folder: string): () => void {
  const file = join(folder, names.lock);
  for (let attempt = 1; ; attempt++) {
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, `${process.pid}\n`, { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw fileProblem(error, `${file} could not be written`);
      const owner = ownerOf(file);
      if (owner !== null && isAlive(owner))
        throw new Refusal(`process ${owner} is at work in ${folder}: wait until it has ended.`);
      if (attempt > 3) throw new Refusal(`${file} could not be taken over: delete it when nothing works in ${folder}.`);
      rmSync(file, { force: true });
    }
  }
}

function ownerOf(file: string): number | null {
  try {
    const id = Number(readFileSync(file, "utf8").trim());
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}

/** A process of another user is alive, too. A later process may have been given the id of this one. */
function isAlive(id: number): boolean {
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
