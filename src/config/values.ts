/** The kinds of values that settings have: each reads a text, and throws the error that names the setting. */
import { BlockList, isIP } from "node:net";
import { resolve } from "node:path";

export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Reads what a setting says, which is never empty. @throws ConfigError */
export type Read<T> = (text: string, name: string) => T;

/** Takes a text as it is, where it has the form; `wanted` ends the sentence that refuses it, which repeats no secret. */
export function text(form = /^/, wanted: (text: string) => string = () => ""): Read<string> {
  return (given, name) => {
    if (form.test(given)) return given;
    throw new ConfigError(`${name} ${wanted(given)}`);
  };
}

export function choice<const Choice extends string>(choices: readonly Choice[]): Read<Choice> {
  return (given, name) => {
    const chosen = choices.find((each) => each === given);
    if (chosen !== undefined) return chosen;
    throw new ConfigError(`${name} is "${given}"; allowed: ${choices.join(", ")}`);
  };
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

/** A placeholder stands in the files of `ops/` where the operator is to put a value: `{{PASSWORD}}`. */
const placeholder = /\{\{[A-Z][A-Z0-9_]*\}\}/;

/** @throws ConfigError where a placeholder was left; only the placeholder itself is repeated. */
export function refusePlaceholder(given: string, name: string): void {
  const [found] = placeholder.exec(given) ?? [];
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

/** A link that pages show. */
export const webAddress: Read<string> = (given, name) => {
  // There may be a password before it, so the text is not repeated.
  if (given.includes("@")) throw new ConfigError(`${name} has an @; wanted: an address without user and password`);
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
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
export const origins: Read<readonly string[]> = (given, name) =>
  given.split(",").map((each) => {
    const text = each.trim();
    if (/^https?:/.test(text) && URL.parse(text)?.origin === text) return text;
    throw new ConfigError(`${name} has "${text}"; wanted: origins such as https://example.com, with commas between`);
  });

/** A webhook's address is a secret, since whoever knows it may call it: it is not repeated. */
export const webhook: Read<string> = (given, name) => {
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === "") return url.href;
  throw new ConfigError(`${name} is not a web address (https://…) without user and password`);
};

/** The most addresses in one setting. */
const mostMailboxes = 20;

/**
 * Addresses of mail, in the form in which people are known to Gradeline: small letters. Letters of other alphabets that look like
 * these, or become these in small letters, are refused; every address that is accepted is one that can sign in.
 */
export const mailboxes: Read<readonly string[]> = (given, name) => {
  const named = given.split(",").map((each) => each.trim());
  for (const each of named) {
    if (each.length <= 254 && /^[\w+-]+(?:[.'][\w+-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(each))
      continue;
    throw new ConfigError(`${name} has "${each}", not an e-mail address of plain letters, digits and . _ + - '`);
  }
  const known = [...new Set(named.map((each) => each.toLowerCase()))];
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
export const contact: Read<string> = (given, name) => {
  const isMail = /^(?:mailto:)?[^\s@()<>"]+@[^\s@()<>"]+$/.test(given);
  const isAddress = /^https?:\/\/[^\s()<>"]+$/.test(given) && URL.canParse(given);
  if (given.length <= 200 && /^[\x21-\x7e]+$/.test(given) && (isMail || isAddress)) return given;
  throw new ConfigError(`${name} is "${given}"; wanted: an address of mail, or a web address (https://…)`);
};

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

export const proxies: Read<string> = (given, name) => {
  for (const proxy of given.split(",").map((each) => each.trim())) {
    if (networkNames.includes(proxy) || isAddressOrNetwork(proxy)) continue;
    const wanted = `IP addresses, networks such as 10.0.0.0/8, ${networkNames.join(", ")}, with commas between`;
    throw new ConfigError(`${name} has "${proxy}"; wanted: ${wanted}`);
  }
  return given;
};

/** Not a network that everybody is in, or all of IPv4: then whoever asks could be any address. */
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
