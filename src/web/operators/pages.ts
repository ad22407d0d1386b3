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
import type { DisputedGame } from "../../operate/decisions.ts";
import { keyItem } from "../manage/keys.ts";
import { type Answered, type ManageVisit, type MemberVisit, notFound } from "../manage/visit.ts";
import { type Hole, type Html, html, noHtml } from "../ui/html.ts";
import { type Cell, type Column, card, snippet, table, textField } from "../ui/parts.ts";
import { counted, countText, dateTag, momentTag } from "../ui/words.ts";
import type { Nights, OperatorQuestions } from "./questions.ts";

type OperatorVisit = MemberVisit & {
  readonly questions: OperatorQuestions;
  /** The path of these pages. */
  readonly base: string;
};

/** The pages by their paths, with their headings. What stands below a heading is null where there is no such thing. */
const pages: readonly (readonly [string, heading: string, (visit: OperatorVisit) => Promise<Html | null>])[] = [
  ["", "Nights", nights],
  ["/alarms", "Alarms", alarms],
  ["/disputes", "Disputes", disputes],
  ["/accounts", "Accounts", accounts],
  ["/account", "Account", account],
  ["/sign-ins", "Sign-ins", signIns],
  ["/audit", "Audit list", audit],
];

/** How long a sign-in is good for these pages: a browser that somebody left open shows nobody's account. */
const freshMs = 30 * 60_000;

const signInAgain = html`<section class="card question"><h1>Sign in again</h1>
<p>You signed in more than 30 minutes ago. Sign out, and ask for a new link: then these pages open again.</p></section>`;

/**
 * The routes of the pages. A visitor who is not in ADMIN_EMAILS gets what an address gets at which there is nothing, before anything of the
 * request is read but its cookies.
 */
export const operatorRoutes = pages.map(([path, heading, draw]) => {
  const answer = async (visit: ManageVisit): Promise<Answered> => {
    const { operators } = visit.site.deps;
    const member = await visit.member();
    if (member === null || !operators?.emails.includes(member.session.email)) throw notFound;
    const base = `${visit.site.base}/operate`;
    const links = pages.flatMap(([to, text]) => {
      const here = to === path ? html` aria-current="page"` : "";
      return to === "/account" ? [] : html`<a class="chip" href="${base}${to}"${here}>${text}</a>`;
    });
    const way = html`<nav class="chips" aria-label="For operators">${links}</nav>`;
    if (visit.now.getTime() - member.session.signedInMs >= freshMs)
      return { title: "Sign in again", body: html`${way}${signInAgain}`, width: "wide", status: 403 };
    const shown = await draw(Object.assign(member, { questions: operators.questions, base }));
    if (shown === null) throw notFound;
    return { title: heading, body: html`${way}<h1>${heading}</h1>${shown}`, width: "wide" };
  };
  return ["GET", `/operate${path}`, answer] as const;
});

/** Games on the page of disputes. More than these are not read one by one. */
const mostDisputes = 50;
const mostRows = 100;
const mostDeeds = 200;
const longestText = 100;

const collectingTexts: Readonly<Record<Nights["collecting"], string>> = {
  never: "nobody has ever collected into this database",
  running: "a node collects",
  stopped: "stopped in good order",
  gone: "the process is gone, and no other has taken over",
};
const tones: Readonly<Record<string, string>> = { changed: "good", refused: "bad", failed: "bad" };

async function nights({ questions }: OperatorVisit): Promise<Html> {
  const { reports, overdue, ...now } = await questions.nights();
  const rows = reports.map(({ reportId, source, at, durationMs, outcome, error }) => {
    const pill = html`<span class="pill ${tones[outcome] ?? ""}">${outcome}</span>`;
    return [reportId, timeOf(at), source, pill, (durationMs / 1000).toFixed(1), error ?? ""];
  });
  const columns = ["Report", "Began", "Of", "Outcome", "Seconds", wordy("Error")];
  return html`${overdue.map(({ what, why, since }) => html`<p class="notice bad"><strong>Overdue: ${what}</strong>, ${why}, since ${timeOf(since)}.</p>`)}
${factsCard("Now", {
  "Last publish": html`${timeOf(now.lastPublishAt)}${now.revision === null ? "" : `, revision ${countText(now.revision)}`}`,
  "Last import": timeOf(now.lastImportAt),
  "Not published yet": counted(now.unpublishedImports, "import"),
  "Failed since the last publish": counted(now.failedImports, "import"),
  Collecting: collectingTexts[now.collecting],
  Alarms: now.alarms.length === 0 ? "none is on" : `${countText(now.alarms.length)} on`,
})}
${tableCard("Newest imports and publishes", columns, rows, "Nothing was imported or published.")}
<p class="hint"><code>gradeline log NUMBER</code> says what a report found.</p>`;
}

function timeOf(at: string | null): Html {
  return at === null ? html`never` : momentTag(Date.parse(at));
}

async function alarms({ questions }: OperatorVisit): Promise<Html> {
  const rows = (await questions.alarms()).map((on) => [
    on.rule,
    on.sport,
    timeOf(on.since),
    countText(on.count),
    on.example,
  ]);
  const columns = ["Rule", "Sport", "Since", "Games", wordy("Such as")];
  return html`${tableCard("Alarms that are on", columns, rows, "No alarm is on.")}
<p class="hint">A publish puts an alarm on, and off again when it finds the rule kept. <code>gradeline resolve GAME_ID --keep RULE</code> hears no
more of it about a game that was looked at.</p>`;
}

