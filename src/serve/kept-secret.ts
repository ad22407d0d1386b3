/** Secrets that lie in the data folder, readable by its owner alone: of sessions, and the key that signs manifests. */
import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { seedOfKey } from "../config/values.ts";
import type { EngineName } from "../database/names.ts";
import { syncPath } from "../database/sqlite-files.ts";
import { newSeed, type SigningKey, signingKeyOfSeed } from "../release/proof/signature.ts";

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
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flush: true });
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

const keyFile = "manifest-key";
/** The key that follows, while it is named in a manifest. */
const nextFile = "manifest-key.next";

/**
 * @returns null where there is none, and nothing is signed: with PostgreSQL, whose nodes would each make another one, and where the
 * data folder cannot be used, which is no reason to offer no files.
 * @throws ConfigError when the file holds something else.
 */
export function signingKeyOf(
  { manifestKey, dataDir }: Pick<Config, "manifestKey" | "dataDir">,
  engine: EngineName,
): SigningKey | null {
  if (manifestKey !== null) return signingKeyOfSeed(manifestKey);
  if (engine === "postgres") return null;
  return readKey(dataDir, keyFile) ?? makeOnce(dataDir);
}

/** The key that is there, for who only looks: none is made. */
export function presentKey(config: Pick<Config, "manifestKey" | "dataDir">, engine: EngineName): SigningKey | null {
  if (config.manifestKey !== null || engine === "postgres") return signingKeyOf(config, engine);
  return readKey(config.dataDir, keyFile);
}

/** Two processes that begin at once have the same key: that of the first one. */
function makeOnce(dataDir: string): SigningKey | null {
  const own = `${keyFile}.${process.pid}`;
  try {
    keepSecret(dataDir, own, newSeed());
  } catch {
    return null;
  }
  try {
    linkSync(join(dataDir, own), join(dataDir, keyFile));
    syncPath(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return null;
  } finally {
    rmSync(join(dataDir, own), { force: true });
  }
  return readKey(dataDir, keyFile);
}

/** Makes the key that is to follow, on disk before anything names it: what is named must not be lost. */
export function makeNextKey(dataDir: string): SigningKey {
  const seed = newSeed();
  keepSecret(dataDir, nextFile, seed);
  return signingKeyOfSeed(seed);
}

/** The key that was made to follow and is not in use: null where there is none. */
export function readNextKey(dataDir: string): SigningKey | null {
  return readKey(dataDir, nextFile);
}

/** From now on the next key is the one that signs; the one before is gone. */
export function useNextKey(dataDir: string): void {
  renameSync(join(dataDir, nextFile), join(dataDir, keyFile));
  syncPath(dataDir);
}

/** A file that cannot be read is as good as none. */
function readKey(dataDir: string, name: string): SigningKey | null {
  let seed: string | null;
  try {
    seed = readSecret(dataDir, name);
  } catch {
    return null;
  }
  return seed === null ? null : signingKeyOfSeed(seedOfKey(seed, join(dataDir, name)));
}
