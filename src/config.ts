/** The settings. The only reader of process.env; one frozen, validated object. */
import { statSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type CollectConfig, collectConfigOf } from "./config-collect.ts";
import { ConfigError, secondsOf, type Value, webAddress } from "./config-values.ts";
import { type MistypedSetting, mistypedSettings } from "./mistyped-settings.ts";
import type { SettingName } from "./settings.ts";

export type Config = {
  /** Address to listen on. */
  readonly host: string;
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  /** How many threads answer callers at that port. */
  readonly workers: number;
  /** Folder of the embedded database and what belongs to it: the key that is shown at the start, the secret. */
  readonly dataDir: string;
  /** A file path (SQLite), or postgres://… */
  readonly databaseUrl: string;
  /** For how long a start waits for a database that is on its way. */
  readonly databaseWaitSeconds: number;
  /** For how long a server that is told to end goes on answering, while `/readyz` says that it is not ready. */
  readonly drainSeconds: number;
  /** Public URL of the page where people manage their keys; null: it is on the server's own address. */
  readonly manageUrl: string | null;
  /** Proxies whose X-Forwarded-For is believed: addresses, networks and names of networks; null: nobody's. */
  readonly trustProxy: string | null;
  /** Signs the sessions of the management page; null: one is made, and kept in dataDir. */
  readonly sessionSecret: string | null;
  /** Whether the page shows sign-in links to whoever asks for them [D-50]; null: nothing was said. */
  readonly showSignInLinks: boolean | null;
  /** Null: sign-in links are not sent. */
  readonly mail: MailConfig | null;
  /** Null: standings are set on the command line. */
  readonly stripe: StripeConfig | null;
  /** This says what Standard costs. When it is null, Stripe's price says it, where there is one. */
  readonly planPrice: string | null;
  /** The seasons that people without an account may explore; a number is the first of them. */
  readonly exploreSeasons: ExploreSeasons;
  /** These are links to the operator's terms, support and news of outages; each is null where there is none. */
  readonly links: { readonly terms: string | null; readonly support: string | null; readonly status: string | null };
  /** Gets a message when an alarm goes on or off; null: nobody does. */
  readonly alarmWebhookUrl: string | null;
  /** How providers are asked over the network. */
  readonly collect: CollectConfig;
  /** Where this server's metrics are read: at a port of their own, without a key. Null: nowhere. */
  readonly metrics: MetricsConfig | null;
  /** Level of the log: fatal, error, warn, info, debug, trace or silent; null: as quiet as where it goes wants it. */
  readonly logLevel: string | null;
};

type ExploreSeasons = "newest" | "all" | "none" | number;

type MetricsConfig = {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
};

type MailConfig = {
  /** smtp://user:password@host:port, or smtps://… */
  readonly url: string;
  readonly from: string;
};

type StripeConfig = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The monthly price of Standard. */
  readonly priceId: string;
  /** Where Stripe's API is. */
  readonly apiUrl: string;
};

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

export type Settings = Readonly<Partial<Record<SettingName, string>>>;

/** Names of the environment that are no settings and are near one. */
export function mistypedNames(
  settings: Readonly<Record<string, string | undefined>> = process.env,
): readonly MistypedSetting[] {
  return mistypedSettings(Object.keys(settings));
}

/** Reads the settings; an empty value is as good as none. Throws ConfigError naming the setting. */
export function readConfig(settings: Settings = process.env): Config {
  const value: Value = (name, otherwise) => settings[name]?.trim() || otherwise;
  const port = portOf("PORT", value("PORT", "8080"));
  const logLevel = value("LOG_LEVEL", "") || null;
  if (logLevel !== null && !logLevels.includes(logLevel)) {
    throw new ConfigError(`LOG_LEVEL is "${logLevel}"; allowed: ${logLevels.join(", ")}`);
  }
  const host = value("HOST", "127.0.0.1");
  const sessionSecret = value("SESSION_SECRET", "") || null;
  if (sessionSecret !== null && sessionSecret.length < 32) {
    throw new ConfigError("SESSION_SECRET is shorter than 32 characters");
  }
  const databaseUrl = databaseUrlOf(value("DATABASE_URL", ""));
  const dataDir = dataDirOf(value("DATA_DIR", folderOf(databaseUrl)));
  const manageUrl = manageUrlOf(value("MANAGE_URL", ""));
  const mail = mailOf(value);
  return Object.freeze({
    host,
    port,
    workers: workersOf(value("WORKERS", "")),
    dataDir,
    databaseUrl: databaseUrl || join(dataDir, "gradeline.db"),
    manageUrl,
    databaseWaitSeconds: secondsOf("DATABASE_WAIT_SECONDS", value("DATABASE_WAIT_SECONDS", "60"), 3600),
    drainSeconds: secondsOf("DRAIN_SECONDS", value("DRAIN_SECONDS", "0"), 5),
    trustProxy: trustProxyOf(value("TRUST_PROXY", "")),
    sessionSecret,
    showSignInLinks: showSignInLinksOf(value("SHOW_SIGN_IN_LINKS", ""), { host, manageUrl, mail }),
    mail,
    stripe: stripeOf(value),
    planPrice: planPriceOf(value("PLAN_PRICE", "")),
    exploreSeasons: exploreSeasonsOf(value("EXPLORE_SEASONS", "newest")),
    links: Object.freeze({
      terms: linkOf("TERMS_URL", value("TERMS_URL", "")),
      support: linkOf("SUPPORT_URL", value("SUPPORT_URL", "")),
      status: linkOf("STATUS_URL", value("STATUS_URL", "")),
    }),
    alarmWebhookUrl: webhookOf("ALARM_WEBHOOK_URL", value("ALARM_WEBHOOK_URL", "")),
    collect: collectConfigOf(value),
    metrics: metricsOf(value, { host, port }),
    logLevel,
  });
}

