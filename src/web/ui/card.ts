/** A part of a page with a heading of its own. */
import { type Hole, type Html, html } from "./html.ts";

type Card = {
  /** Of the heading, in the page. */
  readonly id: string;
  readonly title: Hole;
  /** The text beside the heading in small letters. */
  readonly hint?: Hole;
  /** Classes beside `card`. */
  readonly look?: string;
};

export function card({ id, title, hint, look = "" }: Card, body: Hole): Html {
  return html`<section class="${`card ${look}`.trim()}" aria-labelledby="${id}">
<div class="card-head"><h2 id="${id}">${title}</h2>${hint === undefined ? "" : html`<p class="hint">${hint}</p>`}</div>
${body}</section>`;
}
