/** Keys must never stand in what is logged or reported, even where a provider repeats them in its answer. */
import type { Ask } from "./ask.ts";

const keyNames = /key|token|secret|auth/i;

/** The text without the values of the request's own headers and of the keys in its address. */
export function withoutSecrets(text: string, { url, headers }: Pick<Ask, "url" | "headers">): string {
  const ofAddress = [...url.searchParams].filter(([name]) => keyNames.test(name)).map(([, value]) => value);
  // A header such as "Bearer abc" hides its parts too.
  const ofHeaders = Object.values(headers ?? {}).flatMap((value) => [value, ...value.split(" ")]);
  const secrets = [...ofAddress, ...ofHeaders].flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return secrets
    .filter((secret) => secret.length >= 6)
    .sort((one, other) => other.length - one.length)
    .reduce((clean, secret) => clean.replaceAll(secret, "…"), text);
}
