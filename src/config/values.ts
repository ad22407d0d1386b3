/** The kinds of values that settings have: each reads a text, and throws the error that names the setting. */
import { statSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { resolve } from "node:path";

export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Reads what a setting says, which is never empty. @throws ConfigError */
export type Read<T> = (text: string, name: string) => T;

/** Takes a text as it is, where it has the form; `wrong` ends the sentence that refuses it, which repeats no secret. */
export function text(
  form: RegExp | ((text: string) => boolean) = /^/,
  wrong: (text: string) => string = String,
): Read<string> {
  return (given, name) => {
    if (typeof form === "function" ? form(given) : form.test(given)) return given;
    throw new ConfigError(`${name} ${wrong(given)}`);
  };
}

export function choice<const Choice extends string>(choices: readonly Choice[]): Read<Choice> {
  return text(
    (given) => (choices as readonly string[]).includes(given),
    (given) => `is "${given}"; allowed: ${choices.join(", ")}`,
  ) as Read<Choice>;
}

/** Texts with commas between, each read by itself. */
function listed<T>(read: Read<T>): Read<readonly T[]> {
  return (given, name) => given.split(",").map((each) => read(each.trim(), name));
}

/** Some of `known`, in the order in which they are given. */
export function listOf<const Each extends string>(known: readonly Each[]): Read<readonly Each[]> {
  return (given, name) => {
    const named = given.split(",").map((each) => each.trim());
    const found = named.flatMap((each) => known.find((one) => one === each) ?? []);
    if (found.length === named.length && new Set(found).size === found.length) return found;
    throw new ConfigError(`${name} is "${given}"; wanted: some of ${known.join(", ")}, each once, with commas between`);
  };
}

/** @throws ConfigError where a placeholder of the files of `ops/` was left, such as `{{PASSWORD}}`; only it is repeated. */
export function refusePlaceholder(given: string, name: string): void {
  const [found] = /\{\{[A-Z][A-Z0-9_]*\}\}/.exec(given) ?? [];
  if (found !== undefined)
    throw new ConfigError(`${name} has the placeholder ${found} still: put your own value there`);
}

export function wholeNumber(least: number, most: number, what = "a whole number"): Read<number> {
  return (given, name) => {
    const number = Number(given);
    if (/^\d{1,10}$/.test(given) && number >= least && number <= most) return number;
    throw new ConfigError(`${name} is "${given}"; wanted: ${what} from ${least} to ${most}`);
  };
}

export const port = wholeNumber(0, 65_535, "a port number");

export function seconds(longest: number): Read<number> {
  return wholeNumber(0, longest, "whole seconds");
}

export const folder: Read<string> = (given) => resolve(given);

/** The address on the web that a text is; null where it is none, or has a user in it. */
function webUrl(given: string): URL | null {
  const url = URL.parse(given);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" ? url : null;
}

/** A link that pages show. */
export const webAddress: Read<string> = (given, name) => {
  // There may be a password before it, so the text is not repeated.
  if (given.includes("@")) throw new ConfigError(`${name} has an @; wanted: an address without user and password`);
  const url = webUrl(given);
  if (url !== null) return url.href;
  throw new ConfigError(`${name} is "${given}", not a web address (https://…)`);
};

export const webAddressOrMailbox: Read<string> = (given, name) =>
  /^mailto:[^\s@?]+@[^\s@?]+$/.test(given) ? given : webAddress(given, name);

/** Paths are added to it, so it has nothing behind its own path. */
export const baseAddress: Read<string> = (given, name) => {
  const href = webAddress(given, name);
  if (/[?#]/.test(href)) throw new ConfigError(`${name} is "${href}"; wanted: an address without ? and #`);
  return href.replace(/\/+$/, "");
};

/** Origins of pages, as browsers send them, with commas between. */
export const origins = listed(
  text(
    (each) => /^https?:/.test(each) && URL.parse(each)?.origin === each,
    (each) => `has "${each}"; wanted: origins such as https://example.com, with commas between`,
  ),
);

/** A webhook's address is a secret, since anybody who knows it may call it: it is not repeated. */
export const webhook: Read<string> = (given, name) => {
  const url = webUrl(given);
  if (url !== null) return url.href;
  throw new ConfigError(`${name} is not a web address (https://…) without user and password`);
};

const mostMailboxes = 20;

const mailbox = text(
  (each) => each.length <= 254 && /^[\w+-]+(?:[.'][\w+-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(each),
  (each) => `has "${each}", not an e-mail address of plain letters, digits and . _ + - '`,
);

/**
 * Addresses of mail, in the form in which people are known to Gradeline: small letters. Letters of other alphabets that look like
 * these, or become these in small letters, are refused; every address that is accepted is one that can sign in.
 */
export const mailboxes: Read<readonly string[]> = (given, name) => {
  const known = [...new Set(listed(mailbox)(given, name).map((each) => each.toLowerCase()))];
  if (known.length <= mostMailboxes) return known;
  throw new ConfigError(`${name} has ${known.length} addresses; wanted: at most ${mostMailboxes}, with commas between`);
};

/** The URL may hold a password, so it is not repeated. */
export const mailServer: Read<string> = (given, name) => {
  if (!/^smtps?:\/\/[^/]/.test(given)) throw new ConfigError(`${name} is not smtp://… or smtps://…`);
  const { hostname = "", username = "" } = URL.parse(given) ?? {};
  if (hostname !== "" && (!given.includes("@") || username !== "")) return given;
  const hint = "in the password, @ is written as %40, # as %23 and so on";
  throw new ConfigError(`${name} is not smtp://user:password@host:port (${hint})`);
};

/** It becomes part of a header, whose comment ends at a bracket. */
export const contact = text(
  (given) => {
    const isMail = /^(?:mailto:)?[^\s@()<>"]+@[^\s@()<>"]+$/.test(given);
    const isAddress = /^https?:\/\/[^\s()<>"]+$/.test(given) && URL.canParse(given);
    return given.length <= 200 && /^[\x21-\x7e]+$/.test(given) && (isMail || isAddress);
  },
  (given) => `is "${given}"; wanted: an address of mail, or a web address (https://…)`,
);

/** The 32 secret bytes of a key, as every encoder writes them in base64. They are not repeated. */
export const seedOfKey = text(
  /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/,
  () => "is no key: wanted are 32 bytes as base64, which openssl rand -base64 32 makes",
);

/** The seasons that everybody may explore; a number is the first of them. */
export const seasons: Read<"newest" | "all" | "none" | number> = (given, name) => {
  if (given === "newest" || given === "all" || given === "none") return given;
  if (/^20\d\d$/.test(given)) return Number(given);
  throw new ConfigError(`${name} is "${given}"; allowed: newest, all, none, or the year of a season such as 2024`);
};

/** The names of networks that Fastify knows. */
const networkNames = ["loopback", "linklocal", "uniquelocal"];
const networksWanted = `IP addresses, networks such as 10.0.0.0/8, ${networkNames.join(", ")}, with commas between`;

const proxy = text(
  (each) => networkNames.includes(each) || isAddressOrNetwork(each),
  (each) => `has "${each}"; wanted: ${networksWanted}`,
);

export const proxies: Read<string> = (given, name) => {
  listed(proxy)(given, name);
  return given;
};

/** Not a network that everybody is in, or all of IPv4: then a caller could be any address. */
function isAddressOrNetwork(given: string): boolean {
  const [address = "", bits, ...more] = given.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  if (!/^[1-9]\d{0,2}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return false;
  // The addresses of IPv4 are the 32 bits behind ::ffff:0:0 (RFC 4291 2.5.5.2).
  const network = new BlockList();
  network.addSubnet(address, Number(bits), version === 4 ? "ipv4" : "ipv6");
  return version === 4 || Number(bits) > 96 || !network.check("::ffff:0.0.0.0", "ipv6");
}

/** Refuses texts with another scheme or with quotes: they would become a file of that name. */
export const databaseAddress: Read<string> = (text, name) => {
  const refused = (why: string) =>
    new ConfigError(`${name} ${why}; wanted: a file, or postgres://user:password@host/database`);
  // The text behind a scheme may hold a password, so it is not repeated.
  const [scheme = ""] = /^(?:jdbc:)?[a-z][a-z0-9+.-]*:\/\/|^postgres(?:ql)?:/i.exec(text) ?? [];
  if (/^["'`\u2018-\u201f]/.test(text)) throw refused("begins with a quote");
  if (!/^((sqlite|file|postgres(ql)?):\/\/)?$/.test(scheme)) throw refused(`begins with "${scheme}"`);
  if (text.slice(scheme.length).includes("://")) throw refused("has :// in the middle");
  const path = pathOf(text);
  if (path === null) {
    if (text === scheme) throw refused(`is only "${text}"`);
    return text;
  }
  // Accounts lie beside it, and are opened more than once.
  if (path === "" || path === ":memory:") throw refused(`is "${text}", which is no file`);
  if (isFolder(name, path)) throw refused(`is "${text}", which is a folder`);
  return text;
};

/** The file of a database; null: it is in PostgreSQL. */
export function pathOf(databaseUrl: string): string | null {
  return /^postgres(ql)?:/.test(databaseUrl) ? null : databaseUrl.replace(/^(sqlite|file):(\/\/)?/, "");
}

/** Null: there is nothing yet. */
export function isFolder(name: string, path: string): boolean | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null;
  } catch (error) {
    throw new ConfigError(`${name}: "${path}" cannot be looked at (${(error as NodeJS.ErrnoException).code})`);
  }
}
