/** Where a question is typed in one's own words, and what of it was understood. */
import { html } from "ghtml";
import { longestQuestion, understood } from "../ask/understood.ts";
import { today } from "./address.ts";
import type { Question } from "./question.ts";
import { partsOf } from "./words.ts";

export function sayBox({ sport, address, reach }: Pick<Question, "sport" | "address" | "reach">): string {
  const { said } = address;
  return html`<form class="say" action="/" method="get" data-say><input type="hidden" name="sport" value="${sport}">
<label for="f-say">Say it in your own words</label>
<p class="actions"><input id="f-say" name="ask" value="${said ?? ""}" maxlength="${longestQuestion}" placeholder="49ers road favorites off a bye" autocomplete="off" spellcheck="false"!${reach === null ? " disabled" : ""}> <button class="primary"!${reach === null ? " disabled" : ""}>Ask</button></p>
!${said === null ? "" : outcome(said, { sport, address })}</form>`;
}

function outcome(said: string, { sport, address }: Pick<Question, "sport" | "address">): string {
  if (address.problem !== null || address.unanswered !== null) return "";
  const { left } = understood(said, sport, today());
  // The last parts are of every set: its book, and its first season.
  const parts = partsOf(address.filters, null).join(" · ");
  // A link that somebody shared may have words that no filter has.
  const isWhole = left.length === 0;
  return html`<p class="hint">!${isWhole ? html`Understood: ${parts}.` : html`Not answered: <strong>${left.join(", ")}</strong>. Below is ${parts}.`}</p>`;
}
