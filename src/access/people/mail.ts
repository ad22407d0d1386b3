/** Sends the mail that Gradeline sends: the link that signs somebody in, and the one that confirms an operator's deed. */
import { html } from "ghtml";

export type MailSettings = {
  /** Such as smtp://user:password@host:port, or smtps://… */
  readonly url: string;
  readonly from: string;
};

/** The mail server must answer within this time, because the person is waiting at the page. */
const timeoutMs = 10_000;

/** Each of these returns a function that resolves when the mail server has taken the mail, and rejects with the error otherwise. */
export function mailer(settings: MailSettings): (email: string, link: string) => Promise<void> {
  const post = openPost(settings);
  return (email, link) => post(email, signInLetter(link));
}

/** @returns a function that takes a sentence about the deed, too: what the link confirms. */
export function deedMailer(settings: MailSettings): (email: string, link: string, sentence: string) => Promise<void> {
  const post = openPost(settings);
  return (email, link, sentence) => post(email, deedLetter(link, sentence));
}

type Letter = { readonly subject: string; readonly text: string; readonly html: string };

function openPost({ url, from }: MailSettings): (email: string, letter: Letter) => Promise<void> {
  let opened: Promise<{ sendMail(mail: object): Promise<unknown> }> | null = null;
  const open = async () => {
    // Loaded here, so that a server that sends no mail does not load it.
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
  return async (email, letter) => {
    opened ??= open();
    await (await opened).sendMail({
      from,
      to: { name: "", address: email },
      ...letter,
      // These ask mail robots not to answer.
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    });
  };
}

/**
 * Connects and signs in as for a mail, and sends none. @param waitMs for each step.
 * @throws the error of the mail server, or of the way to it.
 */
export async function verifyMail({ url }: MailSettings, waitMs: number): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const limits = { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs, dnsTimeout: waitMs };
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

const promise = "It is good once, for 15 minutes. If it was not you who asked for it, there is nothing to do.";

function signInLetter(link: string): Letter {
  return {
    subject: "Your link to Gradeline",
    text: `Sign in to Gradeline:\n\n${link}\n\n${promise}\n`,
    html: pageOf("", link, "Sign in to Gradeline", promise),
  };
}

const careful =
  "It is good once, for 15 minutes, in the browser in which you asked for it. If it was not you who asked, somebody else is " +
  "signed in as you: sign out everywhere on the page for operators, and change the password of your mailbox.";

/** The sentence stands in the mail and never in its head. */
function deedLetter(link: string, sentence: string): Letter {
  return {
    subject: "Confirm a change at Gradeline",
    text: `${sentence}\n\nTo confirm it, open this link:\n\n${link}\n\n${careful}\n`,
    html: pageOf(html`<p>${sentence}</p>`, link, "Look at it and confirm", careful),
  };
}

/** The link needs no escaping: it is ours, and its token consists of letters. */
function pageOf(before: string, link: string, words: string, after: string): string {
  return [
    '<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#1c2330">',
    before,
    `<p><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5fd6;`,
    `color:#fff;text-decoration:none;font-weight:600">${words}</a></p>`,
    `<p>${after}</p><p style="color:#5b6575">${link}</p></body></html>`,
  ].join("");
}
