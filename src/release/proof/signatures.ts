/** Both forms in which everything of the proof is signed. */
import { isMinisigOf, minisigOf } from "./minisign.ts";
import type { SigningKey } from "./signing-key.ts";
import { isSshsigOf, sshsigOf } from "./ssh-signature.ts";

export type Signatures = { readonly minisig: string | null; readonly sshsig: string | null };

/** @param comment one line on what is signed. A null key signs nothing. */
export function signaturesOf(key: SigningKey | null, content: string, comment: string): Signatures {
  if (key === null) return { minisig: null, sshsig: null };
  return { minisig: minisigOf(key, content, comment), sshsig: sshsigOf(key, content) };
}

/** The names of the forms whose signature is not that of this key and this content. */
export function wrongSignatures(
  publicKey: string,
  content: string,
  { minisig, sshsig }: Signatures,
): readonly (keyof Signatures)[] {
  const wrong: (keyof Signatures)[] = [];
  if (minisig === null || !isMinisigOf(publicKey, content, minisig)) wrong.push("minisig");
  if (sshsig === null || !isSshsigOf(publicKey, content, sshsig)) wrong.push("sshsig");
  return wrong;
}
