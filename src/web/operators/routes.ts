/**
 * The pages for operators below the management page. They show, and name the command that changes what they show. Whoever is
 * not of ADMIN_EMAILS gets what an address gets at which there is nothing, before anything of the request is read but its cookies.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "../../access/people/sign-in.ts";
import { sendNotFound } from "../manage/errors.ts";
import { type ManageSite, type ManageVisit, type MemberVisit, sendPage } from "../manage/visit.ts";
import { html, noHtml } from "../ui/html.ts";
import type { OperatorPages } from "./desk.ts";
import {
  accountPage,
  accountsPage,
  alarmsPage,
  auditPage,
  disputesPage,
  nightsPage,
  type OperatorVisit,
  type Page,
  signInsPage,
} from "./pages.ts";

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

type Parts = {
  readonly site: ManageSite;
  readonly operators: OperatorPages;
  readonly visitOf: (request: FastifyRequest, reply: FastifyReply, session: Session | null) => ManageVisit;
};

export function registerOperate(scope: FastifyInstance, { site, operators, visitOf }: Parts): void {
  const base = `${site.base}/operate`;
  const visits = new WeakMap<FastifyRequest, MemberVisit>();
  const mustBeOperator = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await site.deps.signIn.sessionOf(request.headers.cookie);
    const isOperator = session !== null && operators.emails.includes(session.email);
    if (!isOperator) return sendNotFound(visitOf(request, reply, null));
    visits.set(request, { ...visitOf(request, reply, session), session });
  };
  for (const [path, , pageOf] of pages) {
    scope.get(`/operate${path}`, { onRequest: mustBeOperator }, async (request, reply) => {
      const visit = visits.get(request);
      if (visit === undefined) return sendNotFound(visitOf(request, reply, null));
      if (visit.now.getTime() - visit.session.signedInMs >= freshMs) return send(visit, null, signInAgain, 403);
      const page = await pageOf({ ...visit, operators, base });
      return page === null ? sendNotFound(visit) : send(visit, path, page);
    });
  }

  function send(visit: MemberVisit, path: string | null, { title, body }: Page, status = 200): FastifyReply {
    const links = pages.map(([each, name]) => {
      const here = each === path ? html` aria-current="page"` : "";
      return name === null ? noHtml : html`<a class="chip" href="${base}${each}"${here}>${name}</a>`;
    });
    const whole = html`<nav class="chips" aria-label="For operators">${links}</nav>${body}`;
    return sendPage(visit, { title, body: whole, width: "wide" }, status);
  }
}

const signInAgain: Page = {
  title: "Sign in again",
  body: html`<section class="card question"><h1>Sign in again</h1>
<p>You signed in more than 30 minutes ago. Sign out, and ask for a new link: then these pages open again.</p></section>`,
};
