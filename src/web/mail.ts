/** The one mail that is sent: the link that signs somebody in. */

export type MailSettings = {
  /** smtp://user:password@host:port, or smtps://… */
  readonly url: string;
  readonly from: string;
};

/** Within it the server must answer; the person is waiting at the page. */
const timeoutMs = 10_000;

/** Resolves when the server has taken the mail; rejects with what the server or the network said. */
export function mailer({ url, from }: MailSettings): (email: string, link: string) => Promise<void> {
  let opened: Promise<{ sendMail(mail: object): Promise<unknown> }> | null = null;
  const open = async () => {
    // A server that sends nothing need not load it.
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return async (email, link) => {
    opened ??= open();
    await (await opened).sendMail({
      from,
      to: { name: "", address: email },
      subject: "Your link to Gradeline",
      text: textOf(link),
      html: htmlOf(link),
      // No robot should answer, and no link be followed for statistics.
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    });
  };
}

const promise = "It is good once, for 15 minutes. If it was not you who asked for it, there is nothing to do.";

function textOf(link: string): string {
  return `Sign in to Gradeline:\n\n${link}\n\n${promise}\n`;
}

/** The link is ours, and its token is letters. */
function htmlOf(link: string): string {
  return [
    '<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#1c2330">',
    `<p><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5fd6;`,
    'color:#fff;text-decoration:none;font-weight:600">Sign in to Gradeline</a></p>',
    `<p>${promise}</p><p style="color:#5b6575">${link}</p></body></html>`,
  ].join("");
}
