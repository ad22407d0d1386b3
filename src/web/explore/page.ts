/** The explorer as a page: the question, its answer, and what Gradeline is. */
import { html } from "ghtml";
import type { PublicPage, SiteAsset } from "../frame/page.ts";
import { sharedHead } from "../frame/shared-head.ts";
import type { Example } from "./examples.ts";
import type { Question } from "./question.ts";
import { sayBox } from "./say-box.ts";
import { sentenceForm } from "./sentence.ts";

export type ExplorePage = {
  readonly question: Question;
  /** The title of the document, and what a shared link says of the set; null: the page is the landing itself. */
  readonly shared: { readonly title: string; readonly description: string } | null;
  /** HTML of what was found, or of why nothing is shown. */
  readonly result: string;
  /** What is read out when the result has come. */
  readonly spoken: string;
  /** Absolute addresses: of the set, and of the page as it is shared, which says how many sets were looked at. */
  readonly canonical: string;
  readonly url: string;
  /** That of the set's card; null: no set is shown. */
  readonly image: string | null;
  readonly manageUrl: string;
  readonly isMember: boolean;
  /** Links to begin with. */
  readonly examples: readonly Example[];
};

const landing = {
  title: "Gradeline: betting trends with an error bar",
  description:
    "Ask any betting trend as one sentence: record, 95% interval, return at closing prices, closing line value, and whether luck explains it.",
} as const;

/** So many are seen at once; the others are folded. */
const shownExamples = 7;

export function explorePage(page: ExplorePage): PublicPage {
  const { question, shared, result, spoken, canonical, url, image, isMember, manageUrl, examples } = page;
  const { title, description } = shared ?? landing;
  const links = examples.map(([words, query]) => html`<li><a href="/?${query}" data-swap>${words}</a></li>`);
  const more = links.splice(shownExamples);
  const body = html`<div class="explore">
<div class="intro"><h1>Is that trend real, or luck?</h1>
<p class="lead">Say which bets. See their record at the closing line, how sure it is, and whether chance explains it.</p></div>
<div id="say">!${sayBox(question)}</div>
<div id="ask">!${sentenceForm(question)}</div>
!${
    links.length === 0
      ? ""
      : html`<nav class="examples" aria-label="Examples"><span>Try</span><ul>!${links}</ul>
!${more.length === 0 ? "" : html`<details><summary>More questions</summary><ul>!${more}</ul></details>`}</nav>`
  }
<div id="result" data-spoken="${spoken}" data-title="${title}">!${result}</div>
!${facts(manageUrl, isMember)}
<p class="hidden" role="status" id="explore-status"></p>
</div>`;
  const head = sharedHead({ type: "website", canonical, url, title, description, image });
  const styles: SiteAsset[] = ["get-this.css", "explore.css"];
  return { title, description, current: "/", head, body, width: "full", styles, scripts: ["explore.js"] };
}

/** What Gradeline is, for who came by a link and wonders. */
function facts(manageUrl: string, isMember: boolean): string {
  const call = isMember
    ? html`<a class="button primary" href="${manageUrl}">Your keys</a>`
    : html`<a class="button primary" href="${manageUrl}">Start a free trial</a> <a class="button" href="${manageUrl}">See the price</a>`;
  return html`<section class="facts" aria-labelledby="facts-title">
<div class="facts-head"><h2 id="facts-title">The numbers behind it are an API</h2>
<p class="actions">!${call}</p></div>
<ul>
<li class="card"><h3>Ten books, open to close</h3><p>Opening and closing lines of every game since 2022, book by book: NFL, college football, MLB, NBA and NHL, full games and periods.</p></li>
<li class="card"><h3>A consensus you can recompute</h3><p>The rule is written down, and the books&#8217; lines that it is made of are in the data. <a href="/docs/consensus">How the consensus is made</a></p></li>
<li class="card"><h3>Every bet graded</h3><p>Won, lost or pushed against open and close, with prices, and with what luck would have done. Nothing is dropped in silence.</p></li>
</ul></section>`;
}

/** Instead of an answer: what is wrong with the question, or who may ask it. */
export function insteadOfAnswer(title: string, text: string, action = ""): string {
  return html`<section class="card instead"><h2>${title}</h2><p>${text}</p>!${action}</section>`;
}
