/** `gradeline usage` */
import { usageOf } from "../access/usage.ts";
import type { Config } from "../config/config.ts";
import { noAccount } from "./new-account.ts";
import { print } from "./output/print.ts";
import { usageJson, usageLines } from "./output/usage-text.ts";
import { readAccess } from "./with-database.ts";

type Options = { readonly days: number; readonly json?: true };

const widestBar = 40;
/** Characters that a line has before its bar. */
const besideBar = 24;

export async function usageCommand(config: Config, email: string, options: Options): Promise<void> {
  const now = new Date();
  const usage = await readAccess(config, (access) => usageOf(access, email, now, options.days));
  if (usage === null) throw noAccount(email);
  const lines = usageLines(usage, { nowMs: now.getTime(), barWidth: barWidth() });
  print(usageJson(usage), { json: options.json, lines });
}

function barWidth(): number | null {
  const screen = process.stdout;
  return screen.isTTY ? Math.min(widestBar, Math.max(1, screen.columns - besideBar)) : null;
}
