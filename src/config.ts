/** The settings. The only reader of process.env; one frozen, validated object. */
import { statSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join, resolve } from "node:path";

export type Config = {
  /** Address to listen on. */
  readonly host: string;
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  /** Folder of the embedded database and what belongs to it: the key that is shown at the start, the secret. */
  readonly dataDir: string;
  /** A file path (SQLite), or postgres://… */
  readonly databaseUrl: string;
  /** Public URL of the page where people manage their keys; null: it is on the server's own address. */
  readonly manageUrl: string | null;
  /** Proxies whose X-Forwarded-For is believed: addresses, networks and names of networks; null: nobody's. */
  readonly trustProxy: string | null;
  /** Signs the sessions of the management page; null: one is made, and kept in dataDir. */
  readonly sessionSecret: string | null;
  /** Null: sign-in links are not sent. */
  readonly mail: MailConfig | null;
  /** Null: standings are set on the command line. */
  readonly stripe: StripeConfig | null;
  /** Level of the log: fatal, error, warn, info, debug, trace or silent. */
  readonly logLevel: string;
};

export type MailConfig = {
  /** smtp://user:password@host:port, or smtps://… */
  readonly url: string;
  readonly from: string;
};

export type StripeConfig = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The monthly price of Standard. */
  readonly priceId: string;
  /** Where Stripe's API is. */
  readonly apiUrl: string;
};

export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

/** Every setting by name, for the docs and for whoever misspells one. */
export const settingNames = [
  "HOST",
  "PORT",
  "DATA_DIR",
  "DATABASE_URL",
  "MANAGE_URL",
  "TRUST_PROXY",
  "SESSION_SECRET",
  "SMTP_URL",
  "MAIL_FROM",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_PRICE_ID",
  "STRIPE_API_URL",
  "LOG_LEVEL",
] as const;
type SettingName = (typeof settingNames)[number];
export type Settings = Readonly<Partial<Record<SettingName, string>>>;

/** Reads the settings; an empty value is as good as none. Throws ConfigError naming the setting. */
export function readConfig(settings: Settings = process.env): Config {
  const value = (name: SettingName, otherwise: string): string => settings[name]?.trim() || otherwise;
  const portText = value("PORT", "8080");
  const port = Number(portText);
  if (!/^\d{1,5}$/.test(portText) || port > 65_535) throw new ConfigError(`PORT is "${portText}", not a port number`);
  const logLevel = value("LOG_LEVEL", "info");
  if (!logLevels.includes(logLevel)) {
    throw new ConfigError(`LOG_LEVEL is "${logLevel}"; allowed: ${logLevels.join(", ")}`);
  }
  const host = value("HOST", "127.0.0.1");
  const sessionSecret = value("SESSION_SECRET", "") || null;
  if (sessionSecret !== null && sessionSecret.length < 32) {
    throw new ConfigError("SESSION_SECRET is shorter than 32 characters");
  }
  const databaseUrl = databaseUrlOf(value("DATABASE_URL", ""));
  const dataDir = dataDirOf(value("DATA_DIR", folderOf(databaseUrl)));
  return Object.freeze({
    host,
    port,
    dataDir,
    databaseUrl: databaseUrl || join(dataDir, "gradeline.db"),
    manageUrl: manageUrlOf(value("MANAGE_URL", "")),
    trustProxy: trustProxyOf(value("TRUST_PROXY", "")),
    sessionSecret,
    mail: mailOf(value),
    stripe: stripeOf(value),
    logLevel,
  });
}

/** A path is not looked at; what has another scheme would become a file of that name. */
function databaseUrlOf(text: string): string {
  const wanted = "wanted: a file, or postgres://user:password@host/database";
  const [scheme = ""] = /^[a-z].*?:\/\/|^postgres(ql)?:/i.exec(text) ?? [];
  // The rest may hold a password, so it is not repeated.
  if (!/^((sqlite|file|postgres(ql)?):\/\/)?$/.test(scheme)) {
    throw new ConfigError(`DATABASE_URL begins with "${scheme}"; ${wanted}`);
  }
  // Accounts lie beside it, and are opened more than once.
  if (text.includes(":memory:")) throw new ConfigError(`DATABASE_URL is "${text}"; ${wanted}`);
  if (/^postgres/.test(scheme) && text === scheme) throw new ConfigError(`DATABASE_URL is only "${text}"; ${wanted}`);
  return text;
}

/** What belongs to a database lies beside it: a service need not be able to write where it was started. */
function folderOf(databaseUrl: string): string {
  const isFile = databaseUrl !== "" && !/^postgres(ql)?:/.test(databaseUrl);
  return isFile ? dirname(databaseUrl.replace(/^(sqlite|file):(\/\/)?/, "")) : "data";
}

function dataDirOf(text: string): string {
  const dataDir = resolve(text);
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new ConfigError(`"${dataDir}" is a file; DATA_DIR, or else the folder of DATABASE_URL, must be a folder`);
  }
  return dataDir;
}

type Value = (name: SettingName, otherwise: string) => string;

/** Paths are added to it, and mails and pages show it: it has nothing behind its path, and no password. */
function manageUrlOf(text: string): string | null {
  if (text === "") return null;
  const { href } = webAddress("MANAGE_URL", text);
  if (/[?#]/.test(href)) throw new ConfigError(`MANAGE_URL is "${href}"; wanted: an address without ? and #`);
  return href.replace(/\/+$/, "");
}

function webAddress(name: SettingName, text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(`${name} is "${text.replace(/^.*@/s, "…@")}", not a web address (https://…)`);
  }
  if (url.username + url.password !== "") {
    throw new ConfigError(`${name} names a user at ${url.host}; wanted: an address without user and password`);
  }
  return url;
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

/** A network of no bits would believe everybody: whoever asks could be any address. */
function isAddressOrNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function mailOf(value: Value): MailConfig | null {
  const url = value("SMTP_URL", "");
  const from = value("MAIL_FROM", "");
  if (url === "" && from === "") return null;
  if (url === "" || from === "") throw new ConfigError(`mail also needs ${url === "" ? "SMTP_URL" : "MAIL_FROM"}`);
  // The URL may hold a password, so it is not repeated.
  if (!/^smtps?:\/\/[^/]/.test(url)) throw new ConfigError("SMTP_URL is not smtp://… or smtps://…");
  if (!URL.parse(url)?.hostname) {
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
