/** The list of packages that Gradeline runs on, from the lock file: THIRD-PARTY.md of the Debian package. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

type LockedPackage = {
  readonly version: string;
  readonly license?: string;
  readonly dev?: true;
  readonly optional?: true;
  /** Of a workspace: it is our own. */
  readonly link?: true;
};

/** @throws Error that names a package whose licence the lock file does not state. */
export function thirdPartyText(): string {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const rows = Object.entries(lock.packages).flatMap(([path, { version, license, dev, optional, link }]) => {
    // The empty path is the project itself, and links and paths elsewhere are of its workspaces. Packages for development
    // are left out, because they do not run in a server.
    if (!path.startsWith("node_modules/") || link === true || dev === true) return [];
    const name = path.replace(/^.*node_modules\//, "");
    if (license === undefined) throw new Error(`package-lock.json states no licence of ${name}`);
    return [
      `| [${name}](https://www.npmjs.com/package/${name}) | ${version} | ${license} | ${optional ? "on its platform" : ""} |`,
    ];
  });
  return [
    "# Third-party packages",
    "",
    "Gradeline runs on these packages, and each has its own licence text in its folder of `node_modules`.",
    "",
    "| package | version | licence | |",
    "|---|---|---|---|",
    ...new Set(rows),
    "",
  ].join("\n");
}
