/** The settings as one frozen, validated object, and the rules between them. The only reader of process.env. */
import { dirname, join, resolve } from "node:path";
import { type AskedProvider, askedNames } from "../domain/providers.ts";
import { sports } from "../domain/sports.ts";
import { addressSetting, readValues, type SettingName, type Settings, settingNames } from "./settings.ts";
import { ConfigError, isFolder, pathOf } from "./values.ts";

/** The table of settings says what each member is for. Null: nothing was said. */
export type Config = Plain & ReturnType<typeof ruledOf>;

type Values = ReturnType<typeof readValues>;

/** Settings that others depend on, or that stand together in a member. Every other one is a member of its own. */
const ruled = [
  ...["DATA_DIR", "DATABASE_URL", "SHOW_SIGN_IN_LINKS", "SMTP_URL", "MAIL_FROM"],
  ...["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_ID", "STRIPE_API_URL"],
  ...["TERMS_URL", "SUPPORT_URL", "STATUS_URL", "METRICS_PORT", "METRICS_HOST", "COLLECT", "COLLECT_SPORTS"],
  ...["THE_ODDS_API_KEY", "THE_ODDS_API_REGIONS", "CREDITS_PER_DAY", "CFBD_API_KEY", "COLLECT_CONTACT"],
  ...askedNames.map(addressSetting),
] as const satisfies readonly SettingName[];

/** `drainSeconds` of `DRAIN_SECONDS`. */
type MemberName<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<MemberName<Rest>>}`
  : Lowercase<Name>;

type Plain = { readonly [Name in Exclude<SettingName, (typeof ruled)[number]> as MemberName<Name>]: Values[Name] };

function plainOf(values: Values): Plain {
  const names = settingNames.filter((name) => !(ruled as readonly SettingName[]).includes(name));
  const memberName = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(names.map((name) => [memberName(name), values[name]])) as Plain;
}

/** Reads the settings; an empty value is as good as none. Throws ConfigError naming the setting. */
export function readConfig(settings: Settings = process.env): Config {
  const values = readValues(settings);
  return Object.freeze({ ...plainOf(values), ...ruledOf(values) });
}

function ruledOf(values: Values) {
  return {
    ...databaseFiles(values),
    showSignInLinks: showSignInLinksOf(values),
    mail: mailOf(values),
    stripe: stripeOf(values),
    links: Object.freeze({ terms: values.TERMS_URL, support: values.SUPPORT_URL, status: values.STATUS_URL }),
    collect: Object.freeze({
      isOn: values.COLLECT === "on",
      sports: sports.filter((sport) => values.COLLECT_SPORTS.includes(sport)),
      // Without a slash at the end.
      baseUrls: Object.freeze(
        Object.fromEntries(askedNames.map((provider) => [provider, values[addressSetting(provider)]])),
      ) as Readonly<Record<AskedProvider, string>>,
      cfbdKey: values.CFBD_API_KEY,
      oddsApiKey: values.THE_ODDS_API_KEY,
      oddsApiRegions: values.THE_ODDS_API_REGIONS,
      creditsPerDay: values.CREDITS_PER_DAY,
      contact: values.COLLECT_CONTACT,
    }),
    metrics: metricsOf(values),
  };
}

/** The files of a database lie beside it, because a service may not be able to write where it was started. */
function databaseFiles({ DATABASE_URL: address, DATA_DIR: folder }: Values) {
  const path = address === null ? null : pathOf(address);
  const dataDir = resolve(folder ?? (path === null ? "data" : dirname(path)));
  if (isFolder("DATA_DIR", dataDir) === false) {
    throw new ConfigError(`"${dataDir}" is a file; DATA_DIR, or else the folder of DATABASE_URL, must be a folder`);
  }
  return { dataDir, databaseUrl: address ?? join(dataDir, "gradeline.db") };
}

/** Metrics are for the operator: they never share a port with callers, and an address alone opens nothing. */
function metricsOf({ METRICS_PORT: port, METRICS_HOST: host, PORT: callersPort }: Values) {
  if (port === null) {
    if (host === null) return null;
    throw new ConfigError("METRICS_HOST says where metrics are, and METRICS_PORT is not set; set both, or neither");
  }
  if (port !== 0 && port === callersPort) {
    throw new ConfigError(`METRICS_PORT is ${port}, as PORT is: metrics need a port of their own`);
  }
  return Object.freeze({ host: host ?? "127.0.0.1", port });
}

/** Whether only this machine itself can be meant by a HOST, or by the host of a URL. */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || /^127(\.\d{1,3}){3}$/.test(host) || host === "::1" || host === "[::1]";
}

/** Where others can ask too, or where links can be mailed, showing them to everybody who asks is a mistake [D-50]. */
function showSignInLinksOf({ SHOW_SIGN_IN_LINKS, SMTP_URL, HOST, MANAGE_URL }: Values): boolean | null {
  if (SHOW_SIGN_IN_LINKS !== "1") return SHOW_SIGN_IN_LINKS === null ? null : false;
  const refused = (why: string) =>
    new ConfigError(`SHOW_SIGN_IN_LINKS=1 shows anybody's sign-in link to everybody who asks: ${why}`);
  if (SMTP_URL !== null) throw refused("with SMTP_URL links are mailed, and never shown");
  if (!isThisMachine(HOST)) throw refused(`HOST must be 127.0.0.1, ::1 or localhost, and is "${HOST}"`);
  if (MANAGE_URL !== null && !isThisMachine(new URL(MANAGE_URL).hostname)) {
    throw refused(`MANAGE_URL must be on this machine, and is "${MANAGE_URL}"`);
  }
  return true;
}

function mailOf({ SMTP_URL: url, MAIL_FROM: from }: Values) {
  if (url === null && from === null) return null;
  if (url === null || from === null)
    throw new ConfigError(`mail also needs ${url === null ? "SMTP_URL" : "MAIL_FROM"}`);
  return { url, from };
}

/** All three, or none: half a payment is worse than none. */
function stripeOf(values: Values) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_ID: priceId } = values;
  if (secretKey !== null && webhookSecret !== null && priceId !== null) {
    return { secretKey, webhookSecret, priceId, apiUrl: values.STRIPE_API_URL };
  }
  const needed = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_ID"] as const;
  const missing = needed.filter((name) => values[name] === null);
  if (missing.length === needed.length) return null;
  throw new ConfigError(`billing also needs ${missing.join(" and ")}`);
}

/**
 * Whether there are pages for operators. Null: there are. Otherwise a sentence for an operator, with what to do: every address of them is 404 then.
 * Somebody who can have anybody's link shown to them, or reads links in a log, could be any operator.
 */
export function whyNoOperatorPage({
  adminEmails,
  mail,
  showSignInLinks,
}: Pick<Config, "adminEmails" | "mail" | "showSignInLinks">): string | null {
  if (adminEmails === null) return "there are no pages for operators: ADMIN_EMAILS names nobody";
  if (mail === null) return "there are no pages for operators: they need SMTP_URL, which mails the links that sign in";
  if (showSignInLinks === true) {
    return "there are no pages for operators: SHOW_SIGN_IN_LINKS=1 shows anybody's sign-in link to everybody who asks";
  }
  return null;
}
