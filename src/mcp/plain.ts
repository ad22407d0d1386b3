/**
 * Strips texts that others wrote, such as the names of venues and officials, so that no feed speaks to an assistant: what is
 * left are letters, digits and harmless punctuation, and no more than a name needs. Texts of our own, such as ids and times,
 * stay as they are.
 */

const longestName = 60;
const harmful = /[^\p{L}\p{N} .,'&()|:_+-]/gu;

export function plainText(text: string): string {
  const plain = text.normalize("NFC").replaceAll("’", "'").replace(harmful, " ").replace(/ {2,}/g, " ").trim();
  return Array.from(plain).slice(0, longestName).join("").trimEnd();
}

/** The same value with every text in it stripped. */
export function plainly<Value>(value: Value): Value {
  if (typeof value === "string") return plainText(value) as Value;
  if (Array.isArray(value)) return value.map(plainly) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainly(member)])) as Value;
}
