/** Where the database is, and the folder of its files. */
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ConfigError, type Read } from "./values.ts";

/** Refuses texts with another scheme or with quotes: they would become a file of that name. */
export const databaseAddress: Read<string> = (text, name) => {
  const refused = (why: string) =>
    new ConfigError(`${name} ${why}; wanted: a file, or postgres://user:password@host/database`);
  // The text behind a scheme may hold a password, so it is not repeated.
  const [scheme = ""] = /^(?:jdbc:)?[a-z][a-z0-9+.-]*:\/\/|^postgres(?:ql)?:/i.exec(text) ?? [];
  if (/^["'`\u2018-\u201f]/.test(text)) throw refused("begins with a quote");
  if (!/^((sqlite|file|postgres(ql)?):\/\/)?$/.test(scheme)) throw refused(`begins with "${scheme}"`);
  if (text.slice(scheme.length).includes("://")) throw refused("has :// in the middle");
  if (/^postgres/.test(scheme)) {
    if (text === scheme) throw refused(`is only "${text}"`);
  } else {
    const path = pathOf(text);
    // Accounts lie beside it, and are opened more than once.
    if (path === "" || path === ":memory:") throw refused(`is "${text}", which is no file`);
    if (isFolder(name, path)) throw refused(`is "${text}", which is a folder`);
  }
  return text;
};

/** The files of a database lie beside it, because a service may not be able to write where it was started. */
export function databaseFiles(
  address: string | null,
  folder: string | null,
): { readonly dataDir: string; readonly databaseUrl: string } {
  const isFile = address !== null && !/^postgres(ql)?:/.test(address);
  const dataDir = resolve(folder ?? (isFile ? dirname(pathOf(address)) : "data"));
  if (isFolder("DATA_DIR", dataDir) === false) {
    throw new ConfigError(`"${dataDir}" is a file; DATA_DIR, or else the folder of DATABASE_URL, must be a folder`);
  }
  return { dataDir, databaseUrl: address ?? join(dataDir, "gradeline.db") };
}

function pathOf(databaseUrl: string): string {
  return databaseUrl.replace(/^(sqlite|file):(\/\/)?/, "");
}

/** Null: there is nothing yet. */
function isFolder(name: string, path: string): boolean | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null;
  } catch (error) {
    throw new ConfigError(`${name}: "${path}" cannot be looked at (${(error as NodeJS.ErrnoException).code})`);
  }
}
