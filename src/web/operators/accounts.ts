/** Accounts and their use; and one account with its keys, and the forms that change it. */
import type { FastifyReply } from "fastify";
import { html } from "ghtml";
import { accountIdOf } from "../../access/account-id.ts";
import { type Account, findAccounts } from "../../access/accounts.ts";
import { type ListedKey, listKeys } from "../../access/keys/account-keys.ts";
import { usageOf } from "../../access/usage.ts";
import { agoTag, countText, dateTag, momentTag } from "../frame/formats.ts";
import { sendNotFound } from "../manage/frame/errors.ts";
import { queryValue } from "../manage/frame/visit.ts";
import { maskedKey } from "../manage/keys/keys.ts";
import { usageChart } from "../manage/usage/usage-chart.ts";
import { csrfOf, deedForm, type OperatorVisit, pathOf, sendOperate, tableCard } from "./visit.ts";

const mostAccounts = 100;
const longestText = 100;

export async function showAccounts(visit: OperatorVisit): Promise<FastifyReply> {
  const text = queryValue(visit, "find").slice(0, longestText);
  const { accounts, all } = await findAccounts(visit.site.deps.access, { text, limit: mostAccounts }, visit.now);
  const body = html`<h1>Accounts</h1>
<form class="deed" method="get" action="${pathOf(visit, "/accounts")}"><div class="field"><label for="find">Part of an address</label>
<input id="find" name="find" maxlength="${longestText}" autocomplete="off" value="${text}"></div><button>Find</button></form>
<p class="hint">${all > accounts.length ? `${countText(accounts.length)} of ${countText(all)} are shown.` : `${countText(all)} found.`}</p>
!${tableCard("Accounts and use", {
    id: "accounts-title",
    columns: ["Address", "Plan", "Standing", "Used", "Quota", "A minute", "Since"],
    rows: accounts.map((account) => row(visit, account)),
    none: "There are no accounts.",
  })}`;
  return sendOperate(visit, { title: "Accounts", path: "/accounts", body });
}

function row(visit: OperatorVisit, account: Account): string {
  const path = pathOf(visit, `/account?email=${encodeURIComponent(account.email)}`);
  return html`<tr><th scope="row"><a href="${path}">${account.email}</a></th><td>${account.plan}</td><td>${standingText(account)}</td>
<td>${countText(account.requestsUsed)}</td><td>${countText(account.requests)}</td><td>${countText(account.requestsPerMinute)}</td><td>!${dateTag(account.createdMs)}</td></tr>`;
}

function standingText({ standing }: Account): string {
  return standing.replace("_", " ");
}

export async function showAccount(visit: OperatorVisit): Promise<FastifyReply> {
  const { access } = visit.site.deps;
  const usage = await usageOf(access, queryValue(visit, "email"), visit.now);
  if (usage === null) return sendNotFound(visit);
  const { account } = usage;
  const keys = await listKeys(access, account.email);
  const csrf = csrfOf(visit);
  const email = html`<input type="hidden" name="email" value="${account.email}">`;
  const own = (limit: number, isOwn: boolean) => (isOwn ? String(limit) : "");
  const limits = html`!${email}<div class="field"><label for="per-minute">Requests a minute, of each key</label>
<input id="per-minute" name="per_minute" inputmode="numeric" pattern="[0-9]*" maxlength="10" autocomplete="off" value="${own(account.requestsPerMinute, account.hasOwnRate)}"></div>
<div class="field"><label for="per-month">Requests a month</label>
<input id="per-month" name="per_month" inputmode="numeric" pattern="[0-9]*" maxlength="10" autocomplete="off" value="${own(account.requests, account.hasOwnQuota)}"></div>`;
  const body = html`<h1 class="breakable">${account.email}</h1>
<section class="card" aria-labelledby="terms-title"><div class="card-head"><h2 id="terms-title">Plan and use</h2></div>
<dl class="facts-list"><div><dt>Plan</dt><dd>${account.plan}, ${standingText(account)}</dd></div>
<div><dt>Used</dt><dd>${countText(account.requestsUsed)} of ${countText(account.requests)}</dd></div>
<div><dt>In the last minute</dt><dd>${countText(usage.thisMinute)}; each key may ${countText(account.requestsPerMinute)}</dd></div>
<div><dt>Period</dt><dd>!${momentTag(account.periodStartMs)} to !${momentTag(account.periodEndMs)}</dd></div>
<div><dt>In the log and the audit list</dt><dd><code>${accountIdOf(account.email)}</code></dd></div></dl></section>
<section class="card" aria-labelledby="limits-title"><div class="card-head"><h2 id="limits-title">Limits of its own</h2>
<p class="hint">An empty field stands for the plan's limit.</p></div>
!${deedForm(visit, { deed: "limits", csrf, fields: limits, button: "Change the limits", id: "limits" })}</section>
<section class="card" aria-labelledby="keys-title"><div class="card-head"><h2 id="keys-title">Keys</h2></div>
!${keys.length === 0 ? html`<p>It has no keys.</p>` : html`<ul class="deed-list">!${keys.map((key) => keyItem(visit, { key, email, csrf }))}</ul>`}</section>
!${usageChart(usage.days)}
<section class="card" aria-labelledby="sessions-title"><div class="card-head"><h2 id="sessions-title">Sign-ins</h2></div>
!${deedForm(visit, { deed: "sign-ins end", csrf, fields: email, button: "Sign this person out everywhere", id: "sessions" })}</section>`;
  return sendOperate(visit, { title: account.email, path: null, body });
}

type Item = { readonly key: ListedKey; readonly email: string; readonly csrf: string };

function keyItem(visit: OperatorVisit, { key, email, csrf }: Item): string {
  const { keyId, name, createdMs, lastUsedMs, revokedMs } = key;
  const nowMs = visit.now.getTime();
  const fields = html`!${email}<input type="hidden" name="key" value="${keyId}">`;
  return html`<li><p><bdi class="key-name">${name === "" ? "Unnamed key" : name}</bdi> !${maskedKey(key)} <span class="hint">id <code>${keyId}</code>, created !${dateTag(createdMs)},
!${lastUsedMs === null ? "never used" : html`used !${agoTag(lastUsedMs, nowMs)}`}!${revokedMs === null ? "" : html`, revoked !${agoTag(revokedMs, nowMs)}`}</span></p>
!${revokedMs !== null ? "" : deedForm(visit, { deed: "key revoke", csrf, fields, button: html`Revoke<span class="hidden"> the key ${keyId}</span>`, id: `key-${keyId}` })}</li>`;
}
