/** The table of the commands about those who may ask: accounts, keys, and their use. */
import { type Command, Option } from "commander";
import { standings } from "../access/plans.ts";
import {
  dayCount,
  keyName,
  lastFour,
  limit,
  mostDays,
  planOption,
  positiveNumber,
  standing,
  standingText,
} from "./arguments.ts";
import { runs } from "./runs.ts";

export function addAccessCommands(gradeline: Command): void {
  const account = gradeline.command("account").description("list, show, change, delete and move accounts");
  account
    .command("list")
    .description("every account with its plan, standing and use")
    .option("--json", "print the accounts as JSON")
    .action(runs(async () => (await import("./accounts.ts")).listAccountsCommand));
  account
    .command("show <email>")
    .description("everything of one account, and its keys")
    .option("--json", "print the account as JSON")
    .action(runs(async () => (await import("./accounts.ts")).showAccountCommand));
  account
    .command("set <email>")
    .description("change an account, or make it when it is new; what is not given stays")
    .addOption(planOption("its plan; this or --standing is needed when the account is new"))
    .addOption(
      new Option("--standing <standing>", "its standing").choices(standings.map(standingText)).argParser(standing),
    )
    .option("--requests-per-minute <n>", 'a rate of its own, or "default" for the plan\'s', limit)
    .option("--requests-per-month <n>", 'a quota of its own, or "default" for the plan\'s', limit)
    .option("--json", "print the account as it now is as JSON")
    .action(runs(async () => (await import("./accounts.ts")).setAccountCommand));
  account
    .command("sign-out <email>")
    .description("end every sign-in of a person, who can sign in again with a new link")
    .option("--json", "print how many there were as JSON")
    .action(runs(async () => (await import("./accounts.ts")).signOutCommand));
  account
    .command("delete <email>")
    .description("delete an account, its keys and all that was counted")
    .option("--yes", "do not ask")
    .option("--json", "print what was deleted as JSON")
    .action(runs(async () => (await import("./accounts.ts")).deleteAccountCommand));
  account
    .command("export <file>")
    .description(
      "write every account with its keys, use and subscription to a new file, also of a version before 0.2.0",
    )
    .action(runs(async () => (await import("./account-file.ts")).exportAccounts));
  account
    .command("import <file>")
    .description("take the accounts of an export, all of them or none")
    .option("--json", "print the result as JSON")
    .action(runs(async () => (await import("./account-file.ts")).importAccounts));

  const key = gradeline.command("key").description("list, make and revoke keys");
  key
    .command("list")
    .description("every key, by its first and last characters")
    .option("--json", "print the keys as JSON")
    .action(runs(async () => (await import("./accounts.ts")).listKeysCommand));
  key
    .command("create")
    .description("create a key for an account, and the account when it is new")
    .requiredOption("--email <email>", "the account")
    .addOption(planOption("its plan; needed when the account is new"))
    .option("--name <name>", "what the key is for", keyName)
    .option("--requests-per-minute <n>", "this account's own rate", positiveNumber)
    .option("--requests-per-month <n>", "this account's own quota", positiveNumber)
    .option("--json", "print the key as JSON")
    .action(runs(async () => (await import("./accounts.ts")).createKeyCommand));
  key
    .command("revoke <prefix>")
    .description("revoke the key that begins so")
    .option("--last-four <characters>", "how it ends, when several begin so", lastFour)
    .option("--json", "print the revoked key as JSON")
    .action(runs(async () => (await import("./accounts.ts")).revokeKeyCommand));

  gradeline
    .command("usage <email>")
    .description("what an account has used: this minute, this period, and day by day, less at most the last second")
    .option("--days <n>", `days to show, at most ${mostDays}`, dayCount, 30)
    .option("--json", "print the use as JSON")
    .action(runs(async () => (await import("./accounts.ts")).usageCommand));
}
