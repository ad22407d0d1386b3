/** The packages of the clients that lie beside the program, each with its SHA-256. */
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

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

const clients = join(import.meta.dirname, "../../../clients");

/** In alphabetical order. @param folders that may be missing. */
export function readOfferedClients(folders = [join(clients, "dist"), join(clients, "r")]): readonly OfferedClient[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => ({ folder, file })))
    .flatMap(({ folder, file }) => {
      const found = kinds.map((kind) => ({ kind, match: kind.shape.exec(file) })).find(({ match }) => match !== null);
      if (found === undefined) return [];
      const bytes = readFileSync(join(folder, file));
      const [, name = "", version = null] = found.match ?? [];
      const { type, newest } = found.kind;
      return [{ file, name, version, type, sha256: hash("sha256", bytes), bytes, newest }];
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
