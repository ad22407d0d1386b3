/** Copies of files on a machine: laid once, looked at again when they were touched, laid anew when they are damaged. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { FileCopies, type FileCopiesOptions } from "../../src/release/file-copies.ts";
import { ReleaseDamaged } from "../../src/release/release-damaged.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { offerFile } from "../support/offer-file.ts";
import { longIf } from "../support/volume.ts";

const bytes = randomBytes(2_300_000);
const other = randomBytes(700_000);

for (const name of engineNames) {
  describe(`copies of files on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    let database: Database;
    let file: { readonly sha256: string; readonly bytes: number };
    let queries = 0;
    const home = mkdtempSync(join(tmpdir(), "gradeline-copies-"));
    const folder = join(home, "files");
    const warnings: string[] = [];
    let damages = 0;

    beforeAll(async () => {
      engine = await startEngine(name);
      database = await openDatabase(await engine.migratedUrl());
      file = { sha256: (await offerFile(database, { bytes })).sha256, bytes: bytes.length };
      await offerFile(database, { dataSet: "games", bytes: other });
    });
    afterAll(async () => {
      await database?.close();
      await engine?.close();
      rmSync(home, { recursive: true, force: true });
    });

    /** Copies that count how often the database is asked. */
    function open(options: Partial<FileCopiesOptions> = {}): FileCopies {
      const { kysely } = database;
      const counted = new Proxy(kysely, {
        get(target, member) {
          if (member === "selectFrom" || member === "withTables") queries++;
          const value = Reflect.get(target, member) as unknown;
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      return new FileCopies(
        { ...database, kysely: counted },
        { folder, warn: (text) => void warnings.push(text), onDamage: () => void damages++, ...options },
      );
    }

    async function read(copies: FileCopies, wanted = file): Promise<Buffer> {
      const opened = await copies.open(wanted);
      const parts: Buffer[] = [];
      for (let at = 0; at < wanted.bytes; ) {
        const part = await opened.part(at, wanted.bytes - 1);
        parts.push(Buffer.from(part));
        at += part.length;
      }
      opened.close();
      return Buffer.concat(parts);
    }
    const copyOf = ({ sha256 } = file) => join(folder, sha256);
    const asked = async (work: () => Promise<unknown>) => {
      const before = queries;
      await work();
      return queries - before;
    };
    const pieces = () => tablesOf<ReleaseTables>(database.kysely);

    test("a copy is laid once for all who want it at once, and then read without the database", async () => {
      const copies = open();
      const forOne = await asked(() => read(copies));
      assert.deepEqual(readdirSync(folder), [file.sha256]);
      rmSync(folder, { recursive: true });
      const forMany = await asked(async () => {
        const many = open();
        for (const each of await Promise.all(Array.from({ length: 20 }, () => read(many))))
          assert.ok(each.equals(bytes));
      });
      assert.ok(forOne > 2, "it comes in pieces");
      assert.equal(forMany, forOne);
      assert.equal(await asked(async () => assert.ok((await read(copies)).equals(bytes))), 0);
      assert.ok(readFileSync(copyOf()).equals(bytes));
    });

    test("a part ends where another would begin, and has the bytes of its place", async () => {
      const opened = await open().open(file);
      for (const [at, last] of [
        [0, 0],
        [262_143, 262_144],
        [262_144, file.bytes - 1],
        [file.bytes - 1, file.bytes - 1],
      ] as const) {
        const part = await opened.part(at, last);
        assert.ok(part.length > 0 && part.length <= last - at + 1);
        assert.ok(bytes.subarray(at, at + part.length).equals(part), `${at} to ${last}`);
      }
      opened.close();
    });

    test("a copy that somebody touched is checked again, and good; another process checks it once", async () => {
      const copies = open();
      await read(copies);
      utimesSync(copyOf(), 1, 1);
      assert.equal(await asked(async () => assert.ok((await read(copies)).equals(bytes))), 0);
      assert.equal(await asked(async () => assert.ok((await read(open())).equals(bytes))), 0);
      assert.deepEqual(warnings, []);
    });

    for (const [what, harm] of [
      ["one byte of it is another", (copy: Buffer) => copy.fill(copy.readUInt8(1_000_000) ^ 1, 1_000_000, 1_000_001)],
      ["it is cut", (copy: Buffer) => copy.subarray(0, 1_000_000)],
      ["it is longer", (copy: Buffer) => Buffer.concat([copy, Buffer.from("x")])],
      ["it is empty", () => Buffer.alloc(0)],
    ] as const) {
      test(`a copy is laid anew when ${what}, also in a process that has checked it before`, async () => {
        const copies = open();
        await read(copies);
        for (const reader of [copies, open()]) {
          warnings.length = 0;
          writeFileSync(copyOf(), harm(Buffer.from(bytes)));
          assert.ok((await read(reader)).equals(bytes));
          assert.ok(readFileSync(copyOf()).equals(bytes));
          assert.match(warnings.join("\n"), /is not as it was laid, and is laid anew$/);
        }
        warnings.length = 0;
      });
    }

    test("a download that is under way ends well when the copy goes", async () => {
      const opened = await open().open(file);
      rmSync(folder, { recursive: true });
      assert.ok(bytes.subarray(2_000_000, 2_000_010).equals(await opened.part(2_000_000, 2_000_009)));
      opened.close();
    });

    test("copies that are offered no longer go when another is laid, as does what was left half-laid an hour ago", async () => {
      const copies = open();
      await read(copies);
      const old = `${"0".repeat(64)}.1-1.part`;
      const young = `${"0".repeat(64)}.2-2.part`;
      for (const each of ["1".repeat(64), old, young]) writeFileSync(join(folder, each), "x");
      utimesSync(join(folder, old), 1, 1);
      const second = { sha256: createHash("sha256").update(other).digest("hex"), bytes: other.length };
      assert.ok((await read(copies, second)).equals(other));
      assert.deepEqual(readdirSync(folder).toSorted(), [file.sha256, second.sha256, young].toSorted());
      const agoIso = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
      for (const [hours, stays] of [
        [47, true],
        [49, false],
      ] as const) {
        await offerFile(database, { dataSet: "games", bytes: other, replacedAt: agoIso(hours) });
        rmSync(copyOf());
        await read(copies);
        assert.equal(existsSync(copyOf(second)), stays, `replaced ${hours} hours ago`);
      }
    });

    test("where the folder cannot be written, a file without a copy cannot be had, and one line says why", async () => {
      const blocked = join(home, "blocked");
      writeFileSync(blocked, "no folder");
      await assert.rejects(read(open({ folder: blocked })), {
        name: "DatabaseError",
        message: /^files cannot be laid in .*blocked: /,
      });
      rmSync(blocked);
      assert.ok((await read(open({ folder: blocked }))).equals(bytes));
    });

    test("what is damaged in the database too is no file, and is told once; good again, it is laid", async () => {
      const kept = await pieces().selectFrom("release_pieces").selectAll().where("sha256", "=", file.sha256).execute();
      const first = kept.find(({ number }) => number === 0) ?? assert.fail();
      const harms = [
        () =>
          pieces()
            .updateTable("release_pieces")
            .set({ body: Buffer.from(first.body).fill(0, 0, 1) })
            .where("sha256", "=", file.sha256)
            .where("number", "=", 0)
            .execute(),
        () => pieces().deleteFrom("release_pieces").where("sha256", "=", file.sha256).where("number", "=", 2).execute(),
        () => pieces().deleteFrom("release_pieces").where("sha256", "=", file.sha256).execute(),
      ];
      for (const harm of harms) {
        await harm();
        for (const where of [{}, { folder: null }]) {
          damages = 0;
          rmSync(folder, { recursive: true, force: true });
          const copies = open(where);
          for (let turn = 0; turn < 3; turn++) await assert.rejects(read(copies), ReleaseDamaged);
          assert.equal(damages, 1);
          if (existsSync(folder)) assert.deepEqual(readdirSync(folder), []);
        }
      }
      await pieces().insertInto("release_pieces").values(kept).execute();
      mkdirSync(folder, { recursive: true });
      assert.ok((await read(open())).equals(bytes));
    });
  });
}
