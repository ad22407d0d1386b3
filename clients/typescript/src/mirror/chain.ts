/** The chain of heads: each names the one before by its SHA-256, so that the last one stands for all that was published. */
import { createHash } from "node:crypto";
import type { Head } from "./mirror-file.ts";
import { exitCodes, Refusal } from "./refusal.ts";

export const sha256Of = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

export type Chain = { readonly lines: readonly string[]; readonly heads: readonly Head[] };

/** @throws Refusal naming the first line that does not follow. */
export function readChain(text: string, where: string): Chain {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  let previous: string | null = null;
  const heads = lines.map((line, index) => {
    const name = `${where}, line ${index + 1}`;
    const head = headOf(line, name);
    if (head.previous !== previous)
      throw new Refusal(`history was rewritten: ${name} does not follow from the line before.`, exitCodes.rewritten);
    previous = sha256Of(line);
    return head;
  });
  return { lines, heads };
}

function headOf(line: string, name: string): Head {
  let head: Partial<Head> | null = null;
  try {
    head = JSON.parse(line);
  } catch {
    // The sentence below says it.
  }
  const { revision, manifest_sha256: sha256 } = head ?? {};
  if (!Number.isSafeInteger(revision) || !/^[0-9a-f]{64}$/.test(sha256 ?? ""))
    throw new Refusal(`history was rewritten: ${name} is no head.`, exitCodes.rewritten);
  return head as Head;
}

export type Extension = { readonly restored: Head | null };

/**
 * Whether today's heads go on where the kept ones end. After a restore they go on where the backup ended, with a head that says
 * `restored`, which only the key can sign.
 * @throws Refusal with exit code 3 where they do neither.
 */
export function extend(kept: readonly string[], today: Chain, isSigned: boolean): Extension {
  if (kept.length === 0) return { restored: null };
  const differs = kept.findIndex((line, index) => line !== today.lines[index]);
  const from = differs === -1 ? kept.length : differs;
  const restored = today.heads.slice(from).find((head) => head.restored !== undefined) ?? null;
  if (differs === -1) return { restored };
  const isRestore = today.heads[differs]?.restored !== undefined && isSigned;
  if (isRestore) return { restored };
  const head = kept[differs] ?? "";
  throw new Refusal(
    `history was rewritten: the server no longer has the head of revision ${headOf(head, "the kept head").revision}, ${head}`,
    exitCodes.rewritten,
  );
}
