/**
 * The command table; commands that bring data in and those of accounts and keys have tables of their own. Names, options
 * and the output of --json are a contract. A command's own file is loaded when it runs: whoever lists keys need not wait
 * for the server's libraries.
 */
import { Command, Help, Option } from "commander";
import { settingNames, settingTable } from "../config/settings.ts";
import { sports } from "../domain/sports.ts";
import { programVersion } from "../http/version.ts";
import { addAccessCommands } from "./access-commands.ts";
import { instant, positiveNumber, wholeNumberArgument } from "./arguments.ts";
import { reportFailure } from "./failure.ts";
import { addInputCommands } from "./input-commands.ts";
import { printableLines } from "./output/table-text.ts";
import { runs } from "./runs.ts";

export function program(): Command {
  const gradeline = new Command("gradeline")
    .description("Graded betting history: import captured odds and results, publish them, serve them.")
    .version(programVersion(), "--version", "print the version of this program")
    .addHelpText("after", settingsText())
    .configureOutput({ outputError: (text, write) => write(printableLines(text)) })
    .showHelpAfterError("(--help shows the commands)");

  gradeline
    .command("serve")
    .description("serve the archive over HTTP")
    .option("--sample", "fill an empty database with sample seasons first, and print a trial key")
    .action(runs(async () => (await import("./serve.ts")).serveCommand));

  addInputCommands(gradeline);

  gradeline
    .command("collect")
    .description(
      "ask providers for schedules, finals and lines when they are due, and publish every night, until a signal",
    )
    .option("--once", "do what is due now, and end: for cron")
    .option("--quiet", "on a terminal, write only warnings")
    .action(runs(async () => (await import("./collect.ts")).collectCommand));

  gradeline
    .command("publish")
    .description("publish what the ledger has that the archive has not")
    .option("--all", "do every game again")
    .option("--accept-removals", "let games vanish that were published before")
    .option("--json", "print the result as JSON")
    .action(runs(async () => (await import("./publish.ts")).publishCommand));
  gradeline
    .command("doubts")
    .description(
      "show games whose providers disagree, and quotes and games that cannot be true, with the evidence and what was decided",
    )
    .argument("[game-id]", "only this game")
    .option("--json", "print the list as JSON")
    .action(runs(async () => (await import("./doubts.ts")).doubtsCommand));
  gradeline
    .command("resolve")
    .description("decide about a game of that list: whose record counts, or what becomes of a doubt")
    .argument("<game-id>", "the game to decide about, as publish names it")
    .addOption(
      new Option("--provider <provider>", "take its final score, line score and start from here").conflicts("undo"),
    )
    .addOption(
      new Option(
        "--keep <rule>",
        "publish it in spite of this rule of doubt, or hear no more of this alarm about it",
      ).conflicts(["undo", "provider", "drop"]),
    )
    .addOption(new Option("--drop <book>", "believe nothing of this book about it").conflicts(["undo", "provider"]))
    .option("--undo", "take the decisions back")
    .option("--json", "print the result as JSON")
    .action(runs(async () => (await import("./doubts.ts")).resolveCommand));
  gradeline
    .command("status")
    .description("what the database holds; exits with 1 when a night is missing or an alarm is on")
    .option("--json", "print the status as JSON")
    .action(runs(async () => (await import("./status.ts")).statusCommand));
  gradeline
    .command("log")
    .description("what happened: imports and publishes with what they refused, deeds of operators, and corrections")
    .argument("[number]", "only the report of this number", positiveNumber)
    .addOption(new Option("--only <kind>", "reports and deeds without it").choices(["reports", "deeds", "corrections"]))
    .option("--since <date>", "all since a day or a time of UTC: 2026-11-20, 2026-11-20T09:30Z", instant)
    .option("--all", "print every example of what was refused, not only the first of each reason")
    .option("--json", "print it as JSON")
    .action(runs(async () => (await import("./log.ts")).logCommand));
  gradeline
    .command("explain")
    .description("show how a game came about: its records, its events, and the evidence of each published fact")
    .argument("<game-id>", "a game that is published, held back or pending")
    .option("--book <slug>", "show every opening, close and doubt of this book")
    .option("--json", "print everything as JSON")
    .action(runs(async () => (await import("./explain.ts")).explainCommand));
  gradeline
    .command("sample")
    .description("fill the database with sample seasons and publish them")
    .option("--full", "every season since the coverage start: 27,500 games")
    .option("--seed <n>", "another sample", wholeNumberArgument, 1)
    .action(runs(async () => (await import("./sample.ts")).sampleCommand));

  gradeline
    .command("manifest-key")
    .description("show the key that signs the manifests of the files, and how they are checked")
    .option("--new", "make another key, which the present one names in a signed manifest and which signs from then on")
    .action(runs(async () => (await import("./manifest-key.ts")).manifestKeyCommand));
  gradeline
    .command("backup <folder>")
    .description("copy everything that cannot be made again to a new folder, also while a server runs")
    .option("--json", "print the backup's manifest as JSON")
    .action(runs(async () => (await import("./backup.ts")).backupCommand));
  gradeline
    .command("restore")
    .description("bring a backup back where no database is: the files of before are moved away first")
    .argument("<folder>", "the folder of a backup")
    .action(runs(async () => (await import("./restore.ts")).restoreCommand));
  gradeline
    .command("doctor")
    .description(
      "look at clock, disk, proxy, mail, backups, connections, keys and cluster; exits with 1 when one is wrong",
    )
    .option("--json", "print the findings as JSON")
    .action(runs(async () => (await import("./doctor.ts")).doctorCommand));
  const identities = gradeline.command("identities").description("keep the ids of games beyond a database");
  identities
    .command("export <file>")
    .description("write every id that was given, and every decision, to a new file")
    .action(runs(async () => (await import("./identities.ts")).exportIdentities));
  identities
    .command("import <file>")
    .description("take the ids of an export, before the first publish of a rebuild")
    .option("--json", "print the result as JSON")
    .action(runs(async () => (await import("./identities.ts")).importIdentities));

  gradeline
    .command("files")
    .description(
      "make the files of whole seasons that callers may take home; a publish and a server begin that by themselves",
    )
    .option("--check", "read those that are there, too, and make damaged ones anew")
    .option("--quiet", "write only warnings")
    .option("--json", "print the result as JSON")
    .action(runs(async () => (await import("./files.ts")).filesCommand));

  gradeline
    .command("verify")
    .description(
      "ask the databases for their own checks, and hash every file; with --season or --sport, compute values again from the ledger, too",
    )
    .addOption(new Option("--sport <sport>", "compare the values of this sport alone").choices(sports))
    .option("--season [year]", "compare the values of this season, or of all of them", wholeNumberArgument)
    .option("--json", "print what was found as JSON")
    .action(runs(async () => (await import("./verify.ts")).verifyCommand));

  addAccessCommands(gradeline);
  return gradeline;
}

/** Column at which the explanations begin, and how many columns they have. */
const indent = 16;
const width = 94;

/** The settings, as `--help` lists them. */
function settingsText(): string {
  const lines = settingNames.flatMap((name) => {
    const { otherwise, about } = settingTable[name];
    const text = (otherwise === "none" ? about : `${about} (${otherwise})`).replaceAll("`", "");
    const [first = "", ...more] = new Help().boxWrap(text, width).split("\n");
    const head = `  ${name}`;
    const isNarrow = head.length + 2 <= indent;
    const below = (isNarrow ? more : [first, ...more]).map((line) => " ".repeat(indent) + line);
    return [isNarrow ? head.padEnd(indent) + first : head, ...below];
  });
  return ["", "Settings (environment), and what holds without them:", ...lines].join("\n");
}

/** Runs one command line. Failures that a person can mend are one line on standard error, and exit code 1. */
export async function run(arguments_: readonly string[]): Promise<void> {
  // Started under another Node, this process ends with it: the channel closes when the parent is gone.
  process.channel?.unref();
  process.on("disconnect", () => process.exit(1));
  try {
    await program().parseAsync(arguments_, { from: "user" });
  } catch (error) {
    reportFailure(error);
  }
}
