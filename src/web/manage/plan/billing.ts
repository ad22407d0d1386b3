/** Begins the trial, and sends people to the pages of the billing service. */

import type { FastifyReply } from "fastify";
import { readAccount, startTrial } from "../../../access/accounts.ts";
import type { BillingState } from "../../../access/billing/billing.ts";
import { networkOf } from "../../../access/people/networks.ts";
import { seeOther, tellNext } from "../frame/notices.ts";
import type { MemberVisit } from "../frame/visit.ts";

export async function beginTrial(visit: MemberVisit): Promise<FastifyReply> {
  const network = networkOf(visit.request.ip);
  if (!(await visit.site.allowances.may("trialsFromNetwork", network))) return seeOther(visit, "too_many_trials");
  const started = await startTrial(visit.site.deps.access, visit.session.email, visit.now);
  return seeOther(visit, started === null ? "trial_refused" : "trial_started");
}

/** Returns null when there is no billing, or when it did not answer. */
export async function billingStateOf({ site, session, request }: MemberVisit): Promise<BillingState | null> {
  try {
    return (await site.deps.billing?.stateOf(session.email)) ?? null;
  } catch (error) {
    request.log.error({ err: error }, "the state of a subscription could not be read");
    return null;
  }
}

export async function answerSubscribe(visit: MemberVisit): Promise<FastifyReply> {
  const { billing, access } = visit.site.deps;
  const { email } = visit.session;
  if (billing === null) return seeOther(visit, "no_billing");
  const account = await readAccount(access, email, visit.now);
  if (account?.standing === "active") return seeOther(visit, "subscribed");
  // A second subscription would not pay the debt of the first one, so the person goes to the first.
  if ((await billingStateOf(visit))?.hasSubscription) return answerBillingPortal(visit);
  return leaveFor(visit, () => billing.checkoutUrl(email, visit.site.deps.manageUrl));
}

export async function answerBillingPortal(visit: MemberVisit): Promise<FastifyReply> {
  const { billing, manageUrl } = visit.site.deps;
  if (billing === null) return seeOther(visit, "no_billing");
  return leaveFor(visit, () => billing.portalUrl(visit.session.email, manageUrl));
}

/** A person who takes longer over paying finds the standing on the page all the same. */
const longestAwayS = 3600;

async function leaveFor(visit: MemberVisit, urlOf: () => Promise<string | null>): Promise<FastifyReply> {
  try {
    const url = await urlOf();
    if (url === null) return seeOther(visit, "no_customer");
    tellNext(visit, "back", longestAwayS);
    return visit.reply.redirect(url, 303);
  } catch (error) {
    visit.request.log.error({ err: error }, "the billing service failed");
    return seeOther(visit, "billing_failed");
  }
}
