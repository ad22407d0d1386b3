/** The key that the start screen shows. The database keeps only its hash, so it lies beside the database, for its owner. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createKey, isActiveKey } from "../access/account-keys.ts";
import { readAccount, setAccount } from "../access/accounts.ts";
import type { Database } from "../database/engine.ts";

const trialEmail = "trial@localhost";

/** The trial key of the last start while it is good, else a new one. A trial of made-up data begins anew when it ends. */
export async function trialKeyOf(access: Database, dataDir: string): Promise<string> {
  const file = join(dataDir, "trial-key");
  const now = new Date();
  const account = await readAccount(access, trialEmail, now);
  const isSpent = account !== null && account.requestsUsed >= account.requests;
  if (account?.standing === "trial_ended" || isSpent) {
    await setAccount(access, trialEmail, { standing: "trial_ended" }, now);
    await setAccount(access, trialEmail, { standing: "trialing" }, now);
  }
  const kept = readKept(file);
  if (kept !== null && (await isActiveKey(access, kept))) return kept;
  const { key } = await createKey(access, { email: trialEmail, plan: "trial", name: "npm start", now });
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
