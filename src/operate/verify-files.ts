/** The part of `gradeline verify` that always runs: both databases ask themselves, and every file is hashed. It writes nothing. */
import { sql } from "kysely";
import { checkEngine, collationDrift, Findings } from "../database/check.ts";
import { DatabaseError } from "../database/database-error.ts";
import { type Database, engineOf, missingAccess } from "../database/engine.ts";
import { readPart } from "../database/read-only.ts";
import { sports } from "../domain/sports.ts";
import { readNewestRelease, type StoredFile } from "../release/manifest.ts";
import { readOfferedFiles } from "../release/offered-files.ts";
import { damageOfFile } from "../release/store.ts";

export async function verifyFiles(databaseUrl: string): Promise<Findings> {
  const findings = new Findings();
  await noting(findings, "the archive and the ledger", () =>
    readPart(databaseUrl, "facts", async (database) => {
      await checkEngine(database, findings);
      const drift = await collationDrift(database);
      if (drift !== null) findings.note("the database", `${drift.sentence}; ${drift.remedy}`);
      await hashFiles(database, findings);
    }),
  );
  if (await hasAccounts(databaseUrl, findings)) {
    await noting(findings, "the accounts", () =>
      readPart(databaseUrl, "access", (database) => checkEngine(database, findings)),
    );
  }
  return findings;
}

/** Where no key was ever made, there are no accounts: neither a file of them on SQLite, nor tables on PostgreSQL. */
async function hasAccounts(databaseUrl: string, findings: Findings): Promise<boolean> {
  if (engineOf(databaseUrl) === "sqlite") return missingAccess(databaseUrl) === null;
  let isMade = false;
  await noting(findings, "the accounts", () =>
    readPart(databaseUrl, "facts", async ({ kysely }) => {
      const { rows } = await sql<{ made: string | null }>`select to_regclass('access_migration')::text as made`.execute(
        kysely,
      );
      isMade = rows[0]?.made != null;
    }),
  );
  return isMade;
}

/** A file that cannot be opened is itself a problem. The other part's file may still be intact. */
async function noting(findings: Findings, where: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    findings.note(where, error.message);
  }
}

async function hashFiles({ kysely }: Database, findings: Findings): Promise<void> {
  const hashed = async (where: string, file: StoredFile, remedy: string): Promise<void> => {
    findings.count("files", 1);
    const damage = await damageOfFile(kysely, file);
    if (damage !== null) findings.note(where, `${damage.message}: ${remedy}`);
  };
  findings.count("files", 0);
  await findings.part("the files of the release", async () => {
    const release = await readNewestRelease(kysely);
    if (release === null) return;
    const { seasons, leagues } = release.manifest;
    const remedy = "gradeline publish --all makes it anew from the ledger";
    for (const { sport, season, files } of seasons) {
      for (const [name, file] of Object.entries(files)) await hashed(`${name} of ${sport} ${season}`, file, remedy);
    }
    for (const sport of sports) {
      const file = leagues[sport];
      if (file !== undefined) await hashed(`the teams of ${sport}`, file, remedy);
    }
  });
  await findings.part("the files of whole seasons", async () => {
    for (const file of await readOfferedFiles(kysely)) {
      await hashed(file.path, file, "gradeline files --check makes it anew");
    }
  });
}
