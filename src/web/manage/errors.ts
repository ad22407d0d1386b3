/** What went wrong with a page or a form, and what to do. */
import type { FastifyReply } from "fastify";
import { isDatabaseAway } from "../../access/accounts.ts";
import { wasUnreadable } from "../../http/address.ts";
import { sendProblem } from "../frame/site.ts";
import { html } from "../ui/html.ts";
import { ForeignFormError } from "./guard.ts";
import type { ManageVisit } from "./visit.ts";

const errors = {
  not_found: [404, "Page not found", "There is nothing at this address, or it is not yours to see."],
  unreadable: [
    400,
    "This address cannot be read",
    "There is a percent sign in it that stands for nothing. If you typed or copied the address, check it.",
  ],
  wrong_method: [
    405,
    "This address cannot be opened like that",
    "It only answers the pages and forms of this site. Nothing was changed.",
  ],
  stale_form: [
    403,
    "This form is out of date",
    "You signed in or out since the page was loaded, or cookies are switched off. Nothing was changed. Go back to the start and try again; if it happens again, allow cookies for this site.",
  ],
  foreign_form: [
    403,
    "This form came from another site",
    "For your safety, forms are only taken from this site's own pages. Nothing was changed. If you meant to do this, do it from the start page.",
  ],
  bad_form: [400, "This form cannot be read", "Nothing was changed. Go back to the start and try again."],
  away: [
    503,
    "This page cannot be shown right now",
    "The database behind it does not answer. Try again in a minute; if it stays, give the operator of this server the number of the request.",
  ],
  failed: [
    500,
    "Something went wrong on our side",
    "It was written to this server's log. Try again in a moment; if it stays, give the operator of this server the number of the request.",
  ],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string, text: string]>>;

/** Seconds until the browser may try again. A database that restarts is back by then. */
const awayRetryS = 10;

export function sendNotFound(visit: ManageVisit): FastifyReply {
  return sendError(visit, wasUnreadable(visit.request) ? "unreadable" : "not_found");
}

export function sendFailure(visit: ManageVisit, error: unknown): FastifyReply {
  const { log } = visit.request;
  if (isDatabaseAway(error)) {
    log.warn({ reason: (error as Error).message }, "a page needs the database, which cannot be asked");
    visit.reply.header("retry-after", awayRetryS);
    return sendError(visit, "away");
  }
  const { code = "", statusCode = 500 } = error as { readonly code?: string; readonly statusCode?: number };
  if (error instanceof ForeignFormError) return sendError(visit, "foreign_form");
  if (code.startsWith("FST_CSRF")) return sendError(visit, "stale_form");
  // The form broke off on its way: the caller is gone, and the server did nothing wrong, so no error is logged.
  if (code === "ECONNRESET") return sendError(visit, "bad_form");
  if (code.startsWith("FST_") && statusCode < 500) return sendError(visit, "bad_form", statusCode);
  log.error({ err: error }, "a page failed");
  return sendError(visit, "failed");
}

export function sendError({ reply, request, site }: ManageVisit, name: keyof typeof errors, as?: number): FastifyReply {
  const [status, title, text] = errors[name];
  const more = html`${status >= 500 ? html`<p class="hint">Request <code>${request.id}</code></p>` : ""}
<p class="actions"><a class="button primary" href="${site.home}">Go to the start</a></p>`;
  return sendProblem(reply.code(as ?? status), site.frame, title, text, more);
}
