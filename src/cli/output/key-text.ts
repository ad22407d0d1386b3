/** Keys as the operator sees them: of each key only its prefix and its last four characters. */
import type { ListedKey } from "../../access/keys/account-keys.ts";
import { isoOf, minuteText, tableLines } from "./table-text.ts";

export function keyJson(key: ListedKey) {
  return {
    email: key.email,
    prefix: key.prefix,
    lastFour: key.lastFour,
    name: key.name,
    status: statusOf(key),
    createdAt: isoOf(key.createdMs),
    lastUsedAt: key.lastUsedMs === null ? null : isoOf(key.lastUsedMs),
    revokedAt: key.revokedMs === null ? null : isoOf(key.revokedMs),
  };
}

export function shownKey({ prefix, lastFour }: Pick<ListedKey, "prefix" | "lastFour">): string {
  return `${prefix}…${lastFour}`;
}

/** A table of one account's keys. */
export function keyTable(keys: readonly ListedKey[]): string[] {
  return tableLines(columns, keys.map(cellsOf));
}

export function keyTableWithOwners(keys: readonly ListedKey[]): string[] {
  return tableLines(
    ["e-mail", ...columns],
    keys.map((key) => [key.email, ...cellsOf(key)]),
  );
}

const columns = ["key", "name", "created (UTC)", "last used (UTC)", "status"];

function cellsOf(key: ListedKey): string[] {
  return [
    shownKey(key),
    key.name,
    minuteText(key.createdMs),
    key.lastUsedMs === null ? "never" : minuteText(key.lastUsedMs),
    statusOf(key),
  ];
}

function statusOf(key: ListedKey): "active" | "revoked" {
  return key.revokedMs === null ? "active" : "revoked";
}
