/**
 * The key that the start screen shows. The database stores only its hash, so the key itself is in a file beside the
 * database, which only its owner may read.
 */
import { readAccount, setAccount } from "../access/accounts.ts";
import { isActiveKey } from "../access/keys/account-keys.ts";
import { createKey } from "../access/keys/operator-keys.ts";
import { trialEmail } from "../access/people/email.ts";
import type { Database } from "../database/engine.ts";
import { keepSecret, readSecret } from "../serve/kept-secret.ts";

/**
 * Returns the trial key of the last start while it is good, and otherwise a new one. The trial begins again when it
 * ends, because its data is made up.
 */
export async function trialKeyOf(access: Database, dataDir: string): Promise<string> {
  const now = new Date();
  const account = await readAccount(access, trialEmail, now);
  const isSpent = account !== null && account.requestsUsed >= account.requests;
  if (account?.standing === "trial_ended" || isSpent) {
    await setAccount(access, trialEmail, { standing: "trial_ended" }, now);
    await setAccount(access, trialEmail, { standing: "trialing" }, now);
  }
  const kept = readSecret(dataDir, "trial-key");
  if (kept !== null && (await isActiveKey(access, kept))) return kept;
  const { key } = await createKey(access, { email: trialEmail, plan: "trial", name: "npm start", now });
  keepSecret(dataDir, "trial-key", key);
  return key;
}
