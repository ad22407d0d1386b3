/** The bytes of files that callers take home, out of the pieces in the database: the right ones, compared once, kept for others, or none. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeAll, test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { BeingMended } from "../../src/query/refusals.ts";
import { SeasonFiles } from "../../src/query/season-files.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { offerFile } from "../support/offered-files.ts";

const bytes = randomBytes(2_300_000);

onSqliteDaily((engine) => {
  let database: Database;
  let file: { readonly path: string; readonly sha256: string; readonly bytes: number };
  let damages = 0;
  const open = () => new SeasonFiles((work) => work(database), { isOffered: true, onDamage: () => void damages++ });
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

  test("what is damaged is no file, and is told once a minute; good again, it is one", async () => {
    const kept = await tables().selectFrom("release_pieces").selectAll().where("sha256", "=", file.sha256).execute();
    const first = kept.find(({ number }) => number === 0) ?? assert.fail();
    const pieces = () => tables().deleteFrom("release_pieces").where("sha256", "=", file.sha256);
    const other = { ...first, body: Buffer.from(first.body).fill(first.body[0] === 0 ? 1 : 0, 0, 1) };
    const harms = [[other, ...kept.filter(({ number }) => number > 0)], kept.filter(({ number }) => number < 2), []];
    for (const left of harms) {
      await pieces().execute();
      for (const piece of left) await tables().insertInto("release_pieces").values(piece).execute();
      damages = 0;
      const files = open();
      for (let turn = 0; turn < 3; turn++) await assert.rejects(read(files), BeingMended);
      assert.equal(damages, 1);
      await pieces().execute();
      for (const piece of kept) await tables().insertInto("release_pieces").values(piece).execute();
      assert.ok((await read(files)).equals(bytes));
    }
  });

  test("those who ask at once share one reading, and what is in memory needs no database", async () => {
    const files = open();
    for (const each of await Promise.all(Array.from({ length: 20 }, () => read(files)))) assert.ok(each.equals(bytes));
    const kept = await tables().selectFrom("release_pieces").selectAll().where("sha256", "=", file.sha256).execute();
    await tables().deleteFrom("release_pieces").where("sha256", "=", file.sha256).execute();
    assert.ok((await read(files)).equals(bytes));
    for (const piece of kept) await tables().insertInto("release_pieces").values(piece).execute();
  });
});
