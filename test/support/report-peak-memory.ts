/**
 * Is loaded into a process before its own code. Writes the process's peak resident memory, in kilobytes, to file
 * descriptor 3, which the test reads.
 */
import { writeSync } from "node:fs";

process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));
