/** Whom the audit list names for what commands do. */
import { userInfo } from "node:os";
import type { Actor } from "../database/engine.ts";
import { printable } from "./output/table-text.ts";

/** The operating system's user of this process: under sudo, the user that sudo has changed to. */
export function commandActor(): Actor {
  return { through: "command", who: printable(userName()) };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return `user ${process.getuid?.() ?? "without a name"}`;
  }
}
