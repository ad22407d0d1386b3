/** Brings the proof of a server: heads, newest manifest, key and signatures. They are public and cost no request of the quota. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { wait } from "../waiting.ts";
import { type Chain, type Extension, extend, readChain, sha256Of } from "./chain.ts";
import { isSigned, keyLine } from "./minisign.ts";
import { names } from "./mirror-file.ts";
import { Refusal } from "./refusal.ts";

export type Manifest = {
  readonly archive: string;
  readonly revision: number;
  readonly files: readonly {
    readonly path: string;
    readonly rows: number;
    readonly bytes: number;
    readonly sha256: string;
  }[];
};

export type Proof = Extension & {
  readonly chain: Chain;
  readonly manifest: Manifest | null;
  /** The texts that are kept in the folder, by name; null: there is none. */
  readonly texts: Readonly<
    Record<"heads" | "headsSignature" | "manifest" | "manifestSignature" | "key", string | null>
  >;
};

/** Heads and their signature may come from two moments around a publish. */
const mostRounds = 6;
const betweenRoundsMs = 1000;

/**
 * @param archive that the folder mirrors; null: none yet.
 * @throws Refusal when the history was rewritten, or the key is another one that nobody announced.
 */
export async function bringProof(baseUrl: string, folder: string, archive: string | null): Promise<Proof> {
  const at = `${baseUrl}/.well-known/gradeline/`;
  const kept = readChain(textIn(folder, names.heads) ?? "", join(folder, names.heads)).lines;
  const keptKey = textIn(folder, names.key);
  for (let round = 1; ; round++) {
    const heads = (await publicText(`${at}heads.ndjson`)) ?? "";
    const headsSignature = heads === "" ? null : await publicText(`${at}heads.ndjson.minisig`);
    const key = headsSignature === null ? keptKey : await currentKey(at, keptKey);
    const isGood = headsSignature !== null && key !== null && isSigned(keyLine(key), heads, headsSignature);
    if (headsSignature !== null && !isGood) {
      if (round === mostRounds)
        throw new Refusal(`${at}heads.ndjson.minisig is not the signature of the heads by ${keyLine(key ?? "")}.`);
      await wait(betweenRoundsMs, null);
      continue;
    }
    const chain = readChain(heads, `${at}heads.ndjson`);
    const newest = chain.heads.at(-1);
    const named = newest && `${at}manifests/${newest.manifest_sha256}.json`;
    const manifest = named === undefined ? null : await publicText(named);
    if (newest !== undefined && (manifest === null || sha256Of(manifest) !== newest.manifest_sha256))
      throw new Refusal(`${named} is not the manifest that the newest head names.`);
    const told = manifest === null ? null : (JSON.parse(manifest) as Manifest);
    if (archive !== null && told !== null && told.archive !== archive && kept[0] !== chain.lines[0])
      throw new Refusal(
        `${folder} is a mirror of the archive ${archive}, and the server has ${told.archive}: take another folder. Nothing was changed.`,
      );
    const { restored } = extend(kept, chain, isGood);
    const manifestSignature = named === undefined || !isGood ? null : await publicText(`${named}.minisig`);
    if (manifest !== null && manifestSignature !== null && !isSigned(keyLine(key ?? ""), manifest, manifestSignature))
      throw new Refusal(`${named}.minisig is not the signature of the manifest by ${keyLine(key ?? "")}.`);
    const texts = { heads, headsSignature, manifest, manifestSignature, key };
    return { chain, restored, manifest: told, texts };
  }
}

/** The server's key, where it is the kept one or the kept one has announced it, itself or through others. */
async function currentKey(at: string, kept: string | null): Promise<string | null> {
  const today = await publicText(`${at}minisign.pub`);
  if (today === null || kept === null || keyLine(today) === keyLine(kept)) return today;
  const index = JSON.parse((await publicText(at)) ?? "{}") as { keys?: { statement: string | null }[] };
  let trusted = keyLine(kept);
  for (const { statement: path } of index.keys ?? []) {
    if (path === null) continue;
    const address = new URL(path, at).href;
    const [statement, signature] = [await publicText(address), await publicText(`${address}.minisig`)];
    if (statement === null || signature === null || !isSigned(trusted, statement, signature)) continue;
    trusted = (JSON.parse(statement) as { next: { minisign: string } }).next.minisign;
    if (trusted === keyLine(today)) return today;
  }
  throw new Refusal(
    `the server signs with the key ${keyLine(today)}, which ${keyLine(kept)} in ${names.key} has not announced: compare it with what the ` +
      `operator says, and delete ${names.key} to take it.`,
  );
}

export function textIn(folder: string, name: string): string | null {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** Null: 404. @throws Refusal when the server does not answer after some tries. */
async function publicText(address: string): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    let why: string;
    let seconds = attempt;
    try {
      const signal = AbortSignal.timeout(60_000);
      const answer = await fetch(address, { signal, headers: { "cache-control": "no-cache" } });
      const text = await answer.text();
      if (answer.status === 200) return text;
      if (answer.status === 404) return null;
      why = `it answered ${answer.status}`;
      seconds = Math.min(Number(answer.headers.get("retry-after") ?? attempt) || attempt, 60);
      if (answer.status < 500 && answer.status !== 429) attempt = 5;
    } catch (error) {
      why =
        (error as Error).cause instanceof Error ? ((error as Error).cause as Error).message : (error as Error).message;
    }
    if (attempt >= 5) throw new Refusal(`${address} could not be read: ${why}.`);
    await wait(seconds * 1000, null);
  }
}
