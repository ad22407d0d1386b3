/** The field that searches the docs. Without a script it leads to a page of results; with it they appear below the field. */
import { html } from "ghtml";

/** Far more than anybody types to find a page. */
export const mostQueryCharacters = 100;
/** Each word costs a walk through the index. Words of one letter are left out. */
export const mostQueryWords = 8;

export function searchForm(query: string): string {
  return html`<form class="find" role="search" action="/docs/search" method="get">
<label class="hidden" for="find">Search the docs</label>
<input id="find" name="q" type="search" maxlength="${String(mostQueryCharacters)}" placeholder="Search the docs" autocomplete="off" spellcheck="false" value="${query}">
<kbd aria-hidden="true">/</kbd>
<div class="found" id="found" role="listbox" aria-label="Results" hidden></div>
<p class="hidden" role="status" data-find-status></p>
</form>`;
}
