/** The Python client's `grade`, run as people run it. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const clients = join(import.meta.dirname, "../../../clients/python");

/** @returns the graded file. */
export async function pythonGrade(file: string, mirror: string): Promise<string> {
  const out = `${file}.graded`;
  const words = ["-m", "gradeline", "grade", file, "--mirror", mirror, "--out", out];
  await promisify(execFile)("python3", words, { cwd: clients, timeout: 600_000, maxBuffer: 1 << 26 });
  return readFileSync(out, "utf8");
}
