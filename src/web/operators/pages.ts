/**
 * The pages for operators below the management page: nights, alarms, disputes, accounts, sign-ins and the audit list. They show, and name
 * the command that changes what they show.
 */
import { type Account, findAccounts } from "../../access/accounts.ts";
import { type ListedKey, listKeys } from "../../access/keys/account-keys.ts";
import { accountIdOf } from "../../access/keys/keys.ts";
import { listSessions } from "../../access/people/people.ts";
import { usageOf } from "../../access/usage.ts";
import { newestFirst, readDeeds } from "../../audit/deeds.ts";
import type { DisputedGame } from "../../operate/decisions/disputes.ts";
import type { Report } from "../../operate/reports.ts";
import { keyItem } from "../manage/keys.ts";
import { type Answered, type ManagePage, type ManageVisit, type MemberVisit, notFound } from "../manage/visit.ts";
import { type Hole, type Html, html, noHtml } from "../ui/html.ts";
import { type Cell, type Column, card, snippet, table, textField } from "../ui/parts.ts";
import { counted, countText, dateTag, momentTag } from "../ui/words.ts";
import type { Desk, Nights } from "./desk.ts";

type OperatorVisit = MemberVisit & { readonly desk: Desk /** The path of these pages. */; readonly base: string };

type Page = Pick<ManagePage, "title" | "body">;

/** The pages by their paths, and those with a name in their navigation. A page is null where there is no such thing. */
const pages: readonly (readonly [string, name: string | null, (visit: OperatorVisit) => Promise<Page | null>])[] = [
  ["", "Nights", nightsPage],
  ["/alarms", "Alarms", alarmsPage],
  ["/disputes", "Disputes", disputesPage],
  ["/accounts", "Accounts", accountsPage],
  ["/account", null, accountPage],
  ["/sign-ins", "Sign-ins", signInsPage],
  ["/audit", "Audit list", auditPage],
];

/** How long a sign-in is good for these pages: a browser that somebody left open shows nobody's account. */
const freshMs = 30 * 60_000;

const signInAgain: Page = {
  title: "Sign in again",
  body: html`<section class="card question"><h1>Sign in again</h1>
<p>You signed in more than 30 minutes ago. Sign out, and ask for a new link: then these pages open again.</p></section>`,
};

/**
 * The routes of the pages. Whoever is not of ADMIN_EMAILS gets what an address gets at which there is nothing, before anything of the
 * request is read but its cookies.
 */
export const operatorRoutes = pages.map(([path, , pageOf]) => {
  const answer = async (visit: ManageVisit): Promise<Answered> => {
    const { operators } = visit.site.deps;
    const member = await visit.member();
    if (member === null || !operators?.emails.includes(member.session.email)) throw notFound;
    const base = `${visit.site.base}/operate`;
    const isFresh = visit.now.getTime() - member.session.signedInMs < freshMs;
    const page = isFresh ? await pageOf(Object.assign(member, { desk: operators.desk, base })) : signInAgain;
    if (page === null) throw notFound;
    const links = pages.map(([each, name]) => {
      const here = isFresh && each === path ? html` aria-current="page"` : "";
      return name === null ? noHtml : html`<a class="chip" href="${base}${each}"${here}>${name}</a>`;
    });
    const body = html`<nav class="chips" aria-label="For operators">${links}</nav>${page.body}`;
    return { title: page.title, body, width: "wide", status: isFresh ? 200 : 403 };
  };
  return ["GET", `/operate${path}`, answer] as const;
});

/** Games on the page of disputes. More than these are not read one by one. */
const mostDisputes = 50;
const mostAccounts = 100;
const mostSessions = 100;
const mostDeeds = 200;
const longestText = 100;

const collectingTexts: Readonly<Record<Nights["collecting"], string>> = {
  never: "nobody has ever collected into this database",
  running: "a node collects",
  stopped: "stopped in good order",
  gone: "the process is gone, and no other has taken over",
};

async function nightsPage({ desk }: OperatorVisit): Promise<Page> {
  const nights = await desk.nights();
  const { revision, unpublishedImports: waiting, failedImports: failed, overdue, alarms } = nights;
  const body = html`<h1>Nights</h1>
${overdue.map(({ what, why, since }) => html`<p class="notice bad"><strong>Overdue: ${what}</strong>, ${why}, since ${timeOf(since)}.</p>`)}
${factsCard("Now", [
  [
    "Last publish",
    html`${timeOf(nights.lastPublishAt)}${revision === null ? "" : html`, revision ${countText(revision)}`}`,
  ],
  ["Last import", timeOf(nights.lastImportAt)],
  ["Not published yet", counted(waiting, "import")],
  ["Failed since the last publish", counted(failed, "import")],
  ["Collecting", collectingTexts[nights.collecting]],
  ["Alarms", alarms.length === 0 ? "none is on" : `${countText(alarms.length)} on`],
])}
${tableCard("Newest imports and publishes", ["Report", "Began", "Of", "Outcome", "Seconds", wordy("Error")], nights.reports.map(reportRow), "Nothing was imported or published.")}
<p class="hint"><code>gradeline log NUMBER</code> says what a report found.</p>`;
  return { title: "Nights", body };
}

