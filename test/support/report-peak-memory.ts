/** Loaded into a process before its own code: writes its peak of resident memory, in kilobytes, where the test reads it. */
import { writeSync } from "node:fs";

process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));
