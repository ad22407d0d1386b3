/** The audit list: what operators have done, the newest first. */
import type { FastifyReply } from "fastify";
import { html } from "ghtml";
import type { DeedFacts } from "../../audit/deeds.ts";
import { newestFirst, readDeeds } from "../../audit/list.ts";
import { momentTag } from "../frame/formats.ts";
import { type OperatorVisit, sendOperate, tableCard } from "./visit.ts";

const mostDeeds = 200;

export async function showAudit(visit: OperatorVisit): Promise<FastifyReply> {
  const ofAccess = await readDeeds(visit.site.deps.access, { since: null, limit: mostDeeds });
  const deeds = newestFirst([ofAccess, await visit.operators.desk.deeds(mostDeeds)], mostDeeds);
  const rows = deeds.map(
    ({ at, through, who, deed, about }) =>
      html`<tr><td>!${momentTag(Date.parse(at))}</td><td>${through}</td><td>${who}</td><th scope="row">${deed}</th><td class="words">${factsText(about)}</td></tr>`,
  );
  const body = html`<h1>Audit list</h1>
!${tableCard(`The newest deeds, ${mostDeeds} at most`, {
    id: "audit-title",
    columns: ["At", "Through", "Who", "Deed", "About"],
    rows,
    none: "Nobody has done anything yet.",
  })}
<p class="hint">Rows are only added. <code>gradeline audit</code> has all of them.</p>`;
  return sendOperate(visit, { title: "Audit list", path: "/audit", body });
}

function factsText(about: DeedFacts): string {
  return Object.entries(about)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`)
    .join(", ");
}
