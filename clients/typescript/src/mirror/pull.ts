/** `gradeline-client pull`: makes a folder equal to the files of whole seasons that a server offers. */
import { rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { AnswerRefused, Asking, BudgetSpent } from "../asking.ts";
import { GradelineError } from "../errors.ts";
import { type PullArguments, pullArguments } from "./arguments.ts";
import { download } from "./download.ts";
import { lock } from "./lock.ts";
import { isSameScope, type Mirror, type MirroredFile, names, readMirror, writeMirror } from "./mirror-file.ts";
import { bringProof, type Proof } from "./proof.ts";
import { exitCodes, Refusal } from "./refusal.ts";
import { type FileList, listFiles, missingFiles } from "./wanted.ts";
import { writeWhole } from "./write-whole.ts";

type Say = (line: string) => void;

/** @returns the exit code. */
export async function pull(
  words: readonly string[],
  say: Say = console.log,
  complain: Say = console.error,
): Promise<number> {
  try {
    await run(pullArguments(words, process.env), process.env.GRADELINE_API_KEY ?? "", say);
    return exitCodes.right;
  } catch (error) {
    if (error instanceof Refusal) {
      complain(error.message);
      return error.exitCode;
    }
    if (error instanceof GradelineError || error instanceof AnswerRefused) {
      if (error instanceof BudgetSpent) {
        complain(`${error.message}: no file was taken.`);
        return exitCodes.overBudget;
      }
      complain(
        error instanceof GradelineError && error.status !== null ? `${error.code}: ${error.message}` : error.message,
      );
      return exitCodes.failed;
    }
    throw error;
  }
}

async function run(asked: PullArguments, apiKey: string, say: Say): Promise<void> {
  if (!/^[!-~]{1,200}$/.test(apiKey))
    throw new Refusal("pull needs your key in the environment, as GRADELINE_API_KEY.");
  const { folder, maxRequests } = asked;
  const before = fitting(readMirror(folder), asked);
  if (maxRequests === 0)
    throw new Refusal("The list of files alone is 1 request, and --max-requests is 0.", exitCodes.overBudget);
  const unlock = lock(folder);
  try {
    const asking = new Asking({ baseUrl: asked.base_url, apiKey, ...(maxRequests === null ? {} : { maxRequests }) });
    await mirror(asked, asking, before, say);
  } finally {
    unlock();
  }
}

/** @throws Refusal when the folder mirrors something else. */
function fitting(before: Mirror | null, { base_url: baseUrl, format, folder }: PullArguments): Mirror | null {
  if (before === null) return null;
  const other = (what: string) =>
    new Refusal(`${folder} is a mirror of ${what}: take another folder. Nothing was changed.`);
  if (before.base_url !== baseUrl) throw other(`${before.base_url} and not of ${baseUrl}`);
  if (before.format !== format) throw other(`files of the format ${before.format} and not ${format}`);
  return before;
}

async function mirror(asked: PullArguments, asking: Asking, before: Mirror | null, say: Say): Promise<void> {
  const { folder, maxRequests } = asked;
  const same = before !== null && isSameScope(before, asked) ? before : null;
  // A publish between the two would make them of two revisions, so the proof, which costs nothing, is read anew then.
  let proof = await acceptable(asked, before, say);
  let list = await listFiles(asking, asked, same);
  for (let round = 1; !isProved(list, proof); round++) {
    if (round > 3)
      throw new Refusal(
        "The list of files and the newest manifest do not agree: run the same command again in a minute.",
      );
    proof = await acceptable(asked, before, () => undefined);
    if (!isProved(list, proof)) list = await listFiles(asking, asked, same);
  }
  if (list.files.length === 0)
    throw new Refusal("The server has no such files: SPORTS, --since and --data-sets leave none, or it offers none.");
  const missing = await missingFiles(folder, list.files);
  sayPlan(list, missing, asking.spent, say);
  const needed = asking.spent + missing.length;
  if (maxRequests !== null && needed > maxRequests)
    throw new Refusal(`That is more than --max-requests ${maxRequests}: no file was taken.`, exitCodes.overBudget);

  checkRoom(folder, missing);

  // The heads come first: from then on the folder is known as the beginning of a mirror.
  writeProof(folder, proof);
  for (const file of missing) await take(asking, folder, file, missing.length, say);
  const { base_url, format, sports, since, data_sets } = asked;
  const scope = { base_url, format, sports, since, data_sets };
  const last = proof.chain.heads.at(-1);
  const head =
    last === undefined
      ? null
      : { revision: last.revision, manifest_sha256: last.manifest_sha256, previous: last.previous };
  const revision = head?.revision ?? Math.max(0, ...list.files.map((file) => file.revision));
  const written: Mirror = {
    ...scope,
    archive: proof.manifest?.archive ?? null,
    revision,
    list_etag: list.etag,
    head,
    head_line: proof.chain.lines.at(-1) ?? null,
    files: list.files,
  };
  nameLeft(before, list.files, folder, say);
  writeMirror(folder, written);
  say(`${folder} is the mirror of revision ${revision}: ${list.files.length} files, ${requestsText(asking.spent)}.`);
}

async function acceptable(asked: PullArguments, before: Mirror | null, say: Say): Promise<Proof> {
  const proof = await bringProof(asked.base_url, asked.folder, before?.archive ?? null);
  const { archive } = proof.manifest ?? {};
  if (proof.restored !== null) {
    const sentence = `the archive was restored from a backup (before, it was ${proof.restored.restored}, now it is ${archive}): what was published since the backup is gone.`;
    if (!asked.acceptRestore)
      throw new Refusal(`${sentence} Say --accept-restore to go on with it.`, exitCodes.rewritten);
    say(`Accepted: ${sentence}`);
  }
  if (proof.texts.heads !== "" && proof.texts.headsSignature === null)
    say("The newest heads are not signed: the chain is checked, and no signature.");
  return proof;
}

const requestsText = (count: number) => `${count} ${count === 1 ? "request" : "requests"}`;

/** Whether every file of the list is in the manifest. Without one, nothing can be compared. */
function isProved({ files }: FileList, { manifest }: Proof): boolean {
  if (manifest === null) return true;
  const proved = new Map(manifest.files.map((file) => [file.path, file.sha256]));
  return files.every((file) => proved.get(file.path) === file.sha256);
}

function sayPlan({ files, isUnchanged }: FileList, missing: readonly MirroredFile[], spent: number, say: Say): void {
  const bytes = missing.reduce((sum, file) => sum + file.bytes, 0);
  if (missing.length === 0)
    say(`${isUnchanged ? "Nothing is new" : "No file is new"} among ${files.length} files: ${requestsText(spent)}.`);
  else
    say(
      `${missing.length} of ${files.length} files to take, ${bytes} bytes: ${missing.length} requests after the ${spent} of the list. ` +
        "A download that breaks off goes on with one request more.",
    );
}

/** A disk that is too full is told before it is filled. */
function checkRoom(folder: string, missing: readonly MirroredFile[]): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = missing.reduce((sum, file) => sum + file.bytes, 0);
  if (needed > bavail * bsize)
    throw new Refusal(`${folder} has room for ${bavail * bsize} bytes, and ${needed} are needed. Nothing was taken.`);
}

async function take(asking: Asking, folder: string, file: MirroredFile, count: number, say: Say): Promise<void> {
  try {
    await download(asking, folder, file);
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    throw new Refusal(
      `The budget is spent, because downloads broke off: ${error.message}. The same command goes on where this one ended.`,
    );
  }
  if (count <= 200) say(`  ${file.path}`);
}

function writeProof(folder: string, { texts }: Proof): void {
  for (const name of ["heads", "headsSignature", "manifest", "manifestSignature", "key"] as const) {
    const text = texts[name];
    if (text !== null) writeWhole(join(folder, names[name]), text);
    else if (name !== "key") rmSync(join(folder, names[name]), { force: true });
  }
}

/** Files that the list no longer has stay: somebody may work with them. */
function nameLeft(before: Mirror | null, files: readonly MirroredFile[], folder: string, say: Say): void {
  const listed = new Set(files.map((file) => file.path));
  const left = before?.files.filter((file) => !listed.has(file.path)) ?? [];
  for (const { path } of left) say(`${join(folder, path)} is no longer in the list, and was left.`);
}
