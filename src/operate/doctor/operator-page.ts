/** Whether the people whom ADMIN_EMAILS names find the pages for operators. */
import type { Config } from "../../config/config.ts";
import { whyNoOperatorPage } from "../../config/operator-page.ts";
import { type Finding, ok, warning } from "./finding.ts";

const name = "operators' pages";

export function checkOperatorPage(config: Pick<Config, "adminEmails" | "mail" | "showSignInLinks">): Finding {
  const why = whyNoOperatorPage(config);
  if (why === null) return ok(name, "they are at /manage/operate, for the addresses of ADMIN_EMAILS");
  // Nobody asked for them.
  if (config.adminEmails === null) return ok(name, why);
  return warning(name, why, "set SMTP_URL and MAIL_FROM, and leave out SHOW_SIGN_IN_LINKS, or leave out ADMIN_EMAILS");
}
