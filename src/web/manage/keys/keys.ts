/** The list of keys on the dashboard, and the form that makes one. */
import { randomUUID } from "node:crypto";
import { html } from "ghtml";
import { type ListedKey, longestName } from "../../../access/keys/account-keys.ts";
import { mostKeys } from "../../../access/keys/own-keys.ts";
import { agoTag, dateTag } from "../../frame/formats.ts";
import { csrfField } from "../frame/layout.ts";

export type KeysCard = {
  readonly base: string;
  readonly csrf: string;
  readonly nowMs: number;
  readonly keys: readonly ListedKey[];
};

function nameOf({ name }: ListedKey): string {
  return name === "" ? "Unnamed key" : name;
}

/** Shows the parts of a key that may be shown again: its beginning and its end. */
export function maskedKey({ prefix, lastFour }: ListedKey): string {
  return html`<code class="masked">${prefix}…${lastFour}</code>`;
}

export function keysCard({ base, csrf, nowMs, keys }: KeysCard): string {
  const active = keys.filter(({ revokedMs }) => revokedMs === null);
  const revoked = keys.filter(({ revokedMs }) => revokedMs !== null);
  return html`<section class="card keys" aria-labelledby="keys-title">
<div class="card-head"><h2 id="keys-title">API keys</h2><p class="hint">${active.length} of ${mostKeys}</p></div>
!${active.length === 0 ? html`<div class="empty">!${firstKey}!${createForm(base, csrf)}</div>` : html`<ul class="key-list">!${active.map((key) => activeKey(base, key, nowMs))}</ul>`}
!${active.length === 0 ? "" : active.length < mostKeys ? html`!${createForm(base, csrf)}!${rotation}` : fullOfKeys}
!${
    revoked.length === 0
      ? ""
      : html`<details><summary>Revoked keys (${revoked.length})</summary><ul class="key-list revoked">!${revoked.map((key) => revokedKey(key, nowMs))}</ul></details>`
  }
</section>`;
}

const firstKey = html`<span class="emblem" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24"><path class="stroke" d="M15 3.5a5.5 5.5 0 1 1-4.6 8.5L4 18.4V21h3.2l.8-2h2v-2h1.8l1-2.7A5.5 5.5 0 0 1 15 3.5zM16.5 7.5v.01"/></svg></span>
<h3>Create your first key</h3>
<p>A key is what your program shows the API. Name it after where it will live.</p>`;

const rotation = html`<p class="hint">To replace a key without a gap: create another, switch over to it, then revoke the old one.</p>`;

const fullOfKeys = html`<p class="hint">You have as many active keys as an account may have. Revoke one to create another.</p>`;

function activeKey(base: string, key: ListedKey, nowMs: number): string {
  const path = `${base}/keys/${encodeURIComponent(key.keyId)}`;
  return html`<li>
<div class="key-who"><bdi class="key-name">${nameOf(key)}</bdi>!${maskedKey(key)}</div>
<dl class="key-when"><div><dt>Created</dt><dd>!${dateTag(key.createdMs)}</dd></div>
<div><dt>Last used</dt><dd>!${key.lastUsedMs === null ? "Never" : agoTag(key.lastUsedMs, nowMs)}</dd></div></dl>
<div class="key-do"><a class="button small" href="${path}/rename">Rename<span class="hidden"> ${nameOf(key)}</span></a>
<a class="button small danger" href="${path}/revoke">Revoke<span class="hidden"> ${nameOf(key)}</span></a></div>
</li>`;
}

function revokedKey(key: ListedKey, nowMs: number): string {
  return html`<li>
<div class="key-who"><bdi class="key-name">${nameOf(key)}</bdi>!${maskedKey(key)}</div>
<dl class="key-when"><div><dt>Created</dt><dd>!${dateTag(key.createdMs)}</dd></div>
<div><dt>Revoked</dt><dd>!${agoTag(key.revokedMs ?? nowMs, nowMs)}</dd></div></dl>
</li>`;
}

/** The form has an id, so that sending it again, by a reload or a second click, makes no other key. */
function createForm(base: string, csrf: string): string {
  return html`<form class="create" method="post" action="${base}/keys">!${csrfField(csrf)}
<input type="hidden" name="form" value="${randomUUID()}">
<div class="field"><label for="name">Name of the new key</label>
<input id="name" name="name" maxlength="${longestName}" autocomplete="off" placeholder="e.g. backtest on laptop"></div>
<button class="primary">Create key</button>
</form>`;
}
