/**
 * A migration that was released is never edited: databases in the world have run it as it was, and would differ from new
 * ones for ever. New migrations may be added, and are frozen by the release that they go out with; see CONTRIBUTING.md.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { migrations } from "../../src/database/migrations/all.ts";
import type { Part } from "../../src/database/names.ts";

type Frozen = {
  /** SHA-256 of every file that the release added, those that migrations import included. */
  readonly files: Readonly<Record<string, string>>;
  /** The migrations that the release added to each part, in order, and the file that each is in. */
  readonly migrations: Readonly<Record<Part, readonly (readonly [name: string, file: string])[]>>;
};

/** By release, oldest first. A release adds an entry; an entry is never changed. */
const frozen: Readonly<Record<string, Frozen>> = {
  "0.1.0": {
    files: {
      "0001-foundation.ts": "e7a02d52b3b1633a8330a0274667b51ce3bfe59d0964aa0258a75c02772c378f",
      "0002-csv.ts": "930e28b604d660e89a372c903d92e66963192781893b7f76f41c128334b415b2",
      "0003-access-moves-out.ts": "e909026850dcd4dc46b56db080d79a92fe2ee6e3ea7d91e2d10fa1015b8e0ca3",
      "access-0001-accounts.ts": "f068ebb39ea8eb29fd54be5212e9d117212e875c94a88430e530f98e189e38d8",
      "access-0001-counts.ts": "6329dff7bb893c358363335ecef8357c99dede1bff93a2fdb6027d887d153241",
      "access-0001-take.ts": "2b095c650bf28e3cdf85eac59fa7eee81689e160c4bd995c7580c0c891ab691b",
      "access-0002-billing.ts": "92001d19541cc2b8fe07753784373f541d07dbf000e38afe23b1f9198dae4d5d",
      "access-0003-sign-in.ts": "e7425eebe12e3abb8cd01d8d9ce58d2c1026ca455be00cf9a61c04506afddb54",
    },
    migrations: {
      facts: [
        ["0001-foundation", "0001-foundation.ts"],
        ["0002-csv", "0002-csv.ts"],
        ["0003-access-moves-out", "0003-access-moves-out.ts"],
      ],
      access: [
        ["0001-accounts-and-counts", "access-0001-accounts.ts"],
        ["0002-billing", "access-0002-billing.ts"],
        ["0003-sign-in", "access-0003-sign-in.ts"],
      ],
    },
  },
};

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "src/database/migrations");

/** Git may give Windows other line ends. */
const textOf = (file: string): string => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");

const releases = Object.entries(frozen);

for (const [version, { files, migrations: added }] of releases) {
  describe(`the migrations of release ${version}`, () => {
    for (const [file, digest] of Object.entries(files)) {
      test(`${file} is as it was released`, () => {
        const advice =
          `src/database/migrations/${file} was released with ${version} and must stay as it was, comments included: ` +
          `databases in the world have run it. Put it back (git diff shows what changed), and write a new migration ` +
          `with the next number instead, which changes what this one has made.`;
        assert.ok(existsSync(join(folder, file)), advice);
        assert.equal(createHash("sha256").update(textOf(file)).digest("hex"), digest, advice);
      });

      test(`${file} runs nothing of ours that may still change`, () => {
        const imported = [...textOf(file).matchAll(/^import (?!type\b).* from "(.+)";$/gm)].map(
          ([, from = ""]) => from,
        );
        for (const from of imported.filter((each) => each.startsWith("."))) {
          assert.ok(Object.hasOwn(files, from.replace("./", "")), `${file} imports ${from}, which is not frozen`);
        }
      });
    }

    for (const part of ["facts", "access"] as const) {
      for (const [name, file] of added[part]) {
        test(`${part} ${name} is what ${file} does`, async () => {
          const { up } = (await import(join(folder, file))) as { readonly up: unknown };
          assert.equal(migrations[part][name], up, `${name} was released: src/database/migrations/all.ts must keep it`);
        });
      }
    }
  });
}

test("released migrations come first, in the order in which they were released", () => {
  for (const part of ["facts", "access"] as const) {
    const released = releases.flatMap(([, { migrations: added }]) => added[part].map(([name]) => name));
    const names = Object.keys(migrations[part]);
    assert.deepEqual(names.slice(0, released.length), released);
    assert.deepEqual(names, names.toSorted(), "a database runs what is new after what it has run, by name");
  }
});

test("the version of this program has its migrations frozen and its databases kept", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const advice = `CONTRIBUTING.md says how ${version} is released`;
  assert.ok(Object.hasOwn(frozen, version), `${advice}: its migrations are not frozen here`);
  const kept = join(root, "test/database/releases", version, "README.md");
  assert.ok(existsSync(kept), `${advice}: its databases are not in test/database/releases`);
});