function timeOf(at: string | null): Html {
  return at === null ? html`never` : momentTag(Date.parse(at));
}

const tones: Readonly<Record<string, string>> = { changed: "good", refused: "bad", failed: "bad" };

function reportRow({ reportId, source, at, durationMs, outcome, error }: Report): readonly Cell[] {
  const pill = html`<span class="pill ${tones[outcome] ?? ""}">${outcome}</span>`;
  return [reportId, timeOf(at), source, pill, (durationMs / 1000).toFixed(1), error ?? ""];
}

async function alarmsPage({ desk }: OperatorVisit): Promise<Page> {
  const alarms = await desk.alarms();
  const rows = alarms.map((on) => [on.rule, on.sport, timeOf(on.since), countText(on.count), on.example]);
  const body = html`<h1>Alarms</h1>
${tableCard("Alarms that are on", ["Rule", "Sport", "Since", "Games", wordy("Such as")], rows, "No alarm is on.")}
<p class="hint">A publish puts an alarm on, and off again when it finds the rule kept. <code>gradeline resolve GAME_ID --keep RULE</code> hears no
more of it about a game that was looked at.</p>`;
  return { title: "Alarms", body };
}

async function disputesPage({ desk }: OperatorVisit): Promise<Page> {
  const all = await desk.disputes();
  const inOrder = all.toSorted((one, other) => Number(other.open) - Number(one.open));
  const open = all.filter((each) => each.open).length;
  const body = html`<h1>Disputes</h1>
<p class="hint">${open} open, ${all.length - open} decided${all.length > mostDisputes ? html`; ${mostDisputes} are shown, <code>gradeline doubts</code> has all` : ""}.
The next publish follows a decision.</p>
${inOrder.length === 0 ? html`<section class="card"><p>There are no disputes and no decisions.</p></section>` : ""}
${inOrder.slice(0, mostDisputes).map(disputeCard)}`;
  return { title: "Disputes", body };
}

function disputeCard({ game_id: id, open, published, reason, statements, decision }: DisputedGame): Html {
  const rows = statements.map(({ provider, status, away, away_score, home, home_score, game_date }) => {
    return [provider, status, `${away} ${away_score ?? "–"} at ${home} ${home_score ?? "–"}`, game_date ?? "no date"];
  });
  const finals = new Set(statements.filter(({ status }) => status === "final").map(({ provider }) => provider));
  const commands = [
    ...[...finals].map((provider) => commandLine("resolve", id, "--provider", provider)),
    ...(decision === null ? [] : [commandLine("resolve", id, "--undo")]),
  ];
  const body = html`<p><span class="pill ${open ? "bad" : "good"}">${open ? "open" : "decided"}</span></p>
${reason === null ? "" : html`<p>${reason}. ${published ? "It stays as it was published." : "It is not published."}</p>`}
${decision === null ? "" : html`<p>Decided for ${decision.provider} (${decision.stated}), ${timeOf(decision.decided_at)}.</p>`}
${table({ name: id, columns: ["Provider", "Status", "Score", "Date"], rows })}
${commandsText("To decide about it", commands)}`;
  return card({ id, title: id }, body);
}

async function accountsPage(visit: OperatorVisit): Promise<Page> {
  const text = visit.asked("find").slice(0, longestText);
  const { accounts, all } = await findAccounts(visit.site.deps.access, { text, limit: mostAccounts }, visit.now);
  const rows = accounts.map((account) => [
    html`<a href="${visit.base}/account?email=${encodeURIComponent(account.email)}">${account.email}</a>`,
    account.plan,
    standingText(account),
    ...[account.requestsUsed, account.requests, account.requestsPerMinute].map(countText),
    dateTag(account.createdMs),
  ]);
  const columns = ["Address", "Plan", "Standing", "Used", "Quota", "A minute", "Since"];
  const body = html`<h1>Accounts</h1>
<form class="row-form" method="get" action="${visit.base}/accounts">
${textField("find", "Part of an address", { maxlength: longestText, autocomplete: "off", value: text })}<button>Find</button></form>
<p class="hint">${all > accounts.length ? `${countText(accounts.length)} of ${countText(all)} are shown.` : `${countText(all)} found.`}</p>
${tableCard("Accounts and use", columns, rows, "There are no accounts.")}`;
  return { title: "Accounts", body };
}

function standingText({ standing }: Account): string {
  return standing.replace("_", " ");
}

