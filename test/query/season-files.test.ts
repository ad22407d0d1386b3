/** The bytes of files that callers take home, out of the pieces in the database; test/serve/downloads.test.ts has those that are damaged. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeAll, test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { SeasonFiles } from "../../src/query/season-files.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { offerFile } from "../support/offered-files.ts";

const bytes = randomBytes(2_300_000);

onSqliteDaily((engine) => {
  let database: Database;
  let file: { readonly path: string; readonly sha256: string; readonly bytes: number };
  const open = () => new SeasonFiles((work) => work(database), { isOffered: true, onDamage: () => assert.fail() });
  const tables = () => tablesOf<ReleaseTables>(database.kysely);

  beforeAll(async () => {
    ({ database } = await engine.fresh());
    file = { ...(await offerFile(database, { bytes })), bytes: bytes.length };
  });

  async function read(files: SeasonFiles): Promise<Buffer> {
    const opened = await files.open(file);
    const parts: Uint8Array[] = [];
    for (let at = 0; at < file.bytes; at += parts.at(-1)?.length ?? 1)
      parts.push(await opened.part(at, file.bytes - 1));
    return Buffer.concat(parts);
  }

  test("those who ask at once share one reading, and what is in memory needs no database", async () => {
    const files = open();
    for (const each of await Promise.all(Array.from({ length: 20 }, () => read(files)))) assert.ok(each.equals(bytes));
    const kept = await tables().selectFrom("release_pieces").selectAll().where("sha256", "=", file.sha256).execute();
    await tables().deleteFrom("release_pieces").where("sha256", "=", file.sha256).execute();
    assert.ok((await read(files)).equals(bytes));
    for (const piece of kept) await tables().insertInto("release_pieces").values(piece).execute();
  });
});
