/** The settings: what is taken when nothing is said, and what is refused by name. */
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { ConfigError, readConfig, type Settings } from "../src/config.ts";

test("without settings there is an embedded database in data, and neither mail nor billing nor a trusted proxy", () => {
  assert.deepEqual(readConfig({}), {
    host: "127.0.0.1",
    port: 8080,
    dataDir: resolve("data"),
    databaseUrl: resolve("data/gradeline.db"),
    manageUrl: null,
    trustProxy: null,
    sessionSecret: null,
    mail: null,
    stripe: null,
    logLevel: "info",
  });
  assert.deepEqual(readConfig({ PORT: " ", SMTP_URL: "", STRIPE_SECRET_KEY: "" }), readConfig({}));
});

test("what belongs to a database file lies beside it, unless DATA_DIR says where", () => {
  const folderOf = (settings: Settings) => readConfig(settings).dataDir;
  assert.equal(folderOf({ DATABASE_URL: "/var/lib/gradeline/gradeline.db" }), "/var/lib/gradeline");
  assert.equal(folderOf({ DATABASE_URL: "sqlite:///var/lib/gradeline/gradeline.db" }), "/var/lib/gradeline");
  assert.equal(folderOf({ DATABASE_URL: "/var/lib/gradeline/gradeline.db", DATA_DIR: "/srv" }), "/srv");
  assert.equal(folderOf({ DATABASE_URL: "postgres://user@host/database" }), resolve("data"));
});

test("a full set of settings is read", () => {
  const config = readConfig({
    MANAGE_URL: "https://gradeline.example/manage/",
    TRUST_PROXY: "loopback, 10.0.0.0/8",
    SESSION_SECRET: "x".repeat(32),
    SMTP_URL: "smtps://user:p%40ss@mail.example:465",
    MAIL_FROM: "Gradeline <hello@gradeline.example>",
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    STRIPE_PRICE_ID: "price_1",
  });
  assert.equal(config.manageUrl, "https://gradeline.example/manage");
  assert.equal(config.trustProxy, "loopback, 10.0.0.0/8");
  assert.deepEqual(config.mail, {
    url: "smtps://user:p%40ss@mail.example:465",
    from: "Gradeline <hello@gradeline.example>",
  });
  assert.deepEqual(config.stripe, {
    secretKey: "sk_test_1",
    webhookSecret: "whsec_1",
    priceId: "price_1",
    apiUrl: "https://api.stripe.com",
  });
});

const refused: readonly (readonly [Settings, RegExp])[] = [
  [{ PORT: "x" }, /PORT/],
  [{ PORT: "65536" }, /PORT/],
  [{ LOG_LEVEL: "loud" }, /LOG_LEVEL/],
  [{ MANAGE_URL: "gradeline.example" }, /MANAGE_URL/],
  [{ MANAGE_URL: "ftp://gradeline.example" }, /MANAGE_URL/],
  [{ SESSION_SECRET: "short" }, /SESSION_SECRET is shorter than 32/],
  [{ SMTP_URL: "smtp://user:secret@host" }, /MAIL_FROM/],
  [{ MAIL_FROM: "hello@gradeline.example" }, /SMTP_URL/],
  [{ SMTP_URL: "http://user:secret@host", MAIL_FROM: "a@b.example" }, /SMTP_URL/],
  [{ SMTP_URL: "smtp://host", MAIL_FROM: "nobody" }, /MAIL_FROM/],
  [{ STRIPE_SECRET_KEY: "sk_secret" }, /STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID/],
  [{ STRIPE_PRICE_ID: "price_1", STRIPE_WEBHOOK_SECRET: "whsec_secret" }, /STRIPE_SECRET_KEY/],
  [
    { STRIPE_SECRET_KEY: "k", STRIPE_WEBHOOK_SECRET: "w", STRIPE_PRICE_ID: "p", STRIPE_API_URL: "nowhere" },
    /STRIPE_API_URL/,
  ],
];

for (const [settings, message] of refused) {
  test(`${Object.keys(settings).join(" and ")} of ${Object.values(settings).join(" and ")} is refused by name`, () => {
    assert.throws(
      () => readConfig(settings),
      (error) => {
        assert.ok(error instanceof ConfigError && message.test(error.message), String(error));
        assert.doesNotMatch(error.message, /user:secret|sk_secret|whsec_secret/);
        return true;
      },
    );
  });
}
