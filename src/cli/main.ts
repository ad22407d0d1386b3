/**
 * The command table; commands that bring data in and those of accounts and keys have tables of their own. Names, options
 * and the output of --json are a contract.
 */
import { Command, Help, Option } from "commander";
import { settingNames, settingTable } from "../config/settings.ts";
import { sports } from "../domain/sports.ts";
import { programVersion } from "../http/version.ts";
import { addAccessCommands } from "./access-commands.ts";
import { addCommand } from "./add-command.ts";
import { instant, positiveNumber, wholeNumberArgument } from "./arguments.ts";
import { reportFailure } from "./failure.ts";
import { addInputCommands } from "./input-commands.ts";
import { printableLines } from "./output/table-text.ts";

export function program(): Command {
  const gradeline = new Command("gradeline")
    .description("Graded betting history: import captured odds and results, publish them, serve them.")
    .version(programVersion(), "--version", "print the version of this program")
    .addHelpText("after", settingsText())
    .configureOutput({ outputError: (text, write) => write(printableLines(text)) })
    .showHelpAfterError("(--help shows the commands)");

  const add = addCommand.bind(null, gradeline);

  const serve = async () => (await import("./serve.ts")).serveCommand;
  add("serve", "serve the archive over HTTP", serve).option(
    "--sample",
    "fill an empty database with sample seasons first, and print a trial key",
  );

  addInputCommands(gradeline);

  const collecting =
    "ask providers for schedules, finals and lines when they are due, and publish every night, until a signal";
  add("collect", collecting, async () => (await import("./collect.ts")).collectCommand)
    .option("--once", "do what is due now, and end: for cron")
    .option("--quiet", "on a terminal, write only warnings");

  const publishing = "publish what the ledger has that the archive has not";
  add("publish", publishing, async () => (await import("./publish.ts")).publishCommand, "the result")
    .option("--all", "do every game again")
    .option("--accept-removals", "let games vanish that were published before");
  const doubting =
    "show games whose providers disagree, and quotes and games that cannot be true, with the evidence and what was decided";
  add("doubts", doubting, async () => (await import("./doubts.ts")).doubtsCommand, "the list").argument(
    "[game-id]",
    "only this game",
  );
  const resolving = "decide about a game of that list: whose record counts, or what becomes of a doubt";
  add("resolve", resolving, async () => (await import("./doubts.ts")).resolveCommand, "the result")
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
    .option("--undo", "take the decisions back");
  const telling = "what the database holds; exits with 1 when a night is missing or an alarm is on";
  add("status", telling, async () => (await import("./status.ts")).statusCommand, "the status");
  const logging = "what happened: imports and publishes with what they refused, deeds of operators, and corrections";
  add("log", logging, async () => (await import("./log.ts")).logCommand, "it")
    .argument("[number]", "only the report of this number", positiveNumber)
    .addOption(
      new Option("--only <kind>", "entries of this kind; without it, reports and deeds").choices([
        "reports",
        "deeds",
        "corrections",
      ]),
    )
    .option("--since <date>", "all since a day or a time of UTC: 2026-11-20, 2026-11-20T09:30Z", instant)
    .option("--all", "print every example of what was refused, not only the first of each reason");
  const explaining = "show how a game came about: its records, its events, and the evidence of each published fact";
  add("explain", explaining, async () => (await import("./explain.ts")).explainCommand, "everything")
    .argument("<game-id>", "a game that is published, held back or pending")
    .option("--book <slug>", "show every opening, close and doubt of this book");
  const inventing = "fill the database with sample seasons and publish them";
  add("sample", inventing, async () => (await import("./sample.ts")).sampleCommand)
    .option("--full", "every season since the coverage start: 27,500 games")
    .option("--seed <n>", "another sample", wholeNumberArgument, 1);

  const signing = "show the key that signs the manifests of the files, and how they are checked";
  add("manifest-key", signing, async () => (await import("./manifest-key.ts")).manifestKeyCommand).option(
    "--new",
    "make another key, which the present one names in a signed manifest and which signs from then on",
  );
  const copying = "copy everything that cannot be made again to a new folder, also while a server runs";
  add("backup <folder>", copying, async () => (await import("./backup.ts")).backupCommand, "the backup's manifest");
  const restoring = "bring a backup back where no database is: the files of before are moved away first";
  add("restore", restoring, async () => (await import("./backup.ts")).restoreCommand).argument(
    "<folder>",
    "the folder of a backup",
  );
  const looking =
    "look at clock, disk, proxy, mail, backups, connections, keys and cluster; exits with 1 when one is wrong";
  add("doctor", looking, async () => (await import("./doctor.ts")).doctorCommand, "the findings");
  const identities = gradeline.command("identities").description("keep the ids of games beyond a database");
  const keeping = "write every id that was given, and every decision, to a new file";
  addCommand(identities, "export <file>", keeping, async () => (await import("./exports.ts")).exportIdentities);
  const taking = "take the ids of an export, before the first publish of a rebuild";
  const importIds = async () => (await import("./exports.ts")).importIdentities;
  addCommand(identities, "import <file>", taking, importIds, "the result");

  const making =
    "make the files of whole seasons that callers may take home; a publish and a server begin that by themselves";
  add("files", making, async () => (await import("./files.ts")).filesCommand, "the result")
    .option("--check", "read those that are there, too, and make damaged ones anew")
    .option("--quiet", "write only warnings");

  const verifying =
    "ask the databases for their own checks, and hash every file; with --season or --sport, compute values again from the ledger, too";
  add("verify", verifying, async () => (await import("./verify.ts")).verifyCommand, "what was found")
    .addOption(new Option("--sport <sport>", "compare the values of this sport alone").choices(sports))
    .option("--season [year]", "compare the values of this season, or of all of them", wholeNumberArgument);

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
