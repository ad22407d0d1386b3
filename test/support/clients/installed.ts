/** Lays the package of the TypeScript client out as `npm install` does, from the tarball that is offered. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseTar } from "nanotar";
import { makePackages } from "../../../src/web/clients/packages.ts";

/** A package as the server offers it, by the end of its name. */
export function packageOf(end: ".tgz" | ".whl"): { readonly name: string; readonly bytes: Uint8Array } {
  const found = makePackages().find(({ file }) => file.endsWith(end));
  assert.ok(found, end);
  return { name: found.file, bytes: found.bytes };
}

/** The program runs with the Node of this process. @param folder in which programs then import the client. */
export function installClient(folder: string): void {
  const modules = join(folder, "node_modules");
  const tarball = gunzipSync(packageOf(".tgz").bytes);
  for (const { name, data } of parseTar(tarball)) {
    const file = join(modules, "gradeline-client", name.replace(/^package\//, ""));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, data ?? "");
  }
  const program = join(modules, ".bin/gradeline-client");
  mkdirSync(dirname(program), { recursive: true });
  const bin = join(modules, "gradeline-client/src/bin.js");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(program, 0o755);
}
