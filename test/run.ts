/**
 * The test command: `npm test`, `npm test -- web`, `npm test -- --watch web`, `npm test -- --changed`. It turns the names of
 * rooms into folders, and leaves everything else to Vitest, whose other options it passes on.
 */
import { parseCLI, startVitest } from "vitest/node";
import { foldersOf, isRoom, rooms } from "./rooms.ts";

const words = process.argv.slice(2);
const lengths: Readonly<Record<string, string>> = { "--long": "long", "--all": "all", "--browser": "browser" };
const length = words.map((word) => lengths[word]).find((each) => each !== undefined) ?? "daily";
process.env.TEST_LENGTH = length;
// Every server and every publish of the command line would make files of whole seasons, which takes seconds. Tests of files say "on".
process.env.FILES ??= "off";
/** Of the files that vitest.config.ts names, the tests with these tags. */
const tagsFilter = { daily: ["!long"], long: ["long || volume"] }[length] ?? [];
// What a change can break is asked since the last commit that is on main, unless a commit is named.
const given = words
  .filter((word) => !(word in lengths))
  .map((word) => (word === "--changed" ? "--changed=main" : word));

const { filter, options } = parseCLI(["vitest", ...given], { allowUnknownOptions: false });
const unknown = filter.find((word) => !isRoom(word) && !word.includes("/"));
if (unknown !== undefined) {
  console.error(`There is no room "${unknown}". The rooms: ${Object.keys(rooms).join(", ")}.`);
  process.exit(1);
}
const paths = filter.flatMap((word) => (isRoom(word) ? foldersOf(word) : [word]));
// A process that goes on would keep the modules of before a change, so that while watching every file has one of its own.
const vitest = await startVitest("test", paths, {
  watch: false,
  isolate: options.watch === true,
  tagsFilter,
  ...options,
});
if (!vitest.shouldKeepServer()) {
  // PostgreSQL's package ends the process by itself once it has stopped, and calls that a success.
  const failed = process.exitCode ?? 0;
  await vitest.exit();
  process.exit(failed);
}
