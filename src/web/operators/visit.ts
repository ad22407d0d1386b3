/** One request of an operator: the session has an address of ADMIN_EMAILS. */
import type { FastifyReply } from "fastify";
import { html } from "ghtml";
import { csrfToken } from "../manage/frame/guard.ts";
import { manageLayout } from "../manage/frame/layout.ts";
import type { NoticeCode } from "../manage/frame/notices.ts";
import { type MemberVisit, sendPage } from "../manage/frame/visit.ts";
import type { OperatorPage } from "./desk.ts";

export type OperatorVisit = MemberVisit & { readonly operators: OperatorPage };

/** How long a sign-in is good for the pages of operators. */
const freshMs = 30 * 60_000;

export function isFresh({ session, now }: OperatorVisit): boolean {
  return now.getTime() - session.signedInMs < freshMs;
}

/** Where all of this is, below the management page. */
export const operatePath = "/operate";

export function pathOf({ site }: OperatorVisit, path = ""): string {
  return `${site.base}${operatePath}${path}`;
}

const pages = [
  ["", "Nights"],
  ["/alarms", "Alarms"],
  ["/disputes", "Disputes"],
  ["/accounts", "Accounts"],
  ["/sign-ins", "Sign-ins"],
  ["/audit", "Audit list"],
] as const;

type Shown = {
  readonly title: string;
  /** One of the paths above; null for a page that is none of them. */
  readonly path: (typeof pages)[number][0] | null;
  /** HTML that is escaped already. */
  readonly body: string;
  readonly width?: "narrow" | "wide";
  readonly status?: number;
};

export function sendOperate(visit: OperatorVisit, { title, path, body, width = "wide", status }: Shown): FastifyReply {
  const { email } = visit.session;
  const links = pages.map(([each, name]) => {
    const isHere = each === path;
    return html`<a href="${pathOf(visit, each)}"!${isHere ? ' aria-current="page"' : ""}>${name}</a>`;
  });
  const whole = html`<nav class="operate-nav" aria-label="For operators">!${links}</nav>!${body}`;
  const member = { email, csrf: csrfOf(visit) };
  const page = manageLayout(visit, { title, body: whole, member, situation: { page: "operate" }, width });
  return sendPage(visit, page, status);
}

export function csrfOf({ reply, session }: OperatorVisit): string {
  return csrfToken(reply, session);
}

export function toOperate(visit: OperatorVisit, path: string, notice: NoticeCode | null = null): FastifyReply {
  const mark = path.includes("?") ? "&" : "?";
  return visit.reply.redirect(pathOf(visit, path) + (notice === null ? "" : `${mark}notice=${notice}`), 303);
}

/** A table in a card, which scrolls in its own box. @param rows HTML that is escaped already. */
export function tableCard(
  title: string,
  {
    id,
    columns,
    rows,
    none,
  }: {
    readonly id: string;
    readonly columns: readonly string[];
    readonly rows: readonly string[];
    readonly none: string;
  },
): string {
  const head = html`<section class="card" aria-labelledby="${id}"><div class="card-head"><h2 id="${id}">${title}</h2></div>`;
  if (rows.length === 0) return html`!${head}<p>${none}</p></section>`;
  return html`!${head}<div class="table" tabindex="0" role="group" aria-labelledby="${id}"><table class="data">
<thead><tr>!${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>!${rows.join("\n")}</tbody></table></div></section>`;
}

/** The form that prepares a deed. @param fields HTML that is escaped already. */
export function deedForm(
  visit: OperatorVisit,
  {
    deed,
    csrf,
    fields,
    button,
    id,
  }: {
    readonly deed: string;
    readonly csrf: string;
    readonly fields: string;
    readonly button: string;
    readonly id: string;
  },
): string {
  return html`<form class="deed" method="post" action="${pathOf(visit, "/ask")}"><input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="deed" value="${deed}">!${fields}
<div class="field"><label for="${id}-note">Why</label><input id="${id}-note" name="note" maxlength="200" autocomplete="off"></div>
<button>!${button}</button></form>`;
}
