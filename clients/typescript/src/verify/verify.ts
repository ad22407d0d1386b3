/** `gradeline-client verify`: proves a mirror from its files alone. It asks nobody. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { verifyArguments } from "../mirror/arguments.ts";
import { readChain, sha256Of } from "../mirror/chain.ts";
import { sha256OfFile } from "../mirror/download.ts";
import { isSigned, keyLine } from "../mirror/minisign.ts";
import { type Mirror, type MirroredFile, names, readMirror } from "../mirror/mirror-file.ts";
import { type Manifest, textIn } from "../mirror/proof.ts";
import { exitCodes, Refusal } from "../mirror/refusal.ts";
import { checkBets } from "./check-bets.ts";
import { checkBooks, checkGames, checkPeriods } from "./check-games.ts";
import { checkLines } from "./check-lines.ts";
import { checkSnapshots } from "./check-snapshots.ts";
import { checkTeamGames } from "./check-team-games.ts";
import { Findings } from "./findings.ts";
import { Season } from "./season.ts";
import { Table } from "./table.ts";

type Say = (line: string) => void;

/** @returns the exit code. */
export async function verify(
  words: readonly string[],
  say: Say = console.log,
  complain: Say = console.error,
): Promise<number> {
  try {
    const { folder, hashesOnly } = verifyArguments(words);
    const mirror = readMirror(folder);
    if (mirror === null) throw new Refusal(`${folder} is no mirror: it has no ${names.mirror}.`);
    const findings = new Findings();
    await checkFiles(folder, mirror, findings);
    checkProof(folder, mirror, findings, say);
    const isCsv = mirror.format === "csv.gz";
    if (!hashesOnly && isCsv) checkSeasons(folder, mirror, findings, say);
    if (!hashesOnly && !isCsv)
      findings.add(
        "The values of a mirror of Parquet were not computed again: that needs csv.gz. Say --hashes-only to do without.",
      );
    for (const line of findings.lines) complain(line);
    const { length } = findings.lines;
    say(
      `${mirror.files.length} files, ${findings.values} values computed again: ${length === 0 ? "all are right" : `${length} are wrong`}.`,
    );
    return length === 0 ? exitCodes.right : exitCodes.failed;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    complain(error.message);
    return error.exitCode;
  }
}

async function checkFiles(folder: string, { files }: Mirror, findings: Findings): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const place = join(folder, path);
    if (!existsSync(place)) findings.add(`${path}: it is missing`);
    else if (statSync(place).size !== bytes)
      findings.add(`${path}: it has ${statSync(place).size} bytes, and the list says ${bytes}`);
    else {
      const found = await sha256OfFile(place);
      if (found !== sha256) findings.add(`${path}: its SHA-256 is ${found}, and the list says ${sha256}`);
    }
  }
}

/** The chain of heads, the manifest that the last one names, the signatures of both, and the files in the manifest. */
function checkProof(folder: string, mirror: Mirror, findings: Findings, say: Say): void {
  const heads = textIn(folder, names.heads) ?? "";
  const manifest = textIn(folder, names.manifest);
  if (heads === "" && mirror.head === null) {
    say("The server had no heads, so nothing proves the files.");
    return;
  }
  const { lines, heads: chain } = readChain(heads, names.heads);
  const last = chain.at(-1);
  if (mirror.head_line !== (lines.at(-1) ?? null))
    findings.add(`${names.mirror}: head_line is not the last line of ${names.heads}`);
  if (manifest === null || sha256Of(manifest) !== last?.manifest_sha256)
    findings.add(`${names.manifest}: it is not the manifest that the last head names`);
  else checkManifest(JSON.parse(manifest) as Manifest, mirror, findings);
  const key = textIn(folder, names.key);
  for (const [name, content] of [
    [names.headsSignature, heads],
    [names.manifestSignature, manifest ?? ""],
  ] as const) {
    const signature = textIn(folder, name);
    if (signature === null) {
      if (key === null) say(`${name}: the server has signed nothing, so the chain alone proves the files.`);
      else findings.add(`${name}: it is missing, and ${names.key} is there`);
    } else if (key === null || !isSigned(keyLine(key), content, signature))
      findings.add(`${name}: it is not a signature by ${names.key}`);
  }
}

function checkManifest(manifest: Manifest, mirror: Mirror, findings: Findings): void {
  const proved = new Map(manifest.files.map((file) => [file.path, file]));
  if (manifest.archive !== mirror.archive)
    findings.add(`${names.mirror}: archive is ${mirror.archive}, and the manifest says ${manifest.archive}`);
  for (const file of mirror.files) {
    const said = proved.get(file.path);
    if (said === undefined) findings.add(`${file.path}: the manifest does not have it`);
    else
      for (const member of ["sha256", "bytes", "rows"] as const)
        if (said[member] !== file[member])
          findings.add(`${file.path}: ${member} is ${file[member]}, and the manifest says ${said[member]}`);
  }
}

function checkSeasons(folder: string, { files }: Mirror, findings: Findings, say: Say): void {
  for (const [name, ofSeason] of bySeason(files)) {
    const tables = new Map<string, Table>();
    for (const file of ofSeason) {
      const table = readTable(folder, file, findings);
      if (table !== null) tables.set(file.data_set, table);
    }
    const before = findings.lines.length;
    const season = new Season(ofSeason[0]?.sport ?? "", tables);
    checkGames(season, findings);
    checkPeriods(season, findings);
    for (const dataSet of ["odds", "period_odds"] as const) checkBooks(season, dataSet, findings);
    checkBets(season, findings);
    checkSnapshots(season, findings);
    checkLines(season, findings);
    checkTeamGames(season, findings);
    say(`${name}: ${findings.lines.length - before} values are wrong`);
  }
}

/** Null: it cannot be read, which is a finding. */
function readTable(folder: string, { path, rows }: MirroredFile, findings: Findings): Table | null {
  try {
    const table = Table.read(folder, path);
    if (table.rows.length !== rows)
      findings.add(`${path}: it has ${table.rows.length} rows, and the list says ${rows}`);
    return table;
  } catch (error) {
    findings.add(`${path}: it cannot be read, ${(error as Error).message}`);
    return null;
  }
}

/** Node 20 has no Map.groupBy. */
function bySeason(files: readonly MirroredFile[]): ReadonlyMap<string, readonly MirroredFile[]> {
  const seasons = new Map<string, MirroredFile[]>();
  for (const file of files) {
    const name = `${file.sport} ${file.season}`;
    seasons.set(name, [...(seasons.get(name) ?? []), file]);
  }
  return seasons;
}