function portOf(name: SettingName, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new ConfigError(`${name} is "${text}", not a port number`);
}

const mostWorkers = 64;

/** A worker for each core that this process may use, unless it is said. */
function workersOf(text: string): number {
  if (text === "") return Math.min(mostWorkers, availableParallelism());
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= mostWorkers) return Number(text);
  throw new ConfigError(`WORKERS is "${text}"; wanted: a whole number from 1 to ${mostWorkers}`);
}

/** Metrics are for the operator: they never share a port with callers, and an address alone opens nothing. */
function metricsOf(value: Value, callers: Pick<Config, "host" | "port">): MetricsConfig | null {
  const portText = value("METRICS_PORT", "");
  const hostText = value("METRICS_HOST", "");
  if (portText === "") {
    if (hostText === "") return null;
    throw new ConfigError("METRICS_HOST says where metrics are, and METRICS_PORT is not set; set both, or neither");
  }
  const port = portOf("METRICS_PORT", portText);
  if (port !== 0 && port === callers.port) {
    throw new ConfigError(`METRICS_PORT is ${port}, as PORT is: metrics need a port of their own`);
  }
  return Object.freeze({ host: hostText || "127.0.0.1", port });
}

/** Refuses texts with another scheme or with quotes: they would become a file of that name. */
function databaseUrlOf(text: string): string {
  const refused = (why: string) =>
    new ConfigError(`DATABASE_URL ${why}; wanted: a file, or postgres://user:password@host/database`);
  // The text behind a scheme may hold a password, so it is not repeated.
  const [scheme = ""] = /^(?:jdbc:)?[a-z][a-z0-9+.-]*:\/\/|^postgres(?:ql)?:/i.exec(text) ?? [];
  if (/^["'`\u2018-\u201f]/.test(text)) throw refused("begins with a quote");
  if (!/^((sqlite|file|postgres(ql)?):\/\/)?$/.test(scheme)) throw refused(`begins with "${scheme}"`);
  if (text.slice(scheme.length).includes("://")) throw refused("has :// in the middle");
  if (/^postgres/.test(scheme)) {
    if (text === scheme) throw refused(`is only "${text}"`);
  } else if (text !== "") {
    const path = pathOf(text);
    // Accounts lie beside it, and are opened more than once.
    if (path === "" || path === ":memory:") throw refused(`is "${text}", which is no file`);
    if (isFolder("DATABASE_URL", path)) throw refused(`is "${text}", which is a folder`);
  }
  return text;
}

/** The files of a database lie beside it, because a service may not be able to write where it was started. */
function folderOf(databaseUrl: string): string {
  const isFile = databaseUrl !== "" && !/^postgres(ql)?:/.test(databaseUrl);
  return isFile ? dirname(pathOf(databaseUrl)) : "data";
}

function pathOf(databaseUrl: string): string {
  return databaseUrl.replace(/^(sqlite|file):(\/\/)?/, "");
}

function dataDirOf(text: string): string {
  const dataDir = resolve(text);
  if (isFolder("DATA_DIR", dataDir) !== false) return dataDir;
  throw new ConfigError(`"${dataDir}" is a file; DATA_DIR, or else the folder of DATABASE_URL, must be a folder`);
}

/** Null: there is nothing yet. */
function isFolder(name: SettingName, path: string): boolean | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null;
  } catch (error) {
    throw new ConfigError(`${name}: "${path}" cannot be looked at (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Paths are added to it, and mails and pages show it: it has nothing behind its path, and no password. */
function manageUrlOf(text: string): string | null {
  if (text === "") return null;
  const { href } = webAddress("MANAGE_URL", text);
  if (/[?#]/.test(href)) throw new ConfigError(`MANAGE_URL is "${href}"; wanted: an address without ? and #`);
  return href.replace(/\/+$/, "");
}

/** Reads the price of Standard, which pages show as it is written. */
function planPriceOf(text: string): string | null {
  if (text.length <= 40 && !/\p{Cc}/u.test(text)) return text === "" ? null : text;
  throw new ConfigError('PLAN_PRICE is longer than 40 characters or has several lines; wanted: such as "$19 a month"');
}

function exploreSeasonsOf(text: string): ExploreSeasons {
  if (text === "newest" || text === "all" || text === "none") return text;
  if (/^20\d\d$/.test(text)) return Number(text);
  throw new ConfigError(
    `EXPLORE_SEASONS is "${text}"; allowed: newest, all, none, or the year of a season such as 2024`,
  );
}

/** Reads a link that pages show. The one to support may also lead to a mailbox. */
function linkOf(name: SettingName, text: string): string | null {
  if (text === "") return null;
  if (name === "SUPPORT_URL" && /^mailto:[^\s@?]+@[^\s@?]+$/.test(text)) return text;
  return webAddress(name, text).href;
}

/** A webhook's address is a secret, since whoever knows it may call it: it is not repeated. */
function webhookOf(name: SettingName, text: string): string | null {
  if (text === "") return null;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === "") return url.href;
  throw new ConfigError(`${name} is not a web address (https://…) without user and password`);
}

/** Whether only this machine itself can be meant by a HOST, or by the host of a URL. */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || /^127(\.\d{1,3}){3}$/.test(host) || host === "::1" || host === "[::1]";
}

