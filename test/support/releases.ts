/** The databases that `test/database/releases` keeps of each release, restored to where a test may use them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Client } from "pg";
import type { TestEngine } from "./engines.ts";

const folder = join(import.meta.dirname, "..", "database", "releases");

export const keptReleases = readdirSync(folder);

export type KeptRelease = {
  /** The DATABASE_URL of a separate copy. */
  readonly url: string;
  /** The location of each part, for tests that query the database directly. */
  readonly places: { readonly facts: string; readonly access: string };
  /** The account's address, its production key, its requests in the period, and the moment at which these are true. */
  readonly email: string;
  readonly key: string;
  readonly used: number;
  readonly keptAt: Date;
  /** The answers that the release gave, by path. */
  readonly answers: Readonly<Record<string, string>>;
};

export async function restoreRelease(
  version: string,
  engine: Pick<TestEngine, "name" | "freshUrl">,
): Promise<KeptRelease> {
  const file = (name: string) => readFileSync(join(folder, version, name));
  const unpacked = (name: string) => gunzipSync(file(name));
  const url = await engine.freshUrl();
  const places = { facts: url, access: engine.name === "sqlite" ? url.replace(/\.db$/, "-access.db") : url };
  if (engine.name === "sqlite") {
    writeFileSync(places.facts, unpacked("gradeline.db.gz"));
    writeFileSync(places.access, unpacked("gradeline-access.db.gz"), { mode: 0o600 });
  } else {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(unpacked("postgres.sql.gz").toString());
    await client.end();
  }
  const readme = file("README.md").toString();
  const fact = (name: string): string => {
    const [, value] = new RegExp(`^\\| ${name} \\| \`(.*)\` \\|$`, "m").exec(readme) ?? [];
    if (value === undefined) throw new Error(`the README of ${version} does not say: ${name}`);
    return value;
  };
  return {
    url,
    places,
    email: fact("account of the keys"),
    key: fact(engine.name === "sqlite" ? "key, SQLite" : "key, PostgreSQL"),
    used: Number(fact("its use in this period")),
    keptAt: new Date(fact("kept at")),
    answers: JSON.parse(file("answers.json").toString()),
  };
}
