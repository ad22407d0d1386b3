/** The settings: what is taken when nothing is said, and what is refused by name. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fastify } from "fastify";
import { test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import type { Settings } from "../../src/config/settings.ts";
import { ConfigError } from "../../src/config/values.ts";
import { testFolder } from "../support/folders.ts";

const folder = testFolder("config");
const plainFile = join(folder, "plain-file");
writeFileSync(plainFile, "");

test("without settings there is an embedded database in data, and neither mail nor billing nor a trusted proxy", () => {
  // Partial, so that a setting more takes no line here.
  assert.partialDeepStrictEqual(readConfig({}), {
    host: "127.0.0.1",
    port: 8080,
    dataDir: resolve("data"),
    databaseUrl: resolve("data/gradeline.db"),
    databaseWaitSeconds: 60,
    drainSeconds: 0,
    manageUrl: null,
    trustProxy: null,
    sessionSecret: null,
    showSignInLinks: null,
    mail: null,
    stripe: null,
    planPrice: null,
    exploreSeasons: "newest",
    links: { terms: null, support: null, status: null },
    collect: {
      isOn: false,
      sports: ["mlb", "nfl", "ncaaf", "nba", "nhl"],
      baseUrls: {
        "mlb-statsapi": "https://statsapi.mlb.com",
        "nhl-api": "https://api-web.nhle.com",
        nflverse: "https://github.com/nflverse/nflverse-data/releases/download",
        cfbd: "https://api.collegefootballdata.com",
        espn: "https://site.api.espn.com",
        "the-odds-api": "https://api.the-odds-api.com",
      },
      cfbdKey: null,
      oddsApiKey: null,
      oddsApiRegions: ["us", "us2"],
      creditsPerDay: null,
      contact: null,
    },
    metrics: null,
    logLevel: null,
    alarmWebhookUrl: null,
  });
  assert.deepEqual(readConfig({ PORT: " ", SMTP_URL: "", STRIPE_SECRET_KEY: "" }), readConfig({}));
});

/** What is taken as it is said, or in the form in which the program wants it. */
test.for<[what: string, settings: Settings, expected: object]>([
  [
    "times are whole seconds",
    { DATABASE_WAIT_SECONDS: "0", DRAIN_SECONDS: "5" },
    { databaseWaitSeconds: 0, drainSeconds: 5 },
  ],
  [
    "a server collects where COLLECT is on: the sports that are named, from addresses without a slash at their end, as said",
    {
      COLLECT: "on",
      COLLECT_SPORTS: "nhl, nfl",
      COLLECT_CONTACT: "mailto:data@example.org",
      ESPN_URL: "http://127.0.0.1:8081/",
      NFLVERSE_URL: "https://mirror.example/nflverse/",
      THE_ODDS_API_KEY: "0123456789abcdef",
      THE_ODDS_API_REGIONS: "us, eu",
      CREDITS_PER_DAY: "600",
    },
    {
      collect: {
        isOn: true,
        sports: ["nfl", "nhl"],
        contact: "mailto:data@example.org",
        baseUrls: { espn: "http://127.0.0.1:8081", nflverse: "https://mirror.example/nflverse" },
        oddsApiKey: "0123456789abcdef",
        oddsApiRegions: ["us", "eu"],
        creditsPerDay: 600,
      },
    },
  ],
  [
    "links are web addresses, and support may be a mailbox",
    {
      TERMS_URL: "https://gradeline.example/terms",
      SUPPORT_URL: "mailto:help@gradeline.example",
      STATUS_URL: "http://status.example",
    },
    {
      links: {
        terms: "https://gradeline.example/terms",
        support: "mailto:help@gradeline.example",
        status: "http://status.example/",
      },
    },
  ],
  ["the price of the plan is a line", { PLAN_PRICE: " $19 a month " }, { planPrice: "$19 a month" }],
  [
    "the management page has an address and a secret, behind a proxy",
    {
      MANAGE_URL: "https://gradeline.example/manage/",
      TRUST_PROXY: "loopback, 10.0.0.0/8",
      SESSION_SECRET: "x".repeat(32),
    },
    {
      manageUrl: "https://gradeline.example/manage",
      trustProxy: "loopback, 10.0.0.0/8",
      sessionSecret: "x".repeat(32),
    },
  ],
  [
    "mail has a server and a sender",
    { SMTP_URL: "smtps://user:p%40ss@mail.example:465", MAIL_FROM: "Gradeline <hello@gradeline.example>" },
    { mail: { url: "smtps://user:p%40ss@mail.example:465", from: "Gradeline <hello@gradeline.example>" } },
  ],
  [
    "billing has a key, a secret and a price",
    { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1", STRIPE_PRICE_ID: "price_1" },
    {
      stripe: {
        secretKey: "sk_test_1",
        webhookSecret: "whsec_1",
        priceId: "price_1",
        apiUrl: "https://api.stripe.com",
      },
    },
  ],
  [
    "metrics have a port of their own, on this machine",
    { METRICS_PORT: "9464" },
    { metrics: { host: "127.0.0.1", port: 9464 } },
  ],
  [
    "metrics are where METRICS_HOST says",
    { METRICS_PORT: "0", METRICS_HOST: "10.0.0.5" },
    { metrics: { host: "10.0.0.5", port: 0 } },
  ],
  ...["newest", "all", "none"].map((text): [string, Settings, object] => [
    `everybody may explore ${text}`,
    { EXPLORE_SEASONS: text },
    { exploreSeasons: text },
  ]),
  ["everybody may explore the seasons since a year", { EXPLORE_SEASONS: " 2024 " }, { exploreSeasons: 2024 }],
  [
    "what belongs to a database file lies beside it",
    { DATABASE_URL: "/var/lib/gradeline/gradeline.db" },
    { dataDir: "/var/lib/gradeline" },
  ],
  [
    "a file may be written as a URL",
    { DATABASE_URL: "sqlite:///var/lib/gradeline/gradeline.db" },
    { dataDir: "/var/lib/gradeline" },
  ],
  [
    "DATA_DIR says where instead",
    { DATABASE_URL: "/var/lib/gradeline/gradeline.db", DATA_DIR: "/srv" },
    { dataDir: "/srv" },
  ],
  ["a server's files are in data", { DATABASE_URL: "postgres://user@host/database" }, { dataDir: resolve("data") }],
])("%s", ([, settings, expected]) => assert.partialDeepStrictEqual(readConfig(settings), expected));

test("links may be shown to whoever asks only on this machine itself [D-50]", () => {
  const shown = (settings: Settings) => readConfig({ SHOW_SIGN_IN_LINKS: "1", ...settings }).showSignInLinks;
  for (const host of ["127.0.0.1", "127.1.2.3", "::1", "localhost"]) assert.equal(shown({ HOST: host }), true, host);
  for (const url of ["http://localhost:8080/manage", "http://[::1]/manage"])
    assert.equal(shown({ MANAGE_URL: url }), true);
  assert.equal(shown({ SHOW_SIGN_IN_LINKS: "0", HOST: "0.0.0.0" }), false);
});

test("every way to write a file, and every PostgreSQL address, is taken as it is, also one of a socket", () => {
  const files = ["gradeline.db", "./a:b.db", "C:\\data\\g.db", "sqlite:g.db", "sqlite:///srv/g.db", "file:g.db"];
  const servers = ["postgres://u:p@host:5433/db", "postgresql://host/db", "postgres:///db?host=/run/postgresql"];
  for (const url of [...files, ...servers]) assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url);
});

