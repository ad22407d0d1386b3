/** `gradeline-client`: the commands by name. Each module is loaded when its command is asked for. */

type Command = {
  /** The arguments, as the help shows them. */
  readonly usage: string;
  readonly about: string;
  /** @returns the exit code. */
  readonly run: (words: readonly string[]) => Promise<number>;
};

const commands: Readonly<Record<string, Command>> = {
  grade: {
    usage:
      "FILE.csv [--mirror DIR | --base-url URL] [--league nfl] [--map field=Column]... [--dates mdy|dmy] [--out FILE] [--max-requests N]",
    about: `grades a file of bets: results, closing line value, and whether chance explains the record. Fields of --map:
    game_id, bet_id, sport, date (of the game), placed, settled, home, away, event, opponent, pick, market, period, line, price, stake, book,
    result, profit, game_number, tags, free_bet`,
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
