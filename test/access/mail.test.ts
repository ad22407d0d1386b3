/** The mail with the link, to a real SMTP server on this machine. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { test } from "vitest";
import { mailer } from "../../src/access/people/mail.ts";

type Received = { readonly from: string; readonly to: readonly string[]; readonly text: string };

async function openSmtp(): Promise<{ port: number; received: Received[]; close(): Promise<void> }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "gradeline" && password === "p@ss" ? done(null, { user: username }) : done(new Error("no")),
    onRcptTo: ({ address }, _session, done) =>
      done(address === "nobody@example.com" ? new Error("no such mailbox") : undefined),
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({ from: mailFrom === false ? "" : mailFrom.address, to: rcptTo.map((to) => to.address), text });
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Undoes quoted-printable, RFC 2045 6.7. */
function plain(text: string): string {
  return text.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
}

const link = "https://gradeline.example/manage/link?token=ybhWwpkxDNtWuNnAUGyzjWgIuvFrUVrV";

test("the mail goes to its reader alone, with the link as text and as a button", async () => {
  const smtp = await openSmtp();
  const send = mailer({
    url: `smtp://gradeline:p%40ss@127.0.0.1:${smtp.port}`,
    from: "Gradeline <hello@gradeline.example>",
  });
  await send("jane@example.com", link);
  assert.equal(smtp.received.length, 1);
  const [{ from, to, text } = { from: "", to: [], text: "" }] = smtp.received;
  assert.deepEqual([from, to], ["hello@gradeline.example", ["jane@example.com"]]);
  assert.match(text, /^Subject: Your link to Gradeline\r?$/m);
  assert.match(text, /^Auto-Submitted: auto-generated\r?$/m);
  assert.ok(plain(text).includes(`\n${link}\r\n`));
  assert.ok(plain(text).includes(`href="${link}"`));
  await smtp.close();
});

test("an address that the server refuses, a wrong password and no server at all reject", async () => {
  const smtp = await openSmtp();
  const from = "hello@gradeline.example";
  await assert.rejects(mailer({ url: `smtp://127.0.0.1:${smtp.port}`, from })("nobody@example.com", link), /no such/);
  await assert.rejects(mailer({ url: `smtp://gradeline:x@127.0.0.1:${smtp.port}`, from })("a@example.com", link));
  await smtp.close();
  await assert.rejects(mailer({ url: `smtp://127.0.0.1:${smtp.port}`, from })("a@example.com", link));
  assert.equal(smtp.received.length, 0);
});
