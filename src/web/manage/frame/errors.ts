/** The pages that say what went wrong and what to do. */

import type { FastifyReply } from "fastify";
import { isDatabaseAway } from "../../../access/accounts.ts";
import { wasUnreadable } from "../../../http/unreadable.ts";
import { html } from "../../ui/html.ts";
import { ForeignFormError } from "./guard.ts";
import { manageLayout } from "./layout.ts";
import { type ManageVisit, sendPage } from "./visit.ts";

type ErrorText = { readonly status: number; readonly title: string; readonly text: string };

const errors = {
  not_found: {
    status: 404,
    title: "Page not found",
    text: "There is nothing at this address, or it is not yours to see.",
  },
  unreadable: {
    status: 400,
    title: "This address cannot be read",
    text: "There is a percent sign in it that stands for nothing. If you typed or copied the address, check it.",
  },
  wrong_method: {
    status: 405,
    title: "This address cannot be opened like that",
    text: "It only answers the pages and forms of this site. Nothing was changed.",
  },
  stale_form: {
    status: 403,
    title: "This form is out of date",
    text: "You signed in or out since the page was loaded, or cookies are switched off. Nothing was changed. Go back to the start and try again; if it happens again, allow cookies for this site.",
  },
  foreign_form: {
    status: 403,
    title: "This form came from another site",
    text: "For your safety, forms are only taken from this site's own pages. Nothing was changed. If you meant to do this, do it from the start page.",
  },
  bad_form: {
    status: 400,
    title: "This form cannot be read",
    text: "Nothing was changed. Go back to the start and try again.",
  },
  away: {
    status: 503,
    title: "This page cannot be shown right now",
    text: "The database behind it does not answer. Try again in a minute; if it stays, give the operator of this server the number of the request.",
  },
  failed: {
    status: 500,
    title: "Something went wrong on our side",
    text: "It was written to this server's log. Try again in a moment; if it stays, give the operator of this server the number of the request.",
  },
} as const satisfies Readonly<Record<string, ErrorText>>;

/** Seconds until the browser may try again. A database that restarts is back by then. */
const awayRetryS = 10;

export function sendNotFound(visit: ManageVisit): FastifyReply {
  return sendError(visit, wasUnreadable(visit.request) ? errors.unreadable : errors.not_found);
}

export function sendWrongMethod(visit: ManageVisit): FastifyReply {
  return sendError(visit, errors.wrong_method);
}

export function sendFailure(visit: ManageVisit, error: unknown): FastifyReply {
  if (isDatabaseAway(error)) {
    visit.request.log.warn({ reason: (error as Error).message }, "a page needs the database, which cannot be asked");
    visit.reply.header("retry-after", awayRetryS);
    return sendError(visit, errors.away);
  }
  const { code = "", statusCode = 500 } = error as { readonly code?: string; readonly statusCode?: number };
  if (error instanceof ForeignFormError) return sendError(visit, errors.foreign_form);
  if (code.startsWith("FST_CSRF")) return sendError(visit, errors.stale_form);
  // The form broke off on its way: the caller is gone, and the server did nothing wrong, so no error is logged.
  if (code === "ECONNRESET") return sendError(visit, errors.bad_form);
  if (code.startsWith("FST_") && statusCode < 500) return sendError(visit, { ...errors.bad_form, status: statusCode });
  visit.request.log.error({ err: error }, "a page failed");
  return sendError(visit, errors.failed);
}

function sendError(visit: ManageVisit, { status, title, text }: ErrorText): FastifyReply {
  const body = html`<section class="card question error">
<p class="status">${status}</p>
<h1>${title}</h1>
<p>${text}</p>
${status >= 500 ? html`<p class="hint">Request <code>${visit.request.id}</code></p>` : ""}
<p class="actions"><a class="button primary" href="${visit.site.home}">Go to the start</a></p>
</section>`;
  return sendPage(visit, manageLayout(visit, { title, body, member: null, width: "narrow" }), status);
}
