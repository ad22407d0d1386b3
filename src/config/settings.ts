/**
 * Every setting of the environment, a row each: how its text is read, what holds when it is not set, and what it is for.
 * `--help` is made of this table; text in backticks is code, as in Markdown.
 */
import { type AskedProvider, askedNames, askedProviders } from "../domain/providers.ts";
import { sports } from "../domain/sports.ts";
import * as read from "./values.ts";

type Row<T> = {
  /** Is given an empty text for a setting that says nothing. */
  readonly read: read.Read<T>;
  /** The words for what holds without the setting. */
  readonly otherwise: string;
  readonly about: string;
};

/** A setting that is null when it is not set. */
function optional<T>(reader: read.Read<T>, about: string, otherwise = "none"): Row<T | null> {
  return { read: (given, name) => (given === "" ? null : reader(given, name)), otherwise, about };
}

/** A setting with a default, which is read as if somebody had written it. */
function preset<T>(reader: read.Read<T>, value: string, about: string, otherwise = `\`${value}\``): Row<T> {
  return { read: (given, name) => reader(given || value, name), otherwise, about };
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
/** The regions of The Odds API. */
const regions = ["us", "us2", "us_dfs", "us_ex", "uk", "eu", "fr", "se", "au"] as const;

const secret = read.text(/^.{32}/s, () => "is shorter than 32 characters");
const price = read.text(
  /^\P{Cc}{1,40}$/u,
  () => 'is longer than 40 characters or has several lines; wanted: such as "$19 a month"',
);
const mailAddress = read.text(/^[^@]*[^\s@]@[^\s@]+$/, (given) => `is "${given}", not an e-mail address`);
/** A key is never repeated in a message. */
const key = read.text(/^[\x21-\x7e]{6,200}$/, () => "is no key; wanted: 6 to 200 characters without spaces");

/** `MLB_STATSAPI_URL` of `mlb-statsapi`. */
type AddressSetting<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Uppercase<First>}_${AddressSetting<Rest>}`
  : `${Uppercase<Name>}_URL`;

export function addressSetting(provider: AskedProvider): AddressSetting<AskedProvider> {
  return `${provider.toUpperCase().replaceAll("-", "_")}_URL` as AddressSetting<AskedProvider>;
}

function addressRows(): Readonly<Record<AddressSetting<AskedProvider>, Row<string>>> {
  const rows = askedNames.map((provider) => {
    const { baseUrl, about } = askedProviders[provider];
    return [addressSetting(provider), preset(read.baseAddress, baseUrl, about)];
  });
  return Object.fromEntries(rows);
}

export const settingTable = {
  HOST: preset(read.text(), "127.0.0.1", "address to listen on"),
  PORT: preset(read.port, "8080", "port to listen on; 0 takes a free one"),
  DATA_DIR: optional(
    read.folder,
    "folder of the embedded database, of the secret and of the trial key",
    "the folder of `DATABASE_URL`, else `data`",
  ),
  DATABASE_URL: optional(read.databaseAddress, "a file (SQLite) or `postgres://…`", "`gradeline.db` in `DATA_DIR`"),
  BACKUP_DIR: optional(
    read.folder,
    "folder of the nightly backups; `gradeline doctor` looks there how old the last one is",
  ),
  DATABASE_WAIT_SECONDS: preset(
    read.seconds(3600),
    "60",
    "how long a start waits for a PostgreSQL that is starting, recovering or full; `import`, `publish` and `sample` wait 15 s at most",
  ),
  DRAIN_SECONDS: preset(
    read.seconds(5),
    "0",
    "how long a server that was signalled to end goes on answering, 0 to 5: longer than the load balancer's checks are apart",
  ),
  MANAGE_URL: optional(
    read.baseAddress,
    "public URL of the page at `/manage`; links and 403 messages name it, so set it where others call",
    "`/manage` at `HOST` and `PORT`",
  ),
  TRUST_PROXY: optional(
    read.proxies,
    "proxies whose `X-Forwarded-For` is believed: addresses, networks such as `10.0.0.0/8`, `loopback`, `linklocal`, `uniquelocal`",
    "nobody",
  ),
  SESSION_SECRET: optional(
    secret,
    "signs the sessions of the page, 32 characters or more; the same on every node",
    "made, in `DATA_DIR`",
  ),
  MANIFEST_KEY: optional(
    read.seedOfKey,
    "signs the manifests of the files, 32 bytes as base64 (`openssl rand -base64 32`); the same on every node",
    "made, in `DATA_DIR`; with PostgreSQL none, and nothing is signed",
  ),
  SHOW_SIGN_IN_LINKS: optional(
    read.choice(["0", "1"]),
    "`1` shows anybody's sign-in link to everybody who asks for it; refused where others can ask, or with mail",
    "`0`; for `npm start` `1`",
  ),
  SMTP_URL: optional(
    read.mailServer,
    "`smtp://user:password@host:port` or `smtps://…`; without it, sign-in links are written to the log",
  ),
  MAIL_FROM: optional(mailAddress, "the address that mail comes from; needed with `SMTP_URL`"),
  ADMIN_EMAILS: optional(
    read.mailboxes,
    "addresses of the operators, with commas between: signed in, they have the pages at `/manage/operate`; only with `SMTP_URL` and without `SHOW_SIGN_IN_LINKS`",
    "nobody",
  ),
  STRIPE_SECRET_KEY: optional(read.text(), "billing with Stripe: this and the next two, or none"),
  STRIPE_WEBHOOK_SECRET: optional(read.text(), "checks that events at `/manage/stripe/events` are Stripe's"),
  STRIPE_PRICE_ID: optional(read.text(), "the monthly price of Standard"),
  STRIPE_API_URL: preset(read.baseAddress, "https://api.stripe.com", "where Stripe's API is"),
  PLAN_PRICE: optional(
    price,
    "what Standard costs, as pages show it beside Stripe's Checkout: `$19 a month`; without it they show no price",
  ),
  EXPLORE_SEASONS: preset(
    read.seasons,
    "newest",
    "seasons that people without an account may explore at `/`: `newest` of each sport that has closing lines, `all`, that of a year and later (`2024`), or `none`",
  ),
  FILES: preset(
    read.choice(["on", "off"]),
    "on",
    "`on`: after a publish, files of whole seasons are made for callers to take home; `off`: none are made or offered",
  ),
  MCP: preset(
    read.choice(["on", "off"]),
    "on",
    "`on`: assistants that speak the Model Context Protocol ask at `/mcp`; `off`: there is no such path",
  ),
  MCP_ORIGINS: optional(
    read.origins,
    "origins of web pages that may ask at `/mcp` beside our own, with commas between: `https://example.com`",
  ),
  TERMS_URL: optional(read.webAddress, "the terms of your service: a link in the footer of every page"),
  SUPPORT_URL: optional(
    read.webAddressOrMailbox,
    "where people find help: a web address or `mailto:…`, a link in the footer of every page",
  ),
  STATUS_URL: optional(read.webAddress, "where you tell of outages: a link in the footer of every page"),
  COLLECT: preset(
    read.choice(["on", "off"]),
    "off",
    "`on`: a server also collects lines and results and publishes every night, as `gradeline collect` does",
  ),
  COLLECT_SPORTS: preset(
    read.listOf(sports),
    sports.join(","),
    "the sports that are collected, with commas between: `nfl,ncaaf`",
    "all sports",
  ),
  THE_ODDS_API_KEY: optional(
    key,
    "key of The Odds API; without it lines are of the one or two books that ESPN has, and nobody gives a second opinion about NBA scores",
  ),
  THE_ODDS_API_REGIONS: preset(
    read.listOf(regions),
    "us,us2",
    "regions whose books are asked for, with commas between; each of them costs credits",
  ),
  CREDITS_PER_DAY: optional(
    read.wholeNumber(0, 1_000_000_000),
    "the most credits of The Odds API that a UTC day may cost",
    "what the provider leaves",
  ),
  CFBD_API_KEY: optional(key, "key of College Football Data; without it that provider is not asked"),
  COLLECT_CONTACT: optional(
    read.contact,
    "address of mail or web address that providers see with every request, so that they can complain",
  ),
  ...addressRows(),
  METRICS_PORT: optional(
    read.port,
    "port of `/metrics` for Prometheus, never that of callers; 0 takes a free one; without it there are no metrics",
  ),
  METRICS_HOST: optional(
    read.text(),
    "address of the metrics; they need no key, so it is one that callers cannot reach",
    "`127.0.0.1`",
  ),
  ALARM_WEBHOOK_URL: optional(read.webhook, "gets a JSON POST after a publish in which an alarm went on or off"),
  LOG_LEVEL: optional(
    read.choice(logLevels),
    logLevels.map((level) => `\`${level}\``).join(", "),
    "`info`; on a terminal `warn`",
  ),
} as const satisfies Readonly<Record<string, Row<unknown>>>;

export type SettingName = keyof typeof settingTable;
export const settingNames = Object.keys(settingTable) as readonly SettingName[];

/** The texts of the environment, by the names of settings. */
export type Settings = Readonly<Partial<Record<SettingName, string>>>;

type Values = { readonly [Name in SettingName]: ReturnType<(typeof settingTable)[Name]["read"]> };

/** Reads every setting by itself; an empty text is as good as none. @throws ConfigError naming the setting. */
export function readValues(settings: Settings): Values {
  const values = settingNames.map((name) => {
    const given = settings[name]?.trim() ?? "";
    read.refusePlaceholder(given, name);
    return [name, settingTable[name].read(given, name)];
  });
  return Object.fromEntries(values) as Values;
}
