/** Debian's minisign and ssh-keygen, as whoever checks a manifest calls them. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { minisignKey } from "../../src/release/proof/minisign.ts";
import { allowedSigners } from "../../src/release/proof/ssh-signature.ts";

/** Why tests with both programs cannot run here, or false. */
export function whyNoProofPrograms(): string | false {
  const isThere = ["minisign", "ssh-keygen"].every((program) => spawnSync(program, ["-?"]).error === undefined);
  return !isThere && "the packages minisign and openssh-client are not installed";
}

type Signed = { readonly content: string; readonly minisig: string | null; readonly sshsig: string | null };

/** Which programs accept the signatures of a file, by the commands of docs/api/proof.md. */
export function acceptedBy(folder: string, publicKey: string, { content, minisig, sshsig }: Signed) {
  writeFileSync(join(folder, "manifest.json"), content);
  writeFileSync(join(folder, "manifest.json.minisig"), minisig ?? "");
  writeFileSync(join(folder, "manifest.json.sshsig"), sshsig ?? "");
  writeFileSync(join(folder, "allowed_signers"), allowedSigners(publicKey));
  const run = (program: string, words: string, input = "") =>
    spawnSync(program, words.split(" "), { cwd: folder, input, encoding: "utf8" }).status === 0;
  const ssh = "-Y verify -f allowed_signers -I gradeline -n gradeline -s manifest.json.sshsig";
  return {
    minisign: run("minisign", `-Vm manifest.json -P ${minisignKey(publicKey)}`),
    ssh: run("ssh-keygen", ssh, content),
  };
}