test("the server takes every TRUST_PROXY that the settings take", () => {
  const addresses = ["10.0.0.1", "10.0.0.0/8,::1", "fd00::/8", "::ffff:10.0.0.1", "::ffff:10.0.0.0/104"];
  for (const proxy of [...addresses, "loopback, linklocal , uniquelocal"]) {
    const { trustProxy } = readConfig({ TRUST_PROXY: proxy });
    assert.equal(trustProxy, proxy);
    fastify({ trustProxy: trustProxy ?? false });
  }
});

/** By setting: texts of it alone, and why each of them is refused. */
const texts: Readonly<Record<string, readonly (readonly [texts: readonly string[], RegExp])[]>> = {
  DATABASE_WAIT_SECONDS: [[["-1", "1.5", "1e3", "3601", "x"], /^DATABASE_WAIT_SECONDS is ".+"; wanted: whole/]],
  DRAIN_SECONDS: [[["6", "-1", "2s"], /^DRAIN_SECONDS is ".+"; wanted: whole/]],
  METRICS_PORT: [
    [["x", "65536"], /^METRICS_PORT is ".+"; wanted: a port number from 0 to 65535/],
    [["8080"], /METRICS_PORT is 8080, as PORT is: metrics need a port of their own/],
  ],
  METRICS_HOST: [[["10.0.0.5"], /METRICS_HOST says where metrics are, and METRICS_PORT is not set/]],
  COLLECT: [[["1"], /COLLECT is "1"; allowed: on, off/]],
  COLLECT_SPORTS: [[["nfl,xfl"], /COLLECT_SPORTS is "nfl,xfl"; wanted: some of mlb/]],
  THE_ODDS_API_KEY: [[["my secret key"], /^THE_ODDS_API_KEY is no key/]],
  CFBD_API_KEY: [[["my secret key"], /^CFBD_API_KEY is no key/]],
  MANIFEST_KEY: [[["my secret key"], /^MANIFEST_KEY is no key/]],
  TERMS_URL: [[["javascript:alert(1)", "mailto:help@gradeline.example"], /^TERMS_URL/]],
  SUPPORT_URL: [[["help@gradeline.example", "mailto:a b"], /^SUPPORT_URL/]],
  STATUS_URL: [[["status.example", "https://user:secret@status.example"], /^STATUS_URL/]],
  EXPLORE_SEASONS: [[["Newest", "24", "2024-25", "1999", "everything"], /^EXPLORE_SEASONS is ".*"; allowed: newest/]],
  PLAN_PRICE: [[["x".repeat(41), "$19\na month"], /PLAN_PRICE is longer than 40 characters or has several lines/]],
  ESPN_URL: [[["site.api.espn.com"], /ESPN_URL is "site.api.espn.com", not a web address/]],
  CFBD_URL: [[["https://user:password@cfbd.example"], /^CFBD_URL has an @/]],
  NHL_API_URL: [[["https://nhl.example/?a=1"], /NHL_API_URL .* without \? and #/]],
  THE_ODDS_API_REGIONS: [[["us,us", "usa"], /THE_ODDS_API_REGIONS is "usa?(,us)?"; wanted: some of us, us2/]],
  CREDITS_PER_DAY: [[["many"], /CREDITS_PER_DAY is "many"; wanted: a whole number from 0/]],
  COLLECT_CONTACT: [[["me) evil/1 ("], /COLLECT_CONTACT is/]],
  DATABASE_URL: [
    [[":memory:", "sqlite::memory:", "sqlite://", "file:"], /^DATABASE_URL is ".+", which is no file;/],
    [[folder], /^DATABASE_URL is ".*", which is a folder;/],
    [
      ['"postgres://u:secret@host/db"', "\u201cpostgres://u:secret@host/db\u201d"],
      /^DATABASE_URL begins with a quote;/,
    ],
    [["user:secret@host://db", "X=postgres://user:secret@host/db"], /^DATABASE_URL has :\/\/ in the middle;/],
    [[`${"x".repeat(300)}/g.db`], /^DATABASE_URL: ".*" cannot be looked at \(ENAMETOOLONG\)/],
    [["mysql://user:secret@host/db"], /^DATABASE_URL begins with "mysql:\/\/"; wanted: a file, or post/],
    [["mongodb+srv://user:secret@host/db"], /^DATABASE_URL begins with "mongodb\+srv:\/\/";/],
    [["jdbc:postgresql://host/db"], /^DATABASE_URL begins with "jdbc:postgresql:\/\/";/],
    [["http://host/g.db"], /^DATABASE_URL begins with "http:\/\/";/],
    [["Postgres://user:secret@host/db"], /^DATABASE_URL begins with "Postgres:\/\/";/],
    [["postgres:db"], /^DATABASE_URL begins with "postgres:";/],
    [["postgres://"], /^DATABASE_URL is only "postgres:\/\/"; wanted: .*:\/\/user:password@host\/database/],
    [[join(plainFile, "g.db")], /plain-file" is a file; DATA_DIR, .*DATABASE_URL, must be a folder/],
  ],
  DATA_DIR: [[[plainFile], /plain-file" is a file; DATA_DIR, .* must be a folder/]],
  PORT: [[["x", "65536"], /PORT/]],
  LOG_LEVEL: [[["loud"], /LOG_LEVEL/]],
  MANAGE_URL: [
    [["gradeline.example", "ftp://gradeline.example"], /MANAGE_URL/],
    [["https://x.example/manage?", "https://x.example/manage#a"], /^MANAGE_URL is ".*"; wanted: .*without \? and #/],
    [["https://user:secret@x.example/manage"], /^MANAGE_URL has an @; wanted: .*without user/],
    [["https//user:secret@x.example", "https://user:12?secret@x.example"], /^MANAGE_URL has an @/],
  ],
  TRUST_PROXY: [
    [["yes", "1", "loopback 10.0.0.1"], /^TRUST_PROXY has "[\w .]+"; wanted: IP .*loopback, linklocal, uniquelocal/],
    [["10.0.0.0/33", "0.0.0.0/0", "10.0.0.0/8/8"], /^TRUST_PROXY has "[\d./]+";/],
    [["::ffff:0:0/96", "::/64", "::1/129"], /^TRUST_PROXY has "::.*";/],
    [["10.0.0.1,,"], /^TRUST_PROXY has "";/],
  ],
  SESSION_SECRET: [[["short"], /SESSION_SECRET is shorter than 32/]],
  SHOW_SIGN_IN_LINKS: [[["yes"], /^SHOW_SIGN_IN_LINKS is "yes"; allowed: 0, 1$/]],
  SMTP_URL: [[["smtp://user:secret@host"], /^mail also needs MAIL_FROM$/]],
  MAIL_FROM: [[["hello@gradeline.example"], /^mail also needs SMTP_URL$/]],
  STRIPE_SECRET_KEY: [[["sk_secret"], /STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID/]],
};

const stripe = { STRIPE_SECRET_KEY: "k", STRIPE_WEBHOOK_SECRET: "w", STRIPE_PRICE_ID: "p" };
const shown = { SHOW_SIGN_IN_LINKS: "1" };
const from = { MAIL_FROM: "a@b.example" };

const refused: readonly (readonly [Settings, RegExp])[] = [
  ...Object.entries(texts).flatMap(([name, rows]) =>
    rows.flatMap(([each, says]) => each.map((text): [Settings, RegExp] => [{ [name]: text }, says])),
  ),
  [{ METRICS_PORT: "9000", PORT: "9000", METRICS_HOST: "10.0.0.5" }, /METRICS_PORT is 9000, as PORT is/],
  [{ ...shown, HOST: "0.0.0.0" }, /^SHOW_SIGN_IN_LINKS=1 shows .*: HOST must be 127\.0\.0\.1, ::1 or/],
  [{ ...shown, HOST: "127.0.0.1.example" }, /^SHOW_SIGN_IN_LINKS=1 shows .*: HOST must be/],
  [{ ...shown, MANAGE_URL: "https://x.example" }, /^SHOW_SIGN_IN_LINKS=1 .*: MANAGE_URL must be on/],
  [{ ...shown, ...from, SMTP_URL: "smtp://x" }, /: with SMTP_URL links are mailed, and/],
  [{ ...from, SMTP_URL: "smtp://user:secret#1@host" }, /^SMTP_URL is not smtp:\/\/user:password@host/],
  [{ ...from, SMTP_URL: "smtp://u:24#secret@host:587" }, /^SMTP_URL is not .*:port \(in the password/],
  [{ ...from, SMTP_URL: "smtp://:25" }, /^SMTP_URL is not/],
  [{ ...from, SMTP_URL: "http://user:secret@host" }, /^SMTP_URL is not/],
  [{ SMTP_URL: "smtp://host", MAIL_FROM: "nobody" }, /MAIL_FROM/],
  [{ STRIPE_PRICE_ID: "price_1", STRIPE_WEBHOOK_SECRET: "whsec_secret" }, /STRIPE_SECRET_KEY/],
  [{ ...stripe, STRIPE_API_URL: "nowhere" }, /^STRIPE_API_URL is "nowhere", not a web address/],
  [{ ...stripe, STRIPE_API_URL: "ftp://api.stripe.com" }, /^STRIPE_API_URL is "ftp:\/\/api\.stripe\.com"/],
];

for (const [settings, message] of refused) {
  test(`${Object.keys(settings).join(" and ")} of ${Object.values(settings).join(" and ")} is refused by name`, () => {
    assert.throws(
      () => readConfig(settings),
      (error) => {
        assert.ok(error instanceof ConfigError && message.test(error.message), String(error));
        assert.doesNotMatch(error.message, /secret@|secret#|secret key|sk_secret|whsec_secret|\n/);
        return true;
      },
    );
  });
}
