/** The key that the start screen shows. The database keeps only its hash, so it lies beside the database, for its owner. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createKey } from "../access/accounts.ts";
import { openGate } from "../access/gate.ts";
import type { Database } from "../database/engine.ts";

const trialEmail = "trial@localhost";

/** The trial key of the last start while it is good, else a new one. */
export async function trialKeyOf(database: Database, dataDir: string): Promise<string> {
  const file = join(dataDir, "trial-key");
  const kept = readKept(file);
  if (kept !== null) {
    const admission = await openGate(database).admit({ authorization: undefined, apiKey: kept });
    if (admission.ok) return kept;
  }
  const { key } = await createKey(database, {
    email: trialEmail,
    plan: "trial",
    requestsPerMinute: null,
    requestsPerMonth: null,
    now: new Date(),
  });
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  // `mode` counts only for a new file.
  chmodSync(file, 0o600);
  return key;
}

function readKept(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return null; // the first start
  }
}
