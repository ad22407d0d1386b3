/** OpenSSH's program, as whoever checks a manifest calls it. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifyCommand } from "../../src/release/proof/manifests.ts";
import { allowedSigners } from "../../src/release/proof/signature.ts";

/** Why tests with it cannot run here, or false. */
export function whyNoProofPrograms(): string | false {
  return spawnSync("ssh-keygen", ["-?"]).error !== undefined && "the package openssh-client is not installed";
}

/** Whether it accepts the signature of a file, by the command of docs/api/files.md. */
export function isAccepted(folder: string, publicKey: string, content: string, sshsig: string): boolean {
  writeFileSync(join(folder, "manifest.json"), content);
  writeFileSync(join(folder, "manifest.json.sshsig"), sshsig);
  writeFileSync(join(folder, "allowed_signers"), allowedSigners(publicKey));
  return spawnSync("sh", ["-c", verifyCommand], { cwd: folder }).status === 0;
}
