/** The search of the header, which finds games and teams. */
import { html } from "ghtml";

/** @param text that was looked for already. */
export function findForm(text: string | null = null): string {
  const look = text === null ? "site-find" : "page-find";
  return html`<form action="/find" method="get" role="search" class="${look}" aria-label="${text === null ? "Games and teams" : "Search again"}"><input name="q" type="search" value="${text ?? ""}" placeholder="Team or game" aria-label="Team or game" maxlength="100" autocomplete="off"> <button class="button small">Find</button></form>`;
}
