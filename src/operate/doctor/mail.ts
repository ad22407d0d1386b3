/** Whether mail can be sent: the mail server is asked to let us in, and nothing is sent. */
import { type MailSettings, verifyMail } from "../../access/people/mail.ts";
import { reasonOf } from "../../database/database-error.ts";
import { type Finding, ok, warning, wrong } from "./finding.ts";

const name = "mail";

export async function checkMail(mail: MailSettings | null, waitMs: number): Promise<Finding> {
  if (mail === null) {
    const remedy = "set SMTP_URL and MAIL_FROM";
    return warning(
      name,
      "SMTP_URL is not set: links that sign people in are written to the log, and sent to nobody",
      remedy,
    );
  }
  const { host } = new URL(mail.url);
  try {
    await verifyMail(mail, waitMs);
    return ok(name, `the mail server ${host} lets us in, and mail comes from ${mail.from}`);
  } catch (error) {
    const remedy = "mend SMTP_URL, or let this machine reach the mail server";
    return wrong(name, `the mail server ${host} does not let us in: ${reasonOf(error)}`, remedy);
  }
}
