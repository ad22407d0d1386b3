/** `gradeline-client`: the commands by name. Each module is loaded when its command is asked for. */

type Command = {
  /** The arguments, as the help shows them. */
  readonly usage: string;
  readonly about: string;
  /** @returns the exit code. */
  readonly run: (words: readonly string[]) => Promise<number>;
};

const commands: Readonly<Record<string, Command>> = {
  pull: {
    usage:
      "SPORTS --to DIR [--since YEAR] [--data-sets a,b] [--format csv.gz|parquet] [--max-requests N] [--base-url URL] [--accept-restore]",
    about:
      "keeps a folder equal to the files of whole seasons; the key is in GRADELINE_API_KEY, the server in GRADELINE_URL",
    run: async (words) => (await import("./mirror/pull.ts")).pull(words),
  },
  verify: {
    usage: "DIR [--hashes-only]",
    about: "proves a mirror: hashes, signature, chain of heads, and every value that can be computed again",
    run: async (words) => (await import("./verify/verify.ts")).verify(words),
  },
  grade: {
    usage:
      "FILE.csv [--mirror DIR | --base-url URL] [--map field=Column]... [--dates mdy|dmy] [--out FILE] [--max-requests N]",
    about: "grades a file of bets: results, closing line value, and whether chance explains the record",
    run: async (words) => (await import("./grade/command.ts")).gradeCommand(words),
  },
};

const help = () =>
  Object.entries(commands)
    .map(([name, { usage, about }]) => `gradeline-client ${name} ${usage}\n    ${about}\n`)
    .join("\n");

/** @returns the exit code. */
export async function main([name = "", ...words]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command.run(words);
  const isHelp = name === "--help" || name === "help" || name === "";
  process[isHelp ? "stdout" : "stderr"].write(isHelp ? help() : `there is no command ${name}\n\n${help()}`);
  return name === "--help" || name === "help" ? 0 : 1;
}
