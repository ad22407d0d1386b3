/** The keys of an account: their list on the dashboard, and the pages that create, rename and revoke one. */
import { randomUUID } from "node:crypto";
import { readAccount } from "../../access/accounts.ts";
import {
  addKey,
  keyIdOf,
  keyLimitOf,
  type ListedKey,
  listKeys,
  longestName,
  mostKeys,
  mostKeysADay,
  renameKey,
  revokeOwnKey,
} from "../../access/keys/account-keys.ts";
import { type Hole, type Html, html } from "../ui/html.ts";
import { card, snippet, textField } from "../ui/parts.ts";
import { agoTag, dateTag } from "../ui/words.ts";
import { type Answered, type MemberVisit, narrowCard, notFound, notice, question } from "./visit.ts";

const isGone = notice("plain", "That key was revoked already.");
const isMade = notice(
  "plain",
  "That key was made already, and is shown only once. If you have not stored it, revoke it and create another.",
);
const limits = {
  today: notice(
    "bad",
    `An account makes at most ${mostKeysADay} keys in 24 hours, revoked ones included. Try again later.`,
  ),
  active: notice("bad", `An account has at most ${mostKeys} active keys. Revoke one first.`),
};

export async function createKey(visit: MemberVisit): Promise<Answered> {
  const { site, session, now } = visit;
  const { access } = site.deps;
  const { email } = session;
  if ((await readAccount(access, email, now)) === null)
    return notice("bad", "A key needs a plan, and you have none yet.");
  const name = nameFrom(visit);
  // Each form has its own id, so that a reload or a second click makes no other key.
  const form = visit.field("form") || randomUUID();
  const created = await addKey(access, email, name, now, form);
  if (created !== null) return showCreated(visit, created.key, name);
  const keys = await listKeys(access, email);
  if (keys.some(({ keyId }) => keyId === keyIdOf(email, form))) return isMade;
  return keyLimitOf(keys, now) === "today" ? limits.today : limits.active;
}

function showCreated(visit: MemberVisit, key: string, name: string): Answered {
  const { deps, home } = visit.site;
  const curl = `curl -H "Authorization: Bearer ${key}" "${deps.apiUrl}/v1/games?sport=nfl&limit=2"`;
  const body = html`
<h1>Key ${name === "" ? "" : html`“<bdi>${name}</bdi>” `}created</h1>
<p class="notice warn"><strong>Copy it now.</strong> This is the only time it is shown; we keep just a fingerprint of it.</p>
<h2>API key</h2>
${snippet("new-key", "API key", key)}
<h2>Try it in a terminal</h2>
${snippet("curl", "curl line", curl)}
<p class="actions"><a class="button" href="${home}">Done, I have stored it</a>
<a class="button" href="${deps.apiUrl}/docs/quick-start">Read the quick start</a></p>
`;
  return narrowCard({ title: "Key created" }, body);
}

export async function showRename(visit: MemberVisit): Promise<Answered> {
  const key = await activeKey(visit);
  return question(visit, {
    title: "Rename key",
    path: pathOf(key, "rename"),
    body: html`<h1>Rename key</h1><p>${maskedKey(key)}</p>`,
    form: html`${textField("name", "Name", { maxlength: longestName, autocomplete: "off", value: key.name })}
<p class="hint">Only you see it. The key itself stays the same.</p>
<div class="actions"><button class="primary">Save name</button><a class="button" href="${visit.site.home}">Cancel</a></div>`,
  });
}

export async function renameOwnKey(visit: MemberVisit): Promise<Answered> {
  const { keyId } = await activeKey(visit);
  await renameKey(visit.site.deps.access, visit.session.email, keyId, nameFrom(visit));
  return notice("good", "The key was renamed.");
}

export async function showRevoke(visit: MemberVisit): Promise<Answered> {
  const key = await ownKey(visit);
  if (key.revokedMs !== null) return isGone;
  return question(visit, {
    title: "Revoke key",
    path: pathOf(key, "revoke"),
    body: html`<h1>Revoke ${key.name === "" ? "this key" : html`“<bdi>${key.name}</bdi>”`}?</h1>
<p>${maskedKey(key)} <span class="hint">created ${dateTag(key.createdMs)}</span></p>
<p>Requests with this key are refused from that moment on. It cannot be undone; you can create another key at any time.</p>`,
    form: html`<div class="actions"><button class="primary danger">Revoke key</button><a class="button" href="${visit.site.home}">Keep it</a></div>`,
  });
}

