/** ADMIN_EMAILS, and when there are pages for operators. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { isEmail, normalEmail } from "../../src/access/people/email.ts";
import { readConfig, whyNoOperatorPage } from "../../src/config/config.ts";

const emailsOf = (text: string) => readConfig({ ADMIN_EMAILS: text }).adminEmails;

test("addresses are known in small letters, each once", () => {
  assert.deepEqual(emailsOf(" Ann@Example.com ,bob+ops@x.example,ANN@example.COM"), [
    "ann@example.com",
    "bob+ops@x.example",
  ]);
  assert.equal(emailsOf(""), null);
});

test("an address that looks like another, or is none, is refused with its name", () => {
  const lookAlikes = [
    "\u0430nn@example.com",
    "\u212Aate@example.com",
    "ann@ex\u0430mple.com",
    "ａnn@example.com",
    "ann\u200b@example.com",
  ];
  for (const text of [
    ...lookAlikes,
    "ann",
    "ann@",
    "@example.com",
    "ann@example",
    "a..n@example.com",
    "a n@example.com",
    "ann@example.com,",
    "a@b.example\r\nBcc: x@y.example",
    `${"x".repeat(250)}@example.com`,
  ]) {
    assert.throws(() => emailsOf(text), /^ConfigError: ADMIN_EMAILS has "/, text);
  }
  const many = Array.from({ length: 21 }, (_, index) => `a${index}@example.com`);
  assert.equal(emailsOf(many.slice(1).join())?.length, 20);
  assert.throws(() => emailsOf(many.join()), /21 addresses; wanted: at most 20/);
});

test("whoever is accepted can sign in under the address that is kept", () => {
  const unit = fc.constantFrom(..."aZ0.'+-_!ü@\u212A ");
  const nearly = fc.tuple(
    fc.string({ unit, maxLength: 4 }),
    fc.string({ unit, maxLength: 4 }),
    fc.constantFrom("com", "c", "COM"),
  );
  fc.assert(
    fc.property(nearly, ([local, domain, top]) => {
      let emails: readonly string[] | null = null;
      try {
        emails = emailsOf(`${local}@${domain}.${top}`);
      } catch {
        return;
      }
      for (const email of emails ?? []) assert.deepEqual([isEmail(email), normalEmail(email)], [true, email]);
    }),
    { numRuns: 2_000 },
  );
});

test("why there are no such pages is said in a sentence, with the setting to look at", () => {
  const mail = { url: "smtp://127.0.0.1:1", from: "a@example.com" };
  const whole = { adminEmails: ["ann@example.com"], mail, showSignInLinks: null };
  assert.equal(whyNoOperatorPage(whole), null);
  assert.match(whyNoOperatorPage({ ...whole, adminEmails: null }) ?? "", /ADMIN_EMAILS names nobody/);
  assert.match(whyNoOperatorPage({ ...whole, mail: null }) ?? "", /SMTP_URL/);
  assert.match(whyNoOperatorPage({ ...whole, showSignInLinks: true }) ?? "", /SHOW_SIGN_IN_LINKS/);
});
