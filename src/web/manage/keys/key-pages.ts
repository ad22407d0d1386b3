/** The pages of one key: the one that shows it once, and the forms to rename and to revoke it. */
import { html } from "ghtml";
import { type CreatedKey, type ListedKey, longestName } from "../../../access/keys/account-keys.ts";
import { copyButton, copyStatus } from "../../frame/copy.ts";
import { dateTag } from "../../frame/formats.ts";
import { csrfField, type ManagePage, manageLayout } from "../frame/layout.ts";
import type { MemberVisit } from "../frame/visit.ts";
import { maskedKey } from "./keys.ts";

type Member = NonNullable<ManagePage["member"]>;

function curlLine(apiUrl: string, key: string): string {
  return `curl -H "Authorization: Bearer ${key}" "${apiUrl}/v1/games?sport=nfl&limit=2"`;
}

export function keyCreatedPage(visit: MemberVisit, member: Member, { key }: CreatedKey, name: string): string {
  const { deps, home } = visit.site;
  const body = html`<section class="card created">
<span class="emblem good" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24"><path class="stroke" d="M5 12.5l4.5 4.5L19 7.5"/></svg></span>
<h1>Key !${name === "" ? "" : html`“<bdi>${name}</bdi>” `}created</h1>
<p class="warning"><strong>Copy it now.</strong> This is the only time it is shown; we keep just a fingerprint of it.</p>
<h2 id="key-label">API key</h2>
<div class="snippet big"><code id="new-key" class="whole" aria-labelledby="key-label" role="group">${key}</code>!${copyButton("new-key", "Copy key", "primary")}</div>
<h2 id="curl-label">Try it in a terminal</h2>
<div class="snippet"><code id="curl" class="whole" aria-labelledby="curl-label" role="group">${curlLine(deps.apiUrl, key)}</code>!${copyButton("curl", "Copy curl line")}</div>
!${copyStatus}
<p class="actions"><a class="button" href="${home}">Done, I have stored it</a>
<a class="button plain" href="${deps.apiUrl}/docs/quick-start">Read the quick start</a></p>
</section>`;
  return manageLayout(visit, { title: "Key created", body, member, width: "narrow" });
}

export function renamePage(visit: MemberVisit, member: Member, key: ListedKey): string {
  const { base, home } = visit.site;
  const body = html`<section class="card question">
<h1>Rename key</h1>
<p class="which">!${maskedKey(key)}</p>
<form method="post" action="${base}/keys/${encodeURIComponent(key.keyId)}/rename">!${csrfField(member.csrf)}
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
<h1>Revoke !${key.name === "" ? "this key" : html`“<bdi>${key.name}</bdi>”`}?</h1>
<p class="which">!${maskedKey(key)} <span class="hint">created !${dateTag(key.createdMs)}</span></p>
<p>Requests with this key are refused from that moment on. It cannot be undone; you can create another key at any time.</p>
<form method="post" action="${base}/keys/${encodeURIComponent(key.keyId)}/revoke">!${csrfField(member.csrf)}
<div class="actions"><button class="primary danger">Revoke key</button><a class="button" href="${home}">Keep it</a></div>
</form></section>`;
  return manageLayout(visit, { title: "Revoke key", body, member, width: "narrow" });
}