export async function revokeKey(visit: MemberVisit): Promise<Answered> {
  const { keyId } = await ownKey(visit);
  const isRevoked = await revokeOwnKey(visit.site.deps.access, visit.session.email, keyId, visit.now);
  return isRevoked ? notice("good", "The key was revoked. Requests with it are refused from now on.") : isGone;
}

/** The key of the address. @throws notFound when there is none, or it is another account's. */
async function ownKey({ request, site, session }: MemberVisit): Promise<ListedKey> {
  const { id } = request.params as { readonly id: string };
  const key = (await listKeys(site.deps.access, session.email)).find(({ keyId }) => keyId === id);
  if (key === undefined) throw notFound;
  return key;
}

async function activeKey(visit: MemberVisit): Promise<ListedKey> {
  const key = await ownKey(visit);
  if (key.revokedMs !== null) throw notFound;
  return key;
}

/** Reads the name from the form, without characters that break a line or change the direction of the text. */
function nameFrom(visit: MemberVisit): string {
  return visit
    .field("name")
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, " ")
    .trim()
    .slice(0, longestName)
    .replace(/[\uD800-\uDBFF]$/, "");
}

function nameOf({ name }: ListedKey): string {
  return name === "" ? "Unnamed key" : name;
}

/** The parts of a key that may be shown again: its beginning and its end. */
function maskedKey({ prefix, lastFour }: ListedKey): Html {
  return html`<code class="quiet">${prefix}…${lastFour}</code>`;
}

function pathOf({ keyId }: ListedKey, deed: string): string {
  return `/keys/${encodeURIComponent(keyId)}/${deed}`;
}

export function keysCard({ site, now }: MemberVisit, keys: readonly ListedKey[]): Html {
  const link = (key: ListedKey, deed: string, text: string, look: string) =>
    html`<a class="button small ${look}" href="${site.base}${pathOf(key, deed)}">${text}<span class="hidden"> ${nameOf(key)}</span></a>`;
  const actions = (key: ListedKey) =>
    html`<div class="actions">${link(key, "rename", "Rename", "")}${link(key, "revoke", "Revoke", "danger")}</div>`;
  const list = (of: readonly ListedKey[]) =>
    html`<ul class="rows">${of.map((key) => keyItem(key, now.getTime(), key.revokedMs === null ? actions(key) : ""))}</ul>`;
  const active = keys.filter(({ revokedMs }) => revokedMs === null);
  const revoked = keys.filter(({ revokedMs }) => revokedMs !== null);
  const isFirst = active.length === 0;
  const hint = isFirst
    ? "A key is what your program shows the API. Name it after where it will live."
    : "To replace a key without a gap: create another, switch over to it, then revoke the old one.";
  const create = html`<form class="row-form" method="post" action="${site.base}/keys">
<input type="hidden" name="form" value="${randomUUID()}">
${textField("name", "Name of the new key", { maxlength: longestName, autocomplete: "off", placeholder: "e.g. backtest on laptop" })}
<button class="primary">Create key</button></form><p class="hint">${hint}</p>`;
  const full = html`<p class="hint">You have as many active keys as an account may have. Revoke one to create another.</p>`;
  const folded = html`<details><summary>Revoked keys (${revoked.length})</summary>${list(revoked)}</details>`;
  return card(
    { id: "keys-title", title: "API keys", hint: `${active.length} of ${mostKeys}` },
    html`${isFirst ? html`<h3>Create your first key</h3>` : list(active)}${active.length < mostKeys ? create : full}${revoked.length === 0 ? "" : folded}`,
  );
}

/** A key in a list: its name, as much of it as may be shown again, and its times. */
export function keyItem(key: ListedKey, nowMs: number, more: Hole): Html {
  const { createdMs, lastUsedMs, revokedMs } = key;
  const used = lastUsedMs === null ? "never used" : html`used ${agoTag(lastUsedMs, nowMs)}`;
  const revoked = revokedMs === null ? "" : html`, revoked ${agoTag(revokedMs, nowMs)}`;
  return html`<li class="sides"><p><bdi class="key-name">${nameOf(key)}</bdi> ${maskedKey(key)}
<span class="hint">created ${dateTag(createdMs)}, ${used}${revoked}</span></p>${more}</li>`;
}
