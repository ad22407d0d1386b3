/** The list of keys on the dashboard, and the form that makes one. */

import { randomUUID } from "node:crypto";
import { type CreatedKey, type ListedKey, longestName, mostKeys } from "../../../access/keys/account-keys.ts";
import { agoTag, copyButton, copyStatus, dateTag } from "../../frame/formats.ts";
import { type Html, html } from "../../ui/html.ts";
import { csrfField, type ManagePage, manageLayout } from "../frame/layout.ts";
import type { MemberVisit } from "../frame/visit.ts";

type KeysCard = {
  readonly base: string;
  readonly csrf: string;
  readonly nowMs: number;
  readonly keys: readonly ListedKey[];
};

function nameOf({ name }: ListedKey): string {
  return name === "" ? "Unnamed key" : name;
}

/** Shows the parts of a key that may be shown again: its beginning and its end. */
export function maskedKey({ prefix, lastFour }: ListedKey): Html {
  return html`<code class="masked">${prefix}…${lastFour}</code>`;
}

export function keysCard({ base, csrf, nowMs, keys }: KeysCard): Html {
  const active = keys.filter(({ revokedMs }) => revokedMs === null);
  const revoked = keys.filter(({ revokedMs }) => revokedMs !== null);
  return html`<section class="card keys" aria-labelledby="keys-title">
<div class="card-head"><h2 id="keys-title">API keys</h2><p class="hint">${active.length} of ${mostKeys}</p></div>
${active.length === 0 ? html`<div class="empty">${firstKey}${createForm(base, csrf)}</div>` : html`<ul class="key-list">${active.map((key) => activeKey(base, key, nowMs))}</ul>`}
${active.length === 0 ? "" : active.length < mostKeys ? html`${createForm(base, csrf)}${rotation}` : fullOfKeys}
${
  revoked.length === 0
    ? ""
    : html`<details><summary>Revoked keys (${revoked.length})</summary><ul class="key-list revoked">${revoked.map((key) => revokedKey(key, nowMs))}</ul></details>`
}
</section>`;
}

const firstKey = html`<span class="emblem" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24"><path class="stroke" d="M15 3.5a5.5 5.5 0 1 1-4.6 8.5L4 18.4V21h3.2l.8-2h2v-2h1.8l1-2.7A5.5 5.5 0 0 1 15 3.5zM16.5 7.5v.01"/></svg></span>
<h3>Create your first key</h3>
<p>A key is what your program shows the API. Name it after where it will live.</p>`;

const rotation = html`<p class="hint">To replace a key without a gap: create another, switch over to it, then revoke the old one.</p>`;

const fullOfKeys = html`<p class="hint">You have as many active keys as an account may have. Revoke one to create another.</p>`;

function activeKey(base: string, key: ListedKey, nowMs: number): Html {
  const path = `${base}/keys/${encodeURIComponent(key.keyId)}`;
  return html`<li>
<div class="key-who"><bdi class="key-name">${nameOf(key)}</bdi>${maskedKey(key)}</div>
<dl class="key-when"><div><dt>Created</dt><dd>${dateTag(key.createdMs)}</dd></div>
<div><dt>Last used</dt><dd>${key.lastUsedMs === null ? html`Never` : agoTag(key.lastUsedMs, nowMs)}</dd></div></dl>
<div class="key-do"><a class="button small" href="${path}/rename">Rename<span class="hidden"> ${nameOf(key)}</span></a>
<a class="button small danger" href="${path}/revoke">Revoke<span class="hidden"> ${nameOf(key)}</span></a></div>
</li>`;
}

function revokedKey(key: ListedKey, nowMs: number): Html {
  return html`<li>
<div class="key-who"><bdi class="key-name">${nameOf(key)}</bdi>${maskedKey(key)}</div>
<dl class="key-when"><div><dt>Created</dt><dd>${dateTag(key.createdMs)}</dd></div>
<div><dt>Revoked</dt><dd>${agoTag(key.revokedMs ?? nowMs, nowMs)}</dd></div></dl>
</li>`;
}

/** The form has an id, so that sending it again, by a reload or a second click, makes no other key. */
function createForm(base: string, csrf: string): Html {
  return html`<form class="create" method="post" action="${base}/keys">${csrfField(csrf)}
<input type="hidden" name="form" value="${randomUUID()}">
<div class="field"><label for="name">Name of the new key</label>
<input id="name" name="name" maxlength="${longestName}" autocomplete="off" placeholder="e.g. backtest on laptop"></div>
<button class="primary">Create key</button>
</form>`;
}

type Member = NonNullable<ManagePage["member"]>;

function curlLine(apiUrl: string, key: string): string {
  return `curl -H "Authorization: Bearer ${key}" "${apiUrl}/v1/games?sport=nfl&limit=2"`;
}

export function keyCreatedPage(visit: MemberVisit, member: Member, { key }: CreatedKey, name: string): string {
  const { deps, home } = visit.site;
  const body = html`<section class="card created">
<span class="emblem good" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24"><path class="stroke" d="M5 12.5l4.5 4.5L19 7.5"/></svg></span>
<h1>Key ${name === "" ? "" : html`“<bdi>${name}</bdi>” `}created</h1>
<p class="warning"><strong>Copy it now.</strong> This is the only time it is shown; we keep just a fingerprint of it.</p>
<h2 id="key-label">API key</h2>
<div class="snippet"><code id="new-key" class="whole" aria-labelledby="key-label" role="group">${key}</code>${copyButton("new-key", "Copy key", "primary")}</div>
<h2 id="curl-label">Try it in a terminal</h2>
<div class="snippet"><code id="curl" class="whole" aria-labelledby="curl-label" role="group">${curlLine(deps.apiUrl, key)}</code>${copyButton("curl", "Copy curl line")}</div>
${copyStatus}
<p class="actions"><a class="button" href="${home}">Done, I have stored it</a>
<a class="button plain" href="${deps.apiUrl}/docs/quick-start">Read the quick start</a></p>
</section>`;
  return manageLayout(visit, { title: "Key created", body, member, width: "narrow" });
}

export function renamePage(visit: MemberVisit, member: Member, key: ListedKey): string {
  const { base, home } = visit.site;
  const body = html`<section class="card question">
<h1>Rename key</h1>
<p class="which">${maskedKey(key)}</p>
<form method="post" action="${base}/keys/${encodeURIComponent(key.keyId)}/rename">${csrfField(member.csrf)}
<label for="name">Name</label>
<input id="name" name="name" maxlength="${longestName}" autocomplete="off" value="${key.name}">
<p class="hint">Only you see it. The key itself stays the same.</p>
<div class="actions"><button class="primary">Save name</button><a class="button" href="${home}">Cancel</a></div>
</form></section>`;
  return manageLayout(visit, { title: "Rename key", body, member, width: "narrow" });
}

export function revokePage(visit: MemberVisit, member: Member, key: ListedKey): string {
  const { base, home } = visit.site;
  const body = html`<section class="card question">
<h1>Revoke ${key.name === "" ? html`this key` : html`“<bdi>${key.name}</bdi>”`}?</h1>
<p class="which">${maskedKey(key)} <span class="hint">created ${dateTag(key.createdMs)}</span></p>
<p>Requests with this key are refused from that moment on. It cannot be undone; you can create another key at any time.</p>
<form method="post" action="${base}/keys/${encodeURIComponent(key.keyId)}/revoke">${csrfField(member.csrf)}
<div class="actions"><button class="primary danger">Revoke key</button><a class="button" href="${home}">Keep it</a></div>
</form></section>`;
  return manageLayout(visit, { title: "Revoke key", body, member, width: "narrow" });
}
