/** Whether there are pages for operators, and if not, why. */
import type { Config } from "./config.ts";

/**
 * Pure. Null: there are. Otherwise a sentence for an operator, with what to do: every address of them is 404 then.
 * Somebody who can have anybody's link shown to them, or reads links in a log, could be any operator.
 */
export function whyNoOperatorPage({
  adminEmails,
  mail,
  showSignInLinks,
}: Pick<Config, "adminEmails" | "mail" | "showSignInLinks">): string | null {
  if (adminEmails === null) return "there are no pages for operators: ADMIN_EMAILS names nobody";
  if (mail === null) return "there are no pages for operators: they need SMTP_URL, which mails the links that sign in";
  if (showSignInLinks === true) {
    return "there are no pages for operators: SHOW_SIGN_IN_LINKS=1 shows anybody's sign-in link to whoever asks";
  }
  return null;
}
