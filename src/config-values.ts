/** Kinds of values that several settings have, and the error that names a setting. */
import type { SettingName } from "./settings.ts";

export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Gives what a setting says, without spaces around it, or what holds when it says nothing. */
export type Value = (name: SettingName, otherwise: string) => string;

export function secondsOf(name: SettingName, text: string, longest: number): number {
  const seconds = Number(text);
  if (/^\d{1,4}$/.test(text) && seconds <= longest) return seconds;
  throw new ConfigError(`${name} is "${text}"; wanted: whole seconds from 0 to ${longest}`);
}

export function webAddress(name: SettingName, text: string): URL {
  // There may be a password before it, so the text is not repeated.
  if (text.includes("@")) throw new ConfigError(`${name} has an @; wanted: an address without user and password`);
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new ConfigError(`${name} is "${text}", not a web address (https://…)`);
}

/** A whole number from `least` to `most`. */
export function wholeNumberOf(name: SettingName, text: string, [least, most]: readonly [number, number]): number {
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
  throw new ConfigError(`${name} is "${text}"; wanted: a whole number from ${least} to ${most}`);
}
