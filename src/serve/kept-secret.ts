/** Secrets that lie in the data folder, readable by its owner alone. */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Null: there is none yet. */
export function readSecret(dataDir: string, name: string): string | null {
  try {
    return readFileSync(join(dataDir, name), "utf8").trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export function keepSecret(dataDir: string, name: string, secret: string): void {
  const file = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  // `mode` counts only for a new file.
  chmodSync(file, 0o600);
}

const sessionSecretFile = "session-secret";

/** The secret that signs the sessions of the management page when no setting names one. It is made once. */
export function sessionSecretOf(dataDir: string): string {
  const kept = presentSessionSecret(dataDir);
  if (kept !== null) return kept;
  const secret = randomBytes(32).toString("base64url");
  keepSecret(dataDir, sessionSecretFile, secret);
  return secret;
}

/** Null: none has been made yet. @throws where this user may not read it. */
export function presentSessionSecret(dataDir: string): string | null {
  return readSecret(dataDir, sessionSecretFile);
}
