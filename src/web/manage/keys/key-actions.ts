/** Creates, renames and revokes keys. The key of another account is answered like a key that does not exist. */
import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import { readAccount } from "../../../access/accounts.ts";
import {
  addKey,
  keyIdOf,
  keyLimitOf,
  type ListedKey,
  listKeys,
  longestName,
  renameKey,
  revokeOwnKey,
} from "../../../access/keys/account-keys.ts";
import { sendNotFound } from "../frame/errors.ts";
import { csrfToken } from "../frame/guard.ts";
import { seeOther } from "../frame/notices.ts";
import { formValue, type MemberVisit, pathValue, sendPage } from "../frame/visit.ts";
import { keyCreatedPage, renamePage, revokePage } from "./keys.ts";

export async function answerKeyCreation(visit: MemberVisit): Promise<FastifyReply> {
  const { access } = visit.site.deps;
  const { email } = visit.session;
  if ((await readAccount(access, email, visit.now)) === null) return seeOther(visit, "no_account");
  const name = nameFrom(visit);
  // Each form has its own id, so that a reload or a second click makes no other key.
  const form = formValue(visit, "form") || randomUUID();
  const created = await addKey(access, email, name, visit.now, form);
  if (created === null) {
    const keys = await listKeys(access, email);
    if (keys.some(({ keyId }) => keyId === keyIdOf(email, form))) return seeOther(visit, "key_made");
    return seeOther(visit, keyLimitOf(keys, visit.now) === "today" ? "key_limit_today" : "key_limit");
  }
  return sendPage(visit, keyCreatedPage(visit, memberOf(visit), created, name));
}

export async function showRename(visit: MemberVisit): Promise<FastifyReply> {
  const key = await ownKey(visit);
  if (key === null || key.revokedMs !== null) return sendNotFound(visit);
  return sendPage(visit, renamePage(visit, memberOf(visit), key));
}

export async function answerKeyRename(visit: MemberVisit): Promise<FastifyReply> {
  const key = await ownKey(visit);
  if (key === null || key.revokedMs !== null) return sendNotFound(visit);
  await renameKey(visit.site.deps.access, visit.session.email, key.keyId, nameFrom(visit));
  return seeOther(visit, "key_renamed");
}

export async function showRevoke(visit: MemberVisit): Promise<FastifyReply> {
  const key = await ownKey(visit);
  if (key === null) return sendNotFound(visit);
  if (key.revokedMs !== null) return seeOther(visit, "key_gone");
  return sendPage(visit, revokePage(visit, memberOf(visit), key));
}

export async function answerKeyRevoke(visit: MemberVisit): Promise<FastifyReply> {
  const key = await ownKey(visit);
  if (key === null) return sendNotFound(visit);
  const isRevoked = await revokeOwnKey(visit.site.deps.access, visit.session.email, key.keyId, visit.now);
  return seeOther(visit, isRevoked ? "key_revoked" : "key_gone");
}

async function ownKey(visit: MemberVisit): Promise<ListedKey | null> {
  const keyId = pathValue(visit, "id");
  const keys = await listKeys(visit.site.deps.access, visit.session.email);
  return keys.find((key) => key.keyId === keyId) ?? null;
}

export function memberOf({ reply, session }: MemberVisit) {
  return { email: session.email, csrf: csrfToken(reply, session) };
}

/** Reads the name from the form, without characters that break a line or change the direction of the text. */
function nameFrom(visit: MemberVisit): string {
  return formValue(visit, "name")
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, " ")
    .trim()
    .slice(0, longestName)
    .replace(/[\uD800-\uDBFF]$/, "");
}