/** Null: there is no such account. */
async function accountPage(visit: OperatorVisit): Promise<Page | null> {
  const { access } = visit.site.deps;
  const usage = await usageOf(access, visit.asked("email"), visit.now);
  if (usage === null) return null;
  const { account } = usage;
  const keys = await listKeys(access, account.email);
  const { usageChart } = await import("../manage/usage-chart.ts");
  const limits = (value: number, isOwn: boolean) =>
    `${countText(value)}${isOwn ? ", of its own" : ", as its plan says"}`;
  const body = html`<h1>${account.email}</h1>
${factsCard("Plan and use", [
  ["Plan", `${account.plan}, ${standingText(account)}`],
  ["Used", `${countText(account.requestsUsed)} of ${countText(account.requests)}`],
  ["In the last minute", countText(usage.thisMinute)],
  ["Requests a minute, of each key", limits(account.requestsPerMinute, account.hasOwnRate)],
  ["Requests a month", limits(account.requests, account.hasOwnQuota)],
  ["Period", html`${momentTag(account.periodStartMs)} to ${momentTag(account.periodEndMs)}`],
  ["In the log and the audit list", html`<code>${accountIdOf(account.email)}</code>`],
])}
${commandsText("To change its limits, or to sign this person out everywhere", [
  `${commandLine("account", "set", account.email)} --requests-per-minute N --requests-per-month N`,
  commandLine("account", "sign-out", account.email),
])}
${card({ id: "keys-title", title: "Keys" }, keys.length === 0 ? html`<p>It has no keys.</p>` : html`<ul class="rows">${keys.map((key) => keyItem(key, visit.now.getTime(), revokeOf(key)))}</ul>`)}
${usageChart(usage.days)}`;
  return { title: account.email, body };
}

function revokeOf({ keyId, revokedMs, prefix, lastFour }: ListedKey): Html {
  const command = commandLine("key", "revoke", prefix, "--last-four", lastFour);
  return html`<div><span class="hint">id <code>${keyId}</code></span>${revokedMs === null ? commandsText("To revoke it", [command]) : ""}</div>`;
}

async function signInsPage(visit: OperatorVisit): Promise<Page> {
  const sessions = await listSessions(visit.site.deps.access, mostSessions, visit.now);
  const rows = sessions.map(({ email, sinceMs, untilMs }) => [email, momentTag(sinceMs), momentTag(untilMs)]);
  const title = `The newest sign-ins, ${mostSessions} at most`;
  const body = html`<h1>Sign-ins</h1>
${tableCard(title, ["Address", "Signed in", "Good until"], rows, "Nobody is signed in.")}
${commandsText("To sign somebody out everywhere", ["gradeline account sign-out EMAIL"])}`;
  return { title: "Sign-ins", body };
}

async function auditPage(visit: OperatorVisit): Promise<Page> {
  const ofAccess = await readDeeds(visit.site.deps.access, { since: null, limit: mostDeeds });
  const deeds = newestFirst([ofAccess, await visit.desk.deeds(mostDeeds)], mostDeeds);
  const rows = deeds.map(({ at, who, deed, about }) => {
    const facts = Object.entries(about).filter(([, value]) => value !== null && value !== "");
    const text = facts.map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ");
    return [timeOf(at), who, deed, text];
  });
  const title = `The newest deeds, ${mostDeeds} at most`;
  const body = html`<h1>Audit list</h1>
${tableCard(title, ["At", "Who", "Deed", wordy("About")], rows, "Nobody has done anything yet.")}
<p class="hint">Rows are only added. <code>gradeline log --only deeds</code> has all of them.</p>`;
  return { title: "Audit list", body };
}

/** A command for a shell of the machine that Gradeline runs on. What people chose, such as an address, is one word of it. */
function commandLine(...words: readonly string[]): string {
  const quoted = words.map((word) => (/^[\w@.:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  return ["gradeline", ...quoted].join(" ");
}

function commandsText(what: string, commands: readonly string[]): Html {
  if (commands.length === 0) return noHtml;
  return html`<p class="hint">${what}:</p>${commands.map((command) => snippet(command.replaceAll(/\W+/g, "-"), command, command))}`;
}

function factsCard(title: string, facts: readonly (readonly [string, Hole])[]): Html {
  const rows = facts.map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>`);
  return card({ id: "facts-title", title }, html`<dl class="facts-list">${rows}</dl>`);
}

/** A column of sentences. */
const wordy = (head: string): Column => ({ head, look: "words" });

/** @param none the text in the place of a table without rows. */
function tableCard(
  title: string,
  columns: readonly (string | Column)[],
  rows: readonly (readonly Cell[])[],
  none: string,
): Html {
  const body = rows.length === 0 ? html`<p>${none}</p>` : table({ name: title, columns, rows });
  return card({ id: "table-title", title }, body);
}
