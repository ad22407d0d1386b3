/** The table of the commands about those who may ask: accounts, keys, and their use. */
import { type Command, Option } from "commander";
import { standings } from "../access/plans.ts";
import { addCommand } from "./add-command.ts";
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

export function addAccessCommands(gradeline: Command): void {
  const account = gradeline.command("account").description("list, show, change, delete and move accounts");
  const ofAccounts = () => import("./accounts.ts");
  const listing = "every account with its plan, standing and use";
  addCommand(account, "list", listing, async () => (await ofAccounts()).listAccountsCommand, "the accounts");
  const showing = "everything of one account, and its keys";
  addCommand(account, "show <email>", showing, async () => (await ofAccounts()).showAccountCommand, "the account");
  const setting = "change an account, or make it when it is new; what is not given stays";
  const asItIs = "the account";
  addCommand(account, "set <email>", setting, async () => (await ofAccounts()).setAccountCommand, asItIs)
    .addOption(planOption("its plan; this or --standing is needed when the account is new"))
    .addOption(
      new Option("--standing <standing>", "its standing").choices(standings.map(standingText)).argParser(standing),
    )
    .option("--requests-per-minute <n>", 'a rate of its own, or "default" for the plan\'s', limit)
    .option("--requests-per-month <n>", 'a quota of its own, or "default" for the plan\'s', limit);
  const ending = "end every sign-in of a person, who can sign in again with a new link";
  const signOut = async () => (await ofAccounts()).signOutCommand;
  addCommand(account, "sign-out <email>", ending, signOut, "how many there were");
  const deleting = "delete an account, its keys and all that was counted";
  const deleteAccount = async () => (await ofAccounts()).deleteAccountCommand;
  addCommand(account, "delete <email>", deleting, deleteAccount, "what was deleted").option(
    "--yes",
    "without it nothing is deleted, and the command says what would be",
  );
  const exporting =
    "write every account with its keys, use and subscription to a new file, also of a version before 0.2.0";
  addCommand(account, "export <file>", exporting, async () => (await import("./exports.ts")).exportAccounts);
  const importing = "take the accounts of an export, all of them or none";
  const importAccounts = async () => (await import("./exports.ts")).importAccounts;
  addCommand(account, "import <file>", importing, importAccounts, "the result");

  const key = gradeline.command("key").description("list, make and revoke keys");
  const listingKeys = "every key, by its first and last characters";
  addCommand(key, "list", listingKeys, async () => (await ofAccounts()).listKeysCommand, "the keys");
  const creating = "create a key for an account, and the account when it is new";
  addCommand(key, "create", creating, async () => (await ofAccounts()).createKeyCommand, "the key")
    .requiredOption("--email <email>", "the account")
    .addOption(planOption("its plan; needed when the account is new"))
    .option("--name <name>", "what the key is for", keyName)
    .option("--requests-per-minute <n>", "this account's own rate", positiveNumber)
    .option("--requests-per-month <n>", "this account's own quota", positiveNumber);
  const revoking = "revoke the key that begins so";
  addCommand(
    key,
    "revoke <prefix>",
    revoking,
    async () => (await ofAccounts()).revokeKeyCommand,
    "the revoked key",
  ).option("--last-four <characters>", "how it ends, when several begin so", lastFour);

  const using = "what an account has used: this minute, this period, and day by day, less at most the last second";
  addCommand(gradeline, "usage <email>", using, async () => (await ofAccounts()).usageCommand, "the use").option(
    "--days <n>",
    `days to show, at most ${mostDays}`,
    dayCount,
    30,
  );
}
