/**
 * The pages for operators below the management page. Whoever is not of ADMIN_EMAILS gets what an address gets at which there is
 * nothing, before anything of the request is read but its cookies.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "../../access/people/sign-in.ts";
import { sendNotFound } from "../manage/frame/errors.ts";
import { checkOrigin, expectTokenOf } from "../manage/frame/guard.ts";
import type { ManageSite, ManageVisit } from "../manage/frame/visit.ts";
import { showAccount, showAccounts } from "./accounts.ts";
import { showAudit } from "./audit.ts";
import { askForDeed, confirmDeed, showAsked, showDeed, showSignInAgain, signInAgain } from "./confirm.ts";
import type { OperatorPage } from "./desk.ts";
import { showDisputes } from "./disputes.ts";
import { showAlarms, showNights } from "./nights.ts";
import { showSignIns } from "./sign-ins.ts";
import { isFresh, type OperatorVisit, operatePath } from "./visit.ts";

type Answer = (visit: OperatorVisit) => FastifyReply | Promise<FastifyReply>;

const again = "/sign-in-again";

const routes: readonly (readonly ["GET" | "POST", string, Answer])[] = [
  ["GET", "", showNights],
  ["GET", "/alarms", showAlarms],
  ["GET", "/disputes", showDisputes],
  ["GET", "/accounts", showAccounts],
  ["GET", "/account", showAccount],
  ["GET", "/sign-ins", showSignIns],
  ["GET", "/audit", showAudit],
  ["POST", "/ask", askForDeed],
  ["GET", "/asked", showAsked],
  ["GET", "/confirm", showDeed],
  ["POST", "/confirm", confirmDeed],
  ["POST", again, signInAgain],
];

type Parts = {
  readonly site: ManageSite;
  readonly operators: OperatorPage;
  readonly visitOf: (request: FastifyRequest, reply: FastifyReply, session: Session | null) => ManageVisit;
};

export function registerOperate(scope: FastifyInstance, { site, operators, visitOf }: Parts): void {
  const visits = new WeakMap<FastifyRequest, OperatorVisit>();
  const mustBeOperator = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await site.deps.signIn.sessionOf(request.headers.cookie);
    if (session === null || !operators.emails.includes(session.email)) {
      return sendNotFound(visitOf(request, reply, null));
    }
    visits.set(request, { ...visitOf(request, reply, session), session, operators });
    expectTokenOf(request, session);
  };
  const sameOrigin = async (request: FastifyRequest) => checkOrigin(request, site);
  for (const [method, path, answer] of routes) {
    scope.route({
      method,
      url: `${operatePath}${path}`,
      onRequest: mustBeOperator,
      preHandler: method === "POST" ? [sameOrigin, scope.csrfProtection] : [],
      handler: (request, reply) => {
        const visit = visits.get(request);
        if (visit === undefined) return sendNotFound(visitOf(request, reply, null));
        return isFresh(visit) || path === again ? answer(visit) : showSignInAgain(visit);
      },
    });
  }
}