/** Where others can ask too, or where links can be mailed, showing them to whoever asks is a mistake. */
function showSignInLinksOf(
  text: string,
  { host, manageUrl, mail }: Pick<Config, "host" | "manageUrl" | "mail">,
): boolean | null {
  if (text === "") return null;
  if (text !== "0" && text !== "1") throw new ConfigError(`SHOW_SIGN_IN_LINKS is "${text}"; allowed: 0, 1`);
  if (text === "0") return false;
  const refused = (why: string) =>
    new ConfigError(`SHOW_SIGN_IN_LINKS=1 shows anybody's sign-in link to whoever asks: ${why}`);
  if (mail !== null) throw refused("with SMTP_URL links are mailed, and never shown");
  if (!isThisMachine(host)) throw refused(`HOST must be 127.0.0.1, ::1 or localhost, and is "${host}"`);
  if (manageUrl !== null && !isThisMachine(new URL(manageUrl).hostname)) {
    throw refused(`MANAGE_URL must be on this machine, and is "${manageUrl}"`);
  }
  return true;
}

/** The names of networks that Fastify knows. */
const networkNames = ["loopback", "linklocal", "uniquelocal"];

function trustProxyOf(text: string): string | null {
  if (text === "") return null;
  for (const proxy of text.split(",").map((each) => each.trim())) {
    if (networkNames.includes(proxy) || isAddressOrNetwork(proxy)) continue;
    const wanted = `IP addresses, networks such as 10.0.0.0/8, ${networkNames.join(", ")}, with commas between`;
    throw new ConfigError(`TRUST_PROXY has "${proxy}"; wanted: ${wanted}`);
  }
  return text;
}

/** Not a network that everybody is in, or all of IPv4: then whoever asks could be any address. */
function isAddressOrNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  if (!/^[1-9]\d{0,2}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return false;
  // The addresses of IPv4 are the 32 bits behind ::ffff:0:0 (RFC 4291 2.5.5.2).
  const network = new BlockList();
  network.addSubnet(address, Number(bits), version === 4 ? "ipv4" : "ipv6");
  return version === 4 || Number(bits) > 96 || !network.check("::ffff:0.0.0.0", "ipv6");
}

function mailOf(value: Value): MailConfig | null {
  const url = value("SMTP_URL", "");
  const from = value("MAIL_FROM", "");
  if (url === "" && from === "") return null;
  if (url === "" || from === "") throw new ConfigError(`mail also needs ${url === "" ? "SMTP_URL" : "MAIL_FROM"}`);
  // The URL may hold a password, so it is not repeated.
  if (!/^smtps?:\/\/[^/]/.test(url)) throw new ConfigError("SMTP_URL is not smtp://… or smtps://…");
  const { hostname = "", username = "" } = URL.parse(url) ?? {};
  if (hostname === "" || (url.includes("@") && username === "")) {
    const hint = "in the password, @ is written as %40, # as %23 and so on";
    throw new ConfigError(`SMTP_URL is not smtp://user:password@host:port (${hint})`);
  }
  if (!/^[^@]*[^\s@]@[^\s@]+$/.test(from)) throw new ConfigError(`MAIL_FROM is "${from}", not an e-mail address`);
  return { url, from };
}

/** All three, or none: half a payment is worse than none. */
function stripeOf(value: Value): StripeConfig | null {
  const apiUrl = value("STRIPE_API_URL", "https://api.stripe.com");
  webAddress("STRIPE_API_URL", apiUrl);
  const needed = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_ID"] as const;
  const [secretKey = "", webhookSecret = "", priceId = ""] = needed.map((name) => value(name, ""));
  if (secretKey + webhookSecret + priceId === "") return null;
  const missing = needed.filter((name) => value(name, "") === "");
  if (missing.length > 0) throw new ConfigError(`billing also needs ${missing.join(" and ")}`);
  return { secretKey, webhookSecret, priceId, apiUrl };
}
