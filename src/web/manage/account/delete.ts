/** Deletes the account, after its owner has confirmed that by typing the account's address. */
import type { FastifyReply } from "fastify";
import { html } from "ghtml";
import { deleteAccount } from "../../../access/accounts.ts";
import { normalEmail } from "../../../access/people/email.ts";
import { csrfField, manageLayout } from "../frame/layout.ts";
import { seeOther, toldCode } from "../frame/notices.ts";
import { formValue, type MemberVisit, sendPage } from "../frame/visit.ts";
import { memberOf } from "../keys/key-actions.ts";

export function showDelete(visit: MemberVisit): FastifyReply {
  const { base, home, deps } = visit.site;
  const member = memberOf(visit);
  const isWrong = toldCode(visit) === "delete_mismatch";
  const body = html`<section class="card question">
<h1>Delete your account?</h1>
<p>At once, and for good:</p>
<ul class="plain-list"><li>every API key stops working</li><li>your usage history is deleted</li>
!${deps.billing === null ? "" : "<li>a subscription is canceled, without a refund of the current month</li>"}
<li>you are signed out everywhere</li></ul>
<p class="hint">What stays is a digest of your address, so that a mailbox has one trial.</p>
<form method="post" action="${base}/delete">!${csrfField(member.csrf)}
<label for="email">Type <span class="breakable">${member.email}</span> to confirm</label>
<input id="email" name="email" type="email" autocomplete="off" autocapitalize="none" spellcheck="false" required!${isWrong ? ' aria-invalid="true" aria-describedby="email-wrong"' : ""}>
!${isWrong ? html`<p id="email-wrong" class="field-wrong">It has to be the address that you are signed in with.</p>` : ""}
<div class="actions"><button class="primary danger">Delete account</button><a class="button" href="${home}">Keep my account</a></div>
</form></section>`;
  return sendPage(visit, manageLayout(visit, { title: "Delete account", body, member, width: "narrow" }));
}

export async function deleteEverything(visit: MemberVisit): Promise<FastifyReply> {
  const { access, billing, signIn } = visit.site.deps;
  const { email } = visit.session;
  if (normalEmail(formValue(visit, "email")) !== normalEmail(email))
    return seeOther(visit, "delete_mismatch", "/delete");
  // The subscription is canceled first, so that nobody goes on paying for an account that was deleted.
  try {
    await billing?.cancelAtOnce(email, visit.now);
  } catch (error) {
    visit.request.log.error({ err: error }, "a subscription could not be canceled, so the account was not deleted");
    return seeOther(visit, "billing_failed");
  }
  await deleteAccount(access, email);
  const setCookies = await signIn.signOut(visit.request.headers.cookie);
  visit.reply.header("set-cookie", [...setCookies]);
  return seeOther(visit, "deleted");
}
