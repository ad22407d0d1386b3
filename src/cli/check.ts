/** `gradeline check`: reads everything in the database, and names everything that is wrong with it. */
import { checkAccess } from "../access/check.ts";
import type { Config } from "../config/config.ts";
import { checkEngine } from "../database/check.ts";
import { collationDrift } from "../database/collation.ts";
import { DatabaseError } from "../database/database-error.ts";
import { type Database, missingAccess } from "../database/engine.ts";
import { Findings, type Problem } from "../database/findings.ts";
import type { Part } from "../database/names.ts";
import { readPart } from "../database/read-only.ts";
import { checkLedger } from "../ledger/check.ts";
import { checkIdentities } from "../operate/check.ts";
import { checkRelease } from "../release/check.ts";
import { printJson, printLines } from "./output/print.ts";
import { countText } from "./output/table-text.ts";

type Options = { readonly json?: true };

const checks: Readonly<Record<Part, (database: Database, findings: Findings) => Promise<void>>> = {
  facts: async (database, findings) => {
    await checkEngine(database, findings);
    const drift = await collationDrift(database);
    if (drift !== null) findings.note("the database", `${drift.sentence}; ${drift.remedy}`);
    await checkRelease(database, findings);
    await checkLedger(database, findings);
    await checkIdentities(database, findings);
  },
  access: async (database, findings) => {
    await checkEngine(database, findings);
    await checkAccess(database, findings);
  },
};

export type Found = {
  readonly problems: readonly Problem[];
  /** How many problems there are besides the named ones. */
  readonly unnamed: number;
  /** How many of each kind of row were read. */
  readonly read: Readonly<Record<string, number>>;
};

/** Writes nothing, so it can run beside a server. */
export async function checkCommand({ databaseUrl }: Config, { json }: Options): Promise<void> {
  tellFound(await checkDatabases(databaseUrl), json === true, advice);
}

const advice =
  "What is wrong with files of the release, gradeline publish --all writes anew from the ledger. For " +
  "what is wrong with the ledger, accounts or the file itself, restore a backup.";

/** Prints what was found. The exit code is 1 when anything is wrong. @param advice what to do then. */
export function tellFound({ problems, unnamed, read }: Found, asJson: boolean, advice: string): void {
  if (problems.length > 0) process.exitCode = 1;
  if (asJson) {
    printJson({ ok: problems.length === 0, read, problems, unnamed_problems: unnamed });
    return;
  }
  printLines(problems.map(({ where, what }) => `${where}: ${what}`));
  if (unnamed > 0) console.log(`and ${countText(unnamed)} problems more`);
  const amounts = Object.entries(read).map(([what, count]) => `${countText(count)} ${what}`);
  if (amounts.length === 0) return;
  console.log(`${problems.length === 0 ? "nothing is wrong" : "read"}: ${amounts.join(", ")}`);
  if (problems.length > 0) console.log(advice);
}

export async function checkDatabases(databaseUrl: string): Promise<Found> {
  const facts = await checkPart(databaseUrl, "facts");
  // Where no key was ever made, the file of the accounts does not exist.
  const isWithoutAccess = missingAccess(databaseUrl) !== null;
  const access = isWithoutAccess ? new Findings() : await checkPart(databaseUrl, "access");
  return {
    problems: [...facts.problems, ...access.problems],
    unnamed: facts.unnamed + access.unnamed,
    read: { ...facts.read, ...access.read },
  };
}

async function checkPart(databaseUrl: string, part: Part): Promise<Findings> {
  try {
    return await readPart(databaseUrl, part, async (database) => {
      const findings = new Findings();
      await checks[part](database, findings);
      return findings;
    });
  } catch (error) {
    // A file that cannot be opened is itself a problem. The other part's file may still be intact.
    if (!(error instanceof DatabaseError)) throw error;
    const findings = new Findings();
    findings.note(part === "facts" ? "the archive and the ledger" : "the accounts", error.message);
    return findings;
  }
}
