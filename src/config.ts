/** The settings. The only reader of process.env; one frozen, validated object. */
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
  /** Proxies whose X-Forwarded-For is believed: addresses, networks, or loopback; null: nobody's. */
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
  const databaseUrl = value("DATABASE_URL", "");
  const dataDir = resolve(value("DATA_DIR", folderOf(databaseUrl)));
  return Object.freeze({
    host,
    port,
    dataDir,
    databaseUrl: databaseUrl || join(dataDir, "gradeline.db"),
    manageUrl: manageUrlOf(value("MANAGE_URL", "")),
    trustProxy: value("TRUST_PROXY", "") || null,
    sessionSecret,
    mail: mailOf(value),
    stripe: stripeOf(value),
    logLevel,
  });
}

/** What belongs to a database lies beside it: a service need not be able to write where it was started. */
function folderOf(databaseUrl: string): string {
  const isFile = databaseUrl !== "" && !/^postgres(ql)?:/.test(databaseUrl);
  return isFile ? dirname(databaseUrl.replace(/^(sqlite|file):(\/\/)?/, "")) : "data";
}

type Value = (name: SettingName, otherwise: string) => string;

function manageUrlOf(text: string): string | null {
  if (text === "") return null;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`MANAGE_URL is "${text}", not a web address`);
  return text.replace(/\/+$/, "");
}

function mailOf(value: Value): MailConfig | null {
  const url = value("SMTP_URL", "");
  const from = value("MAIL_FROM", "");
  if (url === "" && from === "") return null;
  // The URL may hold a password, so it is not repeated.
  if (!/^smtps?:\/\/[^/]/.test(url)) throw new ConfigError("SMTP_URL is not smtp://… or smtps://…");
  if (!/^[^@]*[^\s@]@[^\s@]+$/.test(from)) throw new ConfigError(`MAIL_FROM is "${from}", not an e-mail address`);
  return { url, from };
}

/** All three, or none: half a payment is worse than none. */
function stripeOf(value: Value): StripeConfig | null {
  const needed = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_ID"] as const;
  const [secretKey = "", webhookSecret = "", priceId = ""] = needed.map((name) => value(name, ""));
  if (secretKey + webhookSecret + priceId === "") return null;
  const missing = needed.filter((name) => value(name, "") === "");
  if (missing.length > 0) throw new ConfigError(`billing also needs ${missing.join(" and ")}`);
  const apiUrl = value("STRIPE_API_URL", "https://api.stripe.com");
  if (URL.parse(apiUrl) === null) throw new ConfigError(`STRIPE_API_URL is "${apiUrl}", not a web address`);
  return { secretKey, webhookSecret, priceId, apiUrl };
}
