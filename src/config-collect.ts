/** The settings of collecting: where providers are, who asks them, and what it may cost. */
import { resolve } from "node:path";
import type { ClientSettings } from "./collect/clients/all.ts";
import { ConfigError, type Value, webAddress, wholeNumberOf } from "./config-values.ts";
import { type Sport, sports } from "./domain/sports.ts";
import type { SettingName } from "./settings.ts";

export type CollectConfig = ClientSettings & {
  /** Whether a server collects too. */
  readonly isOn: boolean;
  /** The sports that are collected. */
  readonly sports: readonly Sport[];
  /** The most that requests to The Odds API may cost in a UTC day; null: whatever the provider leaves. */
  readonly creditsPerDay: number | null;
  /** An address or URL that providers find in the User-Agent; null: none was set. */
  readonly contact: string | null;
  /** Where answers are kept, and for how many days; null: nowhere. */
  readonly answers: { readonly folder: string; readonly days: number } | null;
};

/** The regions of The Odds API. */
const regions = ["us", "us2", "us_dfs", "us_ex", "uk", "eu", "fr", "se", "au"];

/** @throws ConfigError */
export function collectConfigOf(value: Value): CollectConfig {
  const base = (name: SettingName, otherwise: string): string => baseOf(name, value(name, otherwise));
  const credits = value("CREDITS_PER_DAY", "");
  return Object.freeze({
    isOn: isOnOf("COLLECT", value("COLLECT", "off")),
    sports: sportsOf("COLLECT_SPORTS", value("COLLECT_SPORTS", sports.join(","))),
    espnUrl: base("ESPN_URL", "https://site.api.espn.com"),
    mlbStatsapiUrl: base("MLB_STATSAPI_URL", "https://statsapi.mlb.com"),
    nhlApiUrl: base("NHL_API_URL", "https://api-web.nhle.com"),
    nflverseUrl: base("NFLVERSE_URL", "https://github.com/nflverse/nflverse-data/releases/download"),
    cfbdUrl: base("CFBD_URL", "https://api.collegefootballdata.com"),
    oddsApiUrl: base("THE_ODDS_API_URL", "https://api.the-odds-api.com"),
    cfbdKey: keyOf("CFBD_API_KEY", value("CFBD_API_KEY", "")),
    oddsApiKey: keyOf("THE_ODDS_API_KEY", value("THE_ODDS_API_KEY", "")),
    oddsApiRegions: regionsOf(value("THE_ODDS_API_REGIONS", "us,us2")),
    creditsPerDay: credits === "" ? null : wholeNumberOf("CREDITS_PER_DAY", credits, [0, 1_000_000_000]),
    contact: contactOf(value("COLLECT_CONTACT", "")),
    answers: answersOf(value),
  });
}

function isOnOf(name: SettingName, text: string): boolean {
  if (text === "on" || text === "off") return text === "on";
  throw new ConfigError(`${name} is "${text}"; allowed: on, off`);
}

function sportsOf(name: SettingName, text: string): readonly Sport[] {
  const named = new Set(text.split(",").map((each) => each.trim()));
  const known = sports.filter((sport) => named.has(sport));
  if (known.length === named.size) return known;
  throw new ConfigError(`${name} is "${text}"; wanted: some of ${sports.join(", ")}, with commas between`);
}

/** Paths are added to it, so it has nothing behind its own path. */
function baseOf(name: SettingName, text: string): string {
  const { href } = webAddress(name, text);
  if (/[?#]/.test(href)) throw new ConfigError(`${name} is "${href}"; wanted: an address without ? and #`);
  return href.replace(/\/+$/, "");
}

/** A key is never repeated in a message. */
function keyOf(name: SettingName, text: string): string | null {
  if (text === "") return null;
  if (/^[\x21-\x7e]{6,200}$/.test(text)) return text;
  throw new ConfigError(`${name} is no key; wanted: 6 to 200 characters without spaces`);
}

function regionsOf(text: string): readonly string[] {
  const named = text.split(",").map((each) => each.trim());
  const unknown = named.find((each) => !regions.includes(each));
  if (unknown === undefined && new Set(named).size === named.length) return named;
  throw new ConfigError(
    `THE_ODDS_API_REGIONS is "${text}"; wanted: some of ${regions.join(", ")}, each once, with commas between`,
  );
}

/** It becomes part of a header, whose comment ends at a bracket. */
function contactOf(text: string): string | null {
  if (text === "") return null;
  const isMail = /^(?:mailto:)?[^\s@()<>"]+@[^\s@()<>"]+$/.test(text);
  const isAddress = /^https?:\/\/[^\s()<>"]+$/.test(text) && URL.canParse(text);
  if (text.length <= 200 && /^[\x21-\x7e]+$/.test(text) && (isMail || isAddress)) return text;
  throw new ConfigError(`COLLECT_CONTACT is "${text}"; wanted: an address of mail, or a web address (https://…)`);
}

function answersOf(value: Value): CollectConfig["answers"] {
  const folder = value("ANSWERS_DIR", "");
  const days = wholeNumberOf("ANSWERS_DAYS", value("ANSWERS_DAYS", "400"), [1, 36_500]);
  return folder === "" ? null : Object.freeze({ folder: resolve(folder), days });
}
