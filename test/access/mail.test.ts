/** The mail with the link, to a real SMTP server on this machine. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, test } from "vitest";
import { mailer } from "../../src/access/people/mail.ts";

type Received = { readonly from: string; readonly to: readonly string[]; readonly text: string };

const received: Received[] = [];
const server = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  authOptional: true,
  onAuth: ({ username, password }, _session, done) =>
    username === "gradeline" && password === "p@ss" ? done(null, { user: username }) : done(new Error("no")),
  onRcptTo: ({ address }, _session, done) =>
    done(address === "nobody@example.com" ? new Error("no such mailbox") : undefined),
  async onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
    let text = "";
    for await (const chunk of stream) text += chunk;
    received.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), text });
    done();
  },
});
const listening = server.listen(0, "127.0.0.1");
await once(listening, "listening");
const { port } = listening.address() as AddressInfo;
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

const link = "https://gradeline.example/manage/link?token=ybhWwpkxDNtWuNnAUGyzjWgIuvFrUVrV";
const from = "Gradeline <hello@gradeline.example>";

test("the mail goes to its reader alone, with the link as text and as a button", async () => {
  await mailer({ url: `smtp://gradeline:p%40ss@127.0.0.1:${port}`, from })("jane@example.com", link);
  assert.equal(received.length, 1);
  const [mail] = received;
  assert.deepEqual([mail?.from, mail?.to], ["hello@gradeline.example", ["jane@example.com"]]);
  const { text = "" } = mail ?? {};
  assert.match(text, /^Subject: Your link to Gradeline\r?$/m);
  assert.match(text, /^Auto-Submitted: auto-generated\r?$/m);
  // Undoes quoted-printable, RFC 2045 6.7.
  const plain = text.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
  assert.ok(plain.includes(`\n${link}\r\n`) && plain.includes(`href="${link}"`), plain);
});

test.for<[what: string, server: string, email: string, error: RegExp]>([
  ["an address that the server refuses", `127.0.0.1:${port}`, "nobody@example.com", /no such/],
  ["a wrong password", `gradeline:x@127.0.0.1:${port}`, "a@example.com", /./],
  ["no server at all", "127.0.0.1:1", "a@example.com", /ECONNREFUSED/],
])("%s rejects, and nothing is received", async ([, server, email, error]) => {
  const before = received.length;
  await assert.rejects(mailer({ url: `smtp://${server}`, from })(email, link), error);
  assert.equal(received.length, before);
});
