/**
 * The command table. Names, options and the output of --json are a contract. A command's own file is loaded when it runs:
 * who lists keys need not wait for the server's libraries.
 */
import { Command, Option } from "commander";
import { standings } from "../access/plans.ts";
import { readConfig } from "../config.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { programVersion } from "../http/version.ts";
import {
  calendarDate,
  dayCount,
  instant,
  keyName,
  lastFour,
  limit,
  mostDays,
  planOption,
  positiveNumber,
  standing,
  wholeNumber,
} from "./arguments.ts";
import { reportFailure } from "./failure.ts";
import { standingText } from "./output/account-text.ts";
import { settingsText } from "./output/settings-text.ts";
import { printableLines } from "./output/table-text.ts";

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
    .action(async (options) => (await import("./serve.ts")).serveCommand(readConfig(), options));

  const importing = gradeline.command("import").description("take captured odds and results into the ledger");
  const strict = (command: Command) =>
    command
      .option("--strict", "exit with 1 when a record is refused")
      .option("--json", "print the report of the import as JSON");
  strict(importing.command("the-odds-api"))
    .description("v4 odds arrays, historical snapshots and event answers: .json, .json.gz, files and folders")
    .addOption(
      new Option("--sport <sport>", "refuse files of any other sport (each file says its own)").choices(sports),
    )
    .argument("<path...>")
    .action(async (paths: string[], options: { sport?: Sport; strict?: true; json?: true }) =>
      (await import("./import.ts")).importOddsApi(readConfig(), paths, options),
    );
  strict(importing.command("nflverse"))
    .description("NFL games and teams")
    .requiredOption("--games <file>", "games.csv")
    .option("--teams <file>", "teams.csv")
    .action(async (options) => (await import("./import.ts")).importNflverse(readConfig(), options));
  strict(importing.command("cfbd"))
    .description("college football games and lines")
    .option("--games <file>", "games JSON")
    .option("--lines <file>", "lines JSON, with the games or without")
    .action(async (options) => (await import("./import.ts")).importCfbd(readConfig(), options));
  strict(importing.command("mlb-statsapi"))
    .description("MLB schedules and live feeds of StatsAPI: .json, .json.gz, files and folders")
    .argument("<path...>")
    .action(async (paths: string[], options) =>
      (await import("./import.ts")).importMlbStatsapi(readConfig(), paths, options),
    );
  strict(importing.command("retrosheet"))
    .description("MLB game logs of a season: glYYYY.txt, .txt.gz, files and folders")
    .argument("<path...>")
    .action(async (paths: string[], options) =>
      (await import("./import.ts")).importRetrosheet(readConfig(), paths, options),
    );
  strict(importing.command("nhl-api"))
    .description("NHL schedules, scores, landing pages, right rails and boxscores: .json, .json.gz, files and folders")
    .argument("<path...>")
    .action(async (paths: string[], options) =>
      (await import("./import.ts")).importNhlApi(readConfig(), paths, options),
    );
  strict(importing.command("espn"))
    .description("scoreboards, events and summaries of ESPN, all five sports: .json, .json.gz, files and folders")
    .argument("<path...>")
    .action(async (paths: string[], options) => (await import("./import.ts")).importEspn(readConfig(), paths, options));
  strict(importing.command("canonical"))
    .description("Gradeline's own NDJSON, see docs/feed.md")
    .argument("<path...>")
    .action(async (paths: string[], options) =>
      (await import("./import.ts")).importCanonical(readConfig(), paths, options),
    );

  const backfill = gradeline.command("backfill").description("ask providers for what was played before");
  backfill
    .command("results")
    .description(
      "schedules and results of a season or of a span of days, from providers that need no key (and CFBD with one)",
    )
    .addOption(new Option("--sport <sport>", "the sport").choices(sports).makeOptionMandatory())
    .option("--season <year>", "a whole season, as /v1 names it", positiveNumber)
    .option("--from <date>", "the first slate date, YYYY-MM-DD, instead of a season", calendarDate)
    .option("--to <date>", "the last slate date; without it, today", calendarDate)
    .option("--no-details", "leave out officials, weather and periods that cost a request for each game")
    .option("--json", "print the result as JSON")
    .action(async (options) => (await import("./backfill-results.ts")).backfillResultsCommand(readConfig(), options));
  backfill
    .command("the-odds-api")
    .description("historical odds around the starts of the games that the ledger knows; shows plan and cost first")
    .addOption(new Option("--sport <sport>", "the sport").choices(sports).makeOptionMandatory())
    .requiredOption("--from <date>", "the first day of games, YYYY-MM-DD", calendarDate)
    .requiredOption("--to <date>", "the last day of games", calendarDate)
    .option("--markets <keys>", "of h2h, spreads, totals, with commas between", "h2h,spreads,totals")
    .option("--periods", "ask for the markets of periods and team totals too, game by game")
    .option("--no-opening", "ask for closing lines alone")
    .option("--credits-per-day <n>", "the most that a UTC day may cost; otherwise CREDITS_PER_DAY", wholeNumber)
    .option("--dry-run", "show the plan and ask for nothing")
    .option("--yes", "do not ask before it costs")
    .option("--json", "print the plan or the result as JSON")
    .action(async (options) => (await import("./backfill-odds.ts")).backfillOddsCommand(readConfig(), options));

  gradeline
    .command("collect")
    .description(
      "ask providers for schedules, finals and lines when they are due, and publish every night, until a signal",
    )
    .addOption(new Option("--once", "do what is due now, and end: for cron").conflicts("plan"))
    .option("--plan", "print what will be asked in the next 24 hours, and what it costs in credits")
    .option("--json", "print the plan as JSON")
    .option("--quiet", "on a terminal, write only warnings")
    .action(async (options) => (await import("./collect.ts")).collectCommand(readConfig(), options));

  gradeline
    .command("publish")
    .description("publish what the ledger has that the archive has not")
    .option("--all", "do every game again")
    .option("--accept-removals", "let games vanish that were published before")
    .option("--json", "print the result as JSON")
    .action(async (options) => (await import("./publish.ts")).publishCommand(readConfig(), options));
  gradeline
    .command("resolve")
    .description("show the games whose providers disagree, or decide whose score one of them takes")
    .argument("[game-id]", "the game to decide about, as publish names it")
    .addOption(new Option("--provider <provider>", "take its final score and line score from here").conflicts("undo"))
    .option("--undo", "take the decision back")
    .option("--list", "show the open disputes and the decisions (as without a game)")
    .option("--json", "print the result as JSON")
    .action(async (gameId: string | undefined, options) =>
      (await import("./resolve.ts")).resolveCommand(readConfig(), gameId, options),
    );
  gradeline
    .command("status")
    .description("what the database holds; exits with 1 when a night is missing or an alarm is on")
    .option("--json", "print the status as JSON")
    .action(async (options) => (await import("./status.ts")).statusCommand(readConfig(), options));
  gradeline
    .command("report")
    .description("how imports and publishes went, and what they refused: the newest ones, or one by its number")
    .argument("[number]", "only this report", positiveNumber)
    .option("--since <date>", "all since a day or a time of UTC: 2026-11-20, 2026-11-20T09:30Z", instant)
    .option("--all", "print every example, not only the first of each reason")
    .option("--json", "print the reports as JSON")
    .action(async (number: number | undefined, options) =>
      (await import("./report.ts")).reportCommand(readConfig(), number ?? null, options),
    );
  gradeline
    .command("corrections")
    .description("what was published, and replaced or taken away later")
    .option("--since <date>", "since a day or a time of UTC: 2026-11-20, 2026-11-20T09:30Z", instant)
    .option("--json", "print the corrections as JSON")
    .action(async (options) => (await import("./corrections.ts")).correctionsCommand(readConfig(), options));
  gradeline
    .command("explain")
    .description("show how a game came about: records, events, captures, lines, consensus and grading")
    .argument("<game-id>", "a game that is published, held back or pending")
    .option("--book <slug>", "show every line and all captures of this book")
    .option("--json", "print everything as JSON")
    .action(async (gameId: string, options) =>
      (await import("./explain.ts")).explainCommand(readConfig(), gameId, options),
    );
  gradeline
    .command("sample")
    .description("fill the database with sample seasons and publish them")
    .option("--full", "every season since the coverage start: 27,500 games")
    .option("--seed <n>", "another sample", wholeNumber, 1)
    .action(async (options) => (await import("./sample.ts")).sampleCommand(readConfig(), options));

  gradeline
    .command("backup")
    .description("copy everything that cannot be made again to a new folder, also while a server runs")
    .argument("<folder>")
    .option("--json", "print the backup's manifest as JSON")
    .action(async (folder: string, options) =>
      (await import("./backup.ts")).backupCommand(readConfig(), folder, options),
    );
  gradeline
    .command("restore")
    .description("bring a backup back in the place of the files that are there; no server may run")
    .argument("[folder]", "the folder of a backup")
    .option("--check", "only check that the backup is whole")
    .option("--force", "delete the replaced files, which are kept otherwise")
    .option("--back", "after an interrupted restore: put the files of before back")
    .action(async (folder: string | undefined, options) =>
      (await import("./restore.ts")).restoreCommand(readConfig(), folder, options),
    );
  const identities = gradeline.command("identities").description("keep the ids of games beyond a database");
  identities
    .command("export")
    .description("write every id that was given, and every decision, to a new file")
    .argument("<file>")
    .action(async (file: string) => (await import("./identities.ts")).exportIdentities(readConfig(), file));
  identities
    .command("import")
    .description("take the ids of an export, before the first publish of a rebuild")
    .argument("<file>")
    .option("--json", "print the result as JSON")
    .action(async (file: string, options) =>
      (await import("./identities.ts")).importIdentities(readConfig(), file, options),
    );

  gradeline
    .command("check")
    .description("read everything and say what is damaged; writes nothing, and may be done beside a running server")
    .option("--json", "print what was found as JSON")
    .action(async (options) => (await import("./check.ts")).checkCommand(readConfig(), options));

  const account = gradeline.command("account").description("list, show, change and delete accounts");
  account
    .command("list")
    .description("every account with its plan, standing and use")
    .option("--json", "print the accounts as JSON")
    .action(async (options) => (await import("./account.ts")).listAccountsCommand(readConfig(), options));
  account
    .command("show")
    .description("everything of one account, and its keys")
    .argument("<email>")
    .option("--json", "print the account as JSON")
    .action(async (email: string, options) =>
      (await import("./account.ts")).showAccountCommand(readConfig(), email, options),
    );
  account
    .command("set")
    .description("change an account, or make it when it is new; what is not given stays")
    .argument("<email>")
    .addOption(planOption("its plan; this or --standing is needed when the account is new"))
    .addOption(
      new Option("--standing <standing>", "its standing").choices(standings.map(standingText)).argParser(standing),
    )
    .option("--requests-per-minute <n>", 'a rate of its own, or "default" for the plan\'s', limit)
    .option("--requests-per-month <n>", 'a quota of its own, or "default" for the plan\'s', limit)
    .option("--json", "print the account as it now is as JSON")
    .action(async (email: string, options) =>
      (await import("./account.ts")).setAccountCommand(readConfig(), email, options),
    );
  account
    .command("delete")
    .description("delete an account, its keys and all that was counted")
    .argument("<email>")
    .option("--yes", "do not ask")
    .option("--json", "print what was deleted as JSON")
    .action(async (email: string, options) =>
      (await import("./account.ts")).deleteAccountCommand(readConfig(), email, options),
    );

  const key = gradeline.command("key").description("list, make and revoke keys");
  key
    .command("list")
    .description("every key, by its first and last characters")
    .option("--email <email>", "only this account's")
    .option("--json", "print the keys as JSON")
    .action(async (options) => (await import("./key.ts")).listKeysCommand(readConfig(), options));
  key
    .command("create")
    .description("create a key for an account, and the account when it is new")
    .requiredOption("--email <email>", "the account")
    .addOption(planOption("its plan; needed when the account is new"))
    .option("--name <name>", "what the key is for", keyName)
    .option("--requests-per-minute <n>", "this account's own rate", positiveNumber)
    .option("--requests-per-month <n>", "this account's own quota", positiveNumber)
    .option("--json", "print the key as JSON")
    .action(async (options) => (await import("./key.ts")).createKeyCommand(readConfig(), options));
  key
    .command("revoke")
    .description("revoke the key that begins so")
    .argument("<prefix>")
    .option("--last-four <characters>", "how it ends, when several begin so", lastFour)
    .option("--json", "print the revoked key as JSON")
    .action(async (prefix: string, options) =>
      (await import("./key.ts")).revokeKeyCommand(readConfig(), prefix, options),
    );

  gradeline
    .command("usage")
    .description("what an account has used: this minute, this period, and day by day")
    .argument("<email>")
    .option("--days <n>", `days to show, at most ${mostDays}`, dayCount, 30)
    .option("--json", "print the use as JSON")
    .action(async (email: string, options) => (await import("./usage.ts")).usageCommand(readConfig(), email, options));
  return gradeline;
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
