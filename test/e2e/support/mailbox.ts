/** An SMTP server that keeps what it is sent, for the links in it. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type Mailbox = {
  readonly smtpUrl: string;
  /** All links mailed to an address, oldest first. */
  linksTo(email: string): readonly string[];
  close(): Promise<void>;
};

export async function openMailbox(): Promise<Mailbox> {
  const received: { readonly to: readonly string[]; readonly text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: plain(text) });
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    linksTo: (email) =>
      received
        .filter(({ to }) => to.includes(email))
        .map(({ text }) => /^https?:\/\/\S+\/link\?token=\S+/m.exec(text)?.[0] ?? "mail without a link"),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Undoes quoted-printable, RFC 2045 6.7. */
function plain(text: string): string {
  return text.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
}
