/** The settings: what is taken when nothing is said, and what is refused by name. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fastify } from "fastify";
import { afterAll, test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import type { Settings } from "../../src/config/settings.ts";
import { ConfigError } from "../../src/config/values.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
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

test("what belongs to a database file lies beside it, unless DATA_DIR says where", () => {
  const folderOf = (settings: Settings) => readConfig(settings).dataDir;
  assert.equal(folderOf({ DATABASE_URL: "/var/lib/gradeline/gradeline.db" }), "/var/lib/gradeline");
  assert.equal(folderOf({ DATABASE_URL: "sqlite:///var/lib/gradeline/gradeline.db" }), "/var/lib/gradeline");
  assert.equal(folderOf({ DATABASE_URL: "/var/lib/gradeline/gradeline.db", DATA_DIR: "/srv" }), "/srv");
  assert.equal(folderOf({ DATABASE_URL: "postgres://user@host/database" }), resolve("data"));
});

test("times are whole seconds, and not longer than they may be", () => {
  const times = { DATABASE_WAIT_SECONDS: "0", DRAIN_SECONDS: "5" };
  const { databaseWaitSeconds, drainSeconds } = readConfig(times);
  assert.deepEqual([databaseWaitSeconds, drainSeconds], [0, 5]);
  const wrong = { DATABASE_WAIT_SECONDS: ["-1", "1.5", "1e3", "3601", "x"], DRAIN_SECONDS: ["6", "-1", "2s"] };
  for (const [name, texts] of Object.entries(wrong)) {
    for (const text of texts) {
      assert.throws(
        () => readConfig({ [name]: text }),
        new RegExp(`${name} is "${RegExp.escape(text)}"; wanted: whole`),
      );
    }
  }
});

test("a server collects only where COLLECT is on, and the sports that are named", () => {
  const { collect } = readConfig({ COLLECT: "on", COLLECT_SPORTS: "nhl, nfl" });
  assert.deepEqual([collect.isOn, collect.sports], [true, ["nfl", "nhl"]]);
  assert.throws(() => readConfig({ COLLECT: "1" }), /COLLECT is "1"; allowed: on, off/);
  assert.throws(() => readConfig({ COLLECT_SPORTS: "nfl,xfl" }), /COLLECT_SPORTS is "nfl,xfl"; wanted: some of mlb/);
});

test("collecting: base addresses lose the slash at their end, and regions are a list", () => {
  const { collect } = readConfig({
    ESPN_URL: "http://127.0.0.1:8081/",
    NFLVERSE_URL: "https://mirror.example/nflverse/",
    THE_ODDS_API_KEY: "0123456789abcdef",
    THE_ODDS_API_REGIONS: "us, eu",
    CREDITS_PER_DAY: "600",
    COLLECT_CONTACT: "mailto:data@example.org",
  });
  assert.equal(collect.baseUrls.espn, "http://127.0.0.1:8081");
  assert.equal(collect.baseUrls.nflverse, "https://mirror.example/nflverse");
  assert.deepEqual([collect.oddsApiKey, collect.oddsApiRegions], ["0123456789abcdef", ["us", "eu"]]);
  assert.deepEqual([collect.creditsPerDay, collect.contact], [600, "mailto:data@example.org"]);
});

test("a key that is none is refused, and not repeated", () => {
  for (const name of ["THE_ODDS_API_KEY", "CFBD_API_KEY", "MANIFEST_KEY"]) {
    assert.throws(
      () => readConfig({ [name]: "my secret key" }),
      (error: Error) => error.message.startsWith(`${name} is no key`) && !error.message.includes("secret"),
    );
  }
});

test("links to terms, support and status are web addresses, and support may be a mailbox", () => {
  const { links } = readConfig({
    TERMS_URL: "https://gradeline.example/terms",
    SUPPORT_URL: "mailto:help@gradeline.example",
    STATUS_URL: "http://status.example",
  });
  assert.deepEqual(links, {
    terms: "https://gradeline.example/terms",
    support: "mailto:help@gradeline.example",
    status: "http://status.example/",
  });
  const wrong: Settings[] = [
    { TERMS_URL: "javascript:alert(1)" },
    { TERMS_URL: "mailto:help@gradeline.example" },
    { SUPPORT_URL: "help@gradeline.example" },
    { SUPPORT_URL: "mailto:a b" },
    { STATUS_URL: "status.example" },
    { STATUS_URL: "https://user:secret@status.example" },
  ];
  for (const settings of wrong) {
    const [name = ""] = Object.keys(settings);
    assert.throws(
      () => readConfig(settings),
      (error) => error instanceof ConfigError && error.message.startsWith(name) && !error.message.includes("secret"),
    );
  }
});

test("the seasons that everybody may explore are newest, all, none or those since a year", () => {
  const seasons = ["newest", "all", "none", " 2024 "].map(
    (text) => readConfig({ EXPLORE_SEASONS: text }).exploreSeasons,
  );
  assert.deepEqual(seasons, ["newest", "all", "none", 2024]);
  for (const text of ["Newest", "24", "2024-25", "1999", "everything"])
    assert.throws(
      () => readConfig({ EXPLORE_SEASONS: text }),
      /^ConfigError: EXPLORE_SEASONS is ".*"; allowed: newest/,
    );
});

test("the price of the plan is one short line", () => {
  assert.equal(readConfig({ PLAN_PRICE: " $19 a month " }).planPrice, "$19 a month");
  for (const text of ["x".repeat(41), "$19\na month"]) {
    assert.throws(
      () => readConfig({ PLAN_PRICE: text }),
      /PLAN_PRICE is longer than 40 characters or has several lines/,
    );
  }
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

const stripe = { STRIPE_SECRET_KEY: "k", STRIPE_WEBHOOK_SECRET: "w", STRIPE_PRICE_ID: "p" };

const refused: readonly (readonly [Settings, RegExp])[] = [
  [{ ESPN_URL: "site.api.espn.com" }, /ESPN_URL is "site.api.espn.com", not a web address/],
  [{ CFBD_URL: "https://user:password@cfbd.example" }, /^CFBD_URL has an @/],
  [{ NHL_API_URL: "https://nhl.example/?a=1" }, /NHL_API_URL .* without \? and #/],
  [{ THE_ODDS_API_REGIONS: "us,us" }, /THE_ODDS_API_REGIONS is "us,us"; wanted: some of us, us2/],
  [{ THE_ODDS_API_REGIONS: "usa" }, /THE_ODDS_API_REGIONS is "usa"/],
  [{ CREDITS_PER_DAY: "many" }, /CREDITS_PER_DAY is "many"; wanted: a whole number from 0/],
  [{ COLLECT_CONTACT: "me) evil/1 (" }, /COLLECT_CONTACT is/],
  [{ DATABASE_URL: ":memory:" }, /DATABASE_URL is ":memory:", which is no file; wanted: a file, or postgres:/],
  [{ DATABASE_URL: "sqlite::memory:" }, /^DATABASE_URL is "sqlite::memory:", which is no file;/],
  [{ DATABASE_URL: "sqlite://" }, /^DATABASE_URL is "sqlite:\/\/", which is no file;/],
  [{ DATABASE_URL: "file:" }, /^DATABASE_URL is "file:", which is no file;/],
  [{ DATABASE_URL: folder }, /^DATABASE_URL is ".*", which is a folder;/],
  [{ DATABASE_URL: '"postgres://user:secret@host/db"' }, /^DATABASE_URL begins with a quote;/],
  [{ DATABASE_URL: "\u201cpostgres://user:secret@host/db\u201d" }, /^DATABASE_URL begins with a quote;/],
  [{ DATABASE_URL: "user:secret@host://db" }, /^DATABASE_URL has :\/\/ in the middle;/],
  [{ DATABASE_URL: "DATABASE_URL=postgres://user:secret@host/db" }, /^DATABASE_URL has :\/\/ in the middle;/],
  [{ DATABASE_URL: `${"x".repeat(300)}/g.db` }, /^DATABASE_URL: ".*" cannot be looked at \(ENAMETOOLONG\)/],
  [{ PORT: "x" }, /PORT/],
  [{ PORT: "65536" }, /PORT/],
  [{ LOG_LEVEL: "loud" }, /LOG_LEVEL/],
  [{ MANAGE_URL: "gradeline.example" }, /MANAGE_URL/],
  [{ MANAGE_URL: "ftp://gradeline.example" }, /MANAGE_URL/],
  [
    { MANAGE_URL: "https://x.example/manage?" },
    /^MANAGE_URL is "https:\/\/x\.example\/manage\?"; wanted: .*without \?/,
  ],
  [{ MANAGE_URL: "https://x.example/manage#a" }, /^MANAGE_URL .*without \? and #/],
  [{ MANAGE_URL: "https://user:secret@x.example/manage" }, /^MANAGE_URL has an @; wanted: .*without user/],
  [{ MANAGE_URL: "https//user:secret@x.example" }, /^MANAGE_URL has an @/],
  [{ MANAGE_URL: "https://user:12?secret@x.example" }, /^MANAGE_URL has an @/],
  [{ TRUST_PROXY: "yes" }, /^TRUST_PROXY has "yes"; wanted: IP addresses, networks .*loopback, linklocal, uniquelocal/],
  [{ TRUST_PROXY: "1" }, /^TRUST_PROXY has "1";/],
  [{ TRUST_PROXY: "loopback 10.0.0.1" }, /^TRUST_PROXY has "loopback 10\.0\.0\.1";/],
  [{ TRUST_PROXY: "10.0.0.1,," }, /^TRUST_PROXY has "";/],
  [{ TRUST_PROXY: "10.0.0.0/33" }, /^TRUST_PROXY has "10\.0\.0\.0\/33";/],
  [{ TRUST_PROXY: "0.0.0.0/0" }, /^TRUST_PROXY has "0\.0\.0\.0\/0";/],
  [{ TRUST_PROXY: "::ffff:0:0/96" }, /^TRUST_PROXY has "::ffff:0:0\/96";/],
  [{ TRUST_PROXY: "::/64" }, /^TRUST_PROXY has "::\/64";/],
  [{ TRUST_PROXY: "::1/129" }, /^TRUST_PROXY has "::1\/129";/],
  [{ TRUST_PROXY: "10.0.0.0/8/8" }, /^TRUST_PROXY has/],
  [{ DATABASE_URL: "mysql://user:secret@host/db" }, /^DATABASE_URL begins with "mysql:\/\/"; wanted: a file, or post/],
  [{ DATABASE_URL: "mongodb+srv://user:secret@host/db" }, /^DATABASE_URL begins with "mongodb\+srv:\/\/";/],
  [{ DATABASE_URL: "jdbc:postgresql://host/db" }, /^DATABASE_URL begins with "jdbc:postgresql:\/\/";/],
  [{ DATABASE_URL: "http://host/g.db" }, /^DATABASE_URL begins with "http:\/\/";/],
  [{ DATABASE_URL: "Postgres://user:secret@host/db" }, /^DATABASE_URL begins with "Postgres:\/\/";/],
  [{ DATABASE_URL: "postgres:db" }, /^DATABASE_URL begins with "postgres:";/],
  [
    { DATABASE_URL: "postgres://" },
    /^DATABASE_URL is only "postgres:\/\/"; wanted: .*:\/\/user:password@host\/database/,
  ],
  [{ DATA_DIR: plainFile }, /plain-file" is a file; DATA_DIR, .* must be a folder/],
  [{ DATABASE_URL: join(plainFile, "g.db") }, /plain-file" is a file; DATA_DIR, .*DATABASE_URL, must be a folder/],
  [{ SESSION_SECRET: "short" }, /SESSION_SECRET is shorter than 32/],
  [{ SHOW_SIGN_IN_LINKS: "yes" }, /^SHOW_SIGN_IN_LINKS is "yes"; allowed: 0, 1$/],
  [{ SHOW_SIGN_IN_LINKS: "1", HOST: "0.0.0.0" }, /^SHOW_SIGN_IN_LINKS=1 shows .*: HOST must be 127\.0\.0\.1, ::1 or/],
  [{ SHOW_SIGN_IN_LINKS: "1", HOST: "127.0.0.1.example" }, /^SHOW_SIGN_IN_LINKS=1 shows .*: HOST must be/],
  [{ SHOW_SIGN_IN_LINKS: "1", MANAGE_URL: "https://x.example" }, /^SHOW_SIGN_IN_LINKS=1 .*: MANAGE_URL must be on/],
  [
    { SHOW_SIGN_IN_LINKS: "1", SMTP_URL: "smtp://x", MAIL_FROM: "a@b.example" },
    /: with SMTP_URL links are mailed, and/,
  ],
  [{ SMTP_URL: "smtp://user:secret@host" }, /^mail also needs MAIL_FROM$/],
  [{ MAIL_FROM: "hello@gradeline.example" }, /^mail also needs SMTP_URL$/],
  [{ SMTP_URL: "smtp://user:secret#1@host", MAIL_FROM: "a@b.example" }, /^SMTP_URL is not smtp:\/\/user:password@host/],
  [{ SMTP_URL: "smtp://u:24#secret@host:587", MAIL_FROM: "a@b.example" }, /^SMTP_URL is not .*:port \(in the password/],
  [{ SMTP_URL: "smtp://:25", MAIL_FROM: "a@b.example" }, /^SMTP_URL is not/],
  [{ SMTP_URL: "http://user:secret@host", MAIL_FROM: "a@b.example" }, /SMTP_URL/],
  [{ SMTP_URL: "smtp://host", MAIL_FROM: "nobody" }, /MAIL_FROM/],
  [{ STRIPE_SECRET_KEY: "sk_secret" }, /STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID/],
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
        assert.doesNotMatch(error.message, /secret@|secret#|sk_secret|whsec_secret|\n/);
        return true;
      },
    );
  });
}