async function disputes({ questions }: OperatorVisit): Promise<Html> {
  const all = await questions.disputes();
  const [open = [], decided = []] = [true, false].map((isOpen) => all.filter((each) => each.open === isOpen));
  const more = html`; ${mostDisputes} are shown, <code>gradeline doubts</code> has all`;
  return html`<p class="hint">${open.length} open, ${decided.length} decided${all.length > mostDisputes ? more : ""}.
The next publish follows a decision.</p>
${all.length === 0 ? html`<section class="card"><p>There are no disputes and no decisions.</p></section>` : ""}
${[...open, ...decided].slice(0, mostDisputes).map(disputeCard)}`;
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

async function accounts(visit: OperatorVisit): Promise<Html> {
  const text = visit.asked("find").slice(0, longestText);
  const found = await findAccounts(visit.site.deps.access, { text, limit: mostRows }, visit.now);
  const rows = found.accounts.map((each) => [
    html`<a href="${visit.base}/account?email=${encodeURIComponent(each.email)}">${each.email}</a>`,
    each.plan,
    standingText(each),
    ...[each.requestsUsed, each.requests, each.requestsPerMinute].map(countText),
    dateTag(each.createdMs),
  ]);
  const columns = ["Address", "Plan", "Standing", "Used", "Quota", "A minute", "Since"];
  const shown = rows.length < found.all ? `${countText(rows.length)} of ${countText(found.all)} are shown.` : "";
  return html`<form class="row-form" method="get" action="${visit.base}/accounts">
${textField("find", "Part of an address", { maxlength: longestText, autocomplete: "off", value: text })}<button>Find</button></form>
<p class="hint">${shown || `${countText(found.all)} found.`}</p>
${tableCard("Accounts and use", columns, rows, "There are no accounts.")}`;
}

function standingText({ standing }: Account): string {
  return standing.replace("_", " ");
}

/** Null: there is no such account. */
async function account(visit: OperatorVisit): Promise<Html | null> {
  const { now } = visit;
  const { access } = visit.site.deps;
  const usage = await usageOf(access, visit.asked("email"), now);
  if (usage === null) return null;
  const { email, ...own } = usage.account;
  const keys = (await listKeys(access, email)).map((key) => keyItem(key, now.getTime(), revokeOf(key)));
  const { usageChart } = await import("../manage/usage-chart.ts");
  const limit = (value: number, isOwn: boolean) => `${countText(value)}, ${isOwn ? "of its own" : "as its plan says"}`;
  return html`${factsCard("Plan and use", {
    Address: email,
    Plan: `${own.plan}, ${standingText(usage.account)}`,
    Used: `${countText(own.requestsUsed)} of ${countText(own.requests)}`,
    "In the last minute": countText(usage.thisMinute),
    "Requests a minute, of each key": limit(own.requestsPerMinute, own.hasOwnRate),
    "Requests a month": limit(own.requests, own.hasOwnQuota),
    Period: html`${momentTag(own.periodStartMs)} to ${momentTag(own.periodEndMs)}`,
    "In the log and the audit list": html`<code>${accountIdOf(email)}</code>`,
  })}
${commandsText("To change its limits, or to sign this person out everywhere", [
  `${commandLine("account", "set", email)} --requests-per-minute N --requests-per-month N`,
  commandLine("account", "sign-out", email),
])}
${card({ id: "keys-title", title: "Keys" }, keys.length === 0 ? html`<p>It has no keys.</p>` : html`<ul class="rows">${keys}</ul>`)}
${usageChart(usage.days)}`;
}

function revokeOf({ keyId, revokedMs, prefix, lastFour }: ListedKey): Html {
  const command = commandLine("key", "revoke", prefix, "--last-four", lastFour);
  return html`<div><span class="hint">id <code>${keyId}</code></span>${revokedMs === null ? commandsText("To revoke it", [command]) : ""}</div>`;
}

async function signIns(visit: OperatorVisit): Promise<Html> {
  const sessions = await listSessions(visit.site.deps.access, mostRows, visit.now);
  const rows = sessions.map(({ email, sinceMs, untilMs }) => [email, momentTag(sinceMs), momentTag(untilMs)]);
  const title = `The newest sign-ins, ${mostRows} at most`;
  return html`${tableCard(title, ["Address", "Signed in", "Good until"], rows, "Nobody is signed in.")}
${commandsText("To sign somebody out everywhere", ["gradeline account sign-out EMAIL"])}`;
}

async function audit(visit: OperatorVisit): Promise<Html> {
  const ofAccess = await readDeeds(visit.site.deps.access, { since: null, limit: mostDeeds });
  const deeds = newestFirst([ofAccess, await visit.questions.deeds(mostDeeds)], mostDeeds);
  const rows = deeds.map(({ at, who, deed, about }) => {
    const facts = Object.entries(about).filter(([, value]) => value !== null && value !== "");
    return [timeOf(at), who, deed, facts.map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ")];
  });
  const columns = ["At", "Who", "Deed", wordy("About")];
  return html`${tableCard(`The newest deeds, ${mostDeeds} at most`, columns, rows, "Nobody has done anything yet.")}
<p class="hint">Rows are only added. <code>gradeline log --only deeds</code> has all of them.</p>`;
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

function factsCard(title: string, facts: Readonly<Record<string, Hole>>): Html {
  const rows = Object.entries(facts).map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>`);
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
