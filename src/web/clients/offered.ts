/** The packages of the clients that this server offers, each with its SHA-256. */
import { hash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

export type OfferedClient = {
  /** The name of its file, and of its address below `/clients/`. */
  readonly file: string;
  /** Its name where it is imported or installed. */
  readonly name: string;
  /** Null: its file names none. */
  readonly version: string | null;
  readonly type: string;
  readonly sha256: string;
  readonly bytes: Buffer;
  /** The address that always has the newest one; null: there is none. */
  readonly newest: string | null;
};

type Kind = { readonly shape: RegExp; readonly type: string; readonly newest: string | null };

/** pip reads the version in the name of a wheel, so a wheel has no address without one. */
const kinds: readonly Kind[] = [
  { shape: /^(gradeline-client)-(\d[\w.]*)\.tgz$/, type: "application/gzip", newest: "gradeline-client.tgz" },
  { shape: /^(gradeline_client)-(\d[\w.]*)-py3-none-any\.whl$/, type: "application/zip", newest: null },
  { shape: /^(gradeline)\.R$/, type: "text/plain; charset=utf-8", newest: null },
  { shape: /^(gradeline-skill)(?:-(\d[\w.]*))?\.zip$/, type: "application/zip", newest: null },
];

/** Where the packages lie in what is built of this program, such as Debian's package. In a checkout there is no such folder. */
const built = join(import.meta.dirname, "../../../clients/dist");

let kept: Promise<readonly OfferedClient[]> | null = null;

/** What this server offers. It is made when it is first asked for, where it was not built before, and kept while the process lives. */
export function offeredClients(): Promise<readonly OfferedClient[]> {
  kept ??= (existsSync(built) ? builtPackages() : madePackages()).then(offeredOf).catch((error) => {
    // The next caller tries again.
    kept = null;
    throw error;
  });
  return kept;
}

type Packages = ReadonlyMap<string, Uint8Array>;

async function builtPackages(): Promise<Packages> {
  return new Map(readdirSync(built).map((name) => [name, readFileSync(join(built, name))]));
}

/** In a thread of its own, because it takes half a second in which nobody else would be answered. */
async function madePackages(): Promise<Packages> {
  const worker = new Worker(new URL("./packages.ts", import.meta.url));
  const [packages] = await once(worker, "message");
  return packages;
}

/** In alphabetical order; what is no package is left out. @param files by their names. */
export function offeredOf(files: Packages): readonly OfferedClient[] {
  return [...files]
    .flatMap(([file, content]) => {
      const found = kinds.map((kind) => ({ kind, match: kind.shape.exec(file) })).find(({ match }) => match !== null);
      if (found === undefined) return [];
      const bytes = Buffer.from(content);
      const [, name = "", version = null] = found.match ?? [];
      const { type, newest } = found.kind;
      return [{ file, name, version, type, sha256: hash("sha256", bytes), bytes, newest }];
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
