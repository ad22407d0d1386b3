/** A restore keeps the deeds of the audit list that were noted since the backup, and adds itself as one of them. */
import { existsSync } from "node:fs";
import { type AuditRow, noteDeed } from "../audit/deeds.ts";
import { addAuditRows, readAuditRows } from "../audit/list.ts";
import { placeOf } from "../database/engine.ts";
import type { Part } from "../database/names.ts";
import { changeCopy, readPart } from "../database/read-only.ts";
import { commandActor } from "./command-actor.ts";

/** `unreadable`: the files that are replaced are damaged, which may be why they are replaced. */
export type KeptDeeds = number | "unreadable";

/**
 * Adds to the copies of a backup what the present files have noted since, and that they were brought back. A backup of a version
 * before the audit list has no place for it, and takes nothing.
 * @param present the DATABASE_URL of the files that are replaced, which nobody writes to.
 * @param copies the DATABASE_URL of the copies.
 * @param madeAt when the backup was made.
 */
export async function keepDeeds(present: string, copies: string, madeAt: string): Promise<KeptDeeds> {
  const rows = { facts: await rowsOf(present, "facts"), access: await rowsOf(present, "access") };
  let added = 0;
  if (existsSync(placeOf(copies, "access"))) {
    added += await changeCopy(copies, "access", ({ kysely }) => addAuditRows(kysely, "access", rows.access ?? []));
  }
  const isRead = rows.facts !== null && rows.access !== null;
  return changeCopy(copies, "facts", async (database) => {
    added += await addAuditRows(database.kysely, "facts", rows.facts ?? []);
    const kept = isRead ? added : "unreadable";
    const noted = { part: database.part, actor: commandActor() };
    const hasList = (await readAuditRows(database.kysely, "facts")) !== null;
    if (hasList) await noteDeed(noted, database.kysely, "restore", { made_at: madeAt, kept });
    return kept;
  });
}

/** Null: there is a file, and it cannot be read. */
async function rowsOf(url: string, part: Part): Promise<readonly AuditRow[] | null> {
  if (!existsSync(placeOf(url, part))) return [];
  try {
    const read = ({ kysely }: Parameters<Parameters<typeof readPart>[2]>[0]) => readAuditRows(kysely, part);
    return (await readPart(url, part, read, { mustBeCurrent: false })) ?? [];
  } catch {
    return null;
  }
}

/** A sentence for whoever restores; none where there was nothing to keep. */
export function keptLines(kept: KeptDeeds): string[] {
  if (kept === 0) return [];
  if (kept === "unreadable") return ["the audit list of the replaced files cannot be read: that of the backup goes on"];
  return [`deeds of the audit list that are newer than the backup are kept: ${kept}`];
}
