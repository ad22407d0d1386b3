/** Sends the mail that Gradeline sends: the link that signs somebody in. */

export type MailSettings = {
  /** Such as smtp://user:password@host:port, or smtps://… */
  readonly url: string;
  readonly from: string;
};

/** The mail server must answer within this time, because the person is waiting at the page. */
const timeoutMs = 10_000;

/** Returns a function that resolves when the mail server has taken the mail, and rejects with its error otherwise. */
export function mailer({ url, from }: MailSettings): (email: string, link: string) => Promise<void> {
  let opened: ReturnType<typeof transportTo> | null = null;
  return async (email, link) => {
    opened ??= transportTo(url, timeoutMs);
    await (await opened).sendMail({
      from,
      to: { name: "", address: email },
      subject: "Your link to Gradeline",
      text: `Sign in to Gradeline:\n\n${link}\n\n${promise}\n`,
      html: pageOf(link),
      // These ask mail robots not to answer.
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    });
  };
}

/** @param waitMs for each step. */
async function transportTo(url: string, waitMs: number) {
  // Loaded here, so that a server that sends no mail does not load it.
  const { createTransport } = await import("nodemailer");
  const limits = { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs, dnsTimeout: waitMs };
  return createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
}

/**
 * Connects and signs in as for a mail, and sends none. @param waitMs for each step.
 * @throws the error of the mail server, or of the way to it.
 */
export async function verifyMail({ url }: MailSettings, waitMs: number): Promise<void> {
  const transport = await transportTo(url, waitMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

const promise = "It is good once, for 15 minutes. If it was not you who asked for it, there is nothing to do.";

/** The link needs no escaping: it is ours, and its token consists of letters. */
function pageOf(link: string): string {
  return [
    '<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#1c2330">',
    `<p><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5fd6;`,
    'color:#fff;text-decoration:none;font-weight:600">Sign in to Gradeline</a></p>',
    `<p>${promise}</p><p style="color:#5b6575">${link}</p></body></html>`,
  ].join("");
}
