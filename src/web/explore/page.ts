/** The explorer as a page: the question, its answer, and what Gradeline is. */

import type { ArchiveFacts } from "../archive-facts.ts";
import { countText, dateTag, momentTag } from "../frame/formats.ts";
import type { PublicPage, SiteAsset } from "../frame/page.ts";
import { sharedHead } from "../frame/shared-head.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import type { Example } from "./offered.ts";
import type { Question } from "./question.ts";
import { sayBox, sentenceForm } from "./sentence.ts";

export type ExplorePage = {
  readonly question: Question;
  /** The title of the document, and what a shared link says of the set; null: the page is the landing itself. */
  readonly shared: { readonly title: string; readonly description: string } | null;
  /** The result, or the reason why nothing is shown. */
  readonly result: Html;
  /** The sentence that is read out when the result has come. */
  readonly spoken: string;
  /** Absolute addresses: of the set, and of the page as it is shared, which says how many sets were looked at. */
  readonly canonical: string;
  readonly url: string;
  /** That of the set's card; null: no set is shown. */
  readonly image: string | null;
  readonly manageUrl: string;
  readonly isMember: boolean;
  /** Whether the page behind `manageUrl` says what a plan costs. */
  readonly hasPrice: boolean;
  /** Null: nothing is published, or it cannot be counted now. */
  readonly facts: ArchiveFacts | null;
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
  const { question, shared, result, spoken, canonical, url, image, examples, facts } = page;
  const { title, description } = shared ?? landing;
  const links = examples.map(([words, query]) => html`<li><a href="/?${query}" data-swap>${words}</a></li>`);
  const more = links.splice(shownExamples);
  const body = html`<div class="explore">
<div class="intro"><h1>Is that trend real, or luck?</h1>
${facts === null ? "" : pitch(facts)}</div>
<div id="say">${sayBox(question)}</div>
<details class="asking"${question.wrong === null ? "" : html` open`}><summary class="button">Ask about other bets</summary>
<div id="ask">${sentenceForm(question)}</div></details>
<div id="result" data-spoken="${spoken}" data-title="${title}">${result}</div>
${
  links.length === 0
    ? ""
    : html`<nav class="examples" aria-label="Examples"><span>Try</span><ul>${links}</ul>
${more.length === 0 ? "" : html`<details><summary>More questions</summary><ul>${more}</ul></details>`}</nav>`
}
${offer(page)}
<p class="hidden" role="status" id="explore-status"></p>
</div>`;
  const head = sharedHead({ type: "website", canonical, url, title, description, image });
  const styles: SiteAsset[] = ["data.css"];
  return { title, description, current: "/", head, body, width: "full", styles, scripts: ["explore.js"] };
}

/** Says what Gradeline is to a visitor who came by a link: whose lines, since when, and how fresh. */
function pitch({ books, games, since, newest, publishedAt, revision }: ArchiveFacts): Html {
  return html`<p class="lead">Gradeline is the betting history of American sports: what <strong>${countText(books)} books</strong> opened at, where they closed, and how <strong>${countText(games)} games</strong> turned out.</p>
<p class="hint">${since}. Newest games of ${dateTag(Date.parse(newest))}, <a href="/status">published</a> ${momentTag(Date.parse(publishedAt))} (revision ${countText(revision)}).</p>`;
}

/** Says what more there is of the data, and how one gets it. */
function offer({ manageUrl, isMember, hasPrice, facts }: ExplorePage): Html {
  const price = hasPrice ? html` <a class="button" href="${manageUrl}#price">See the price</a>` : "";
  const call = isMember
    ? html`<a class="button primary" href="${manageUrl}">Your keys</a>`
    : html`<a class="button primary" href="${manageUrl}">Start a free trial</a>${price}`;
  const lines =
    facts === null
      ? ""
      : html`<li class="card"><h3>${countText(facts.books)} books, open to close</h3><p>Opening and closing lines of full games and periods, book by book: ${facts.since}.</p></li>`;
  return html`<section class="facts" aria-labelledby="facts-title">
<div class="card-head"><h2 id="facts-title">The numbers behind it are an API</h2>
<p class="actions">${call}</p></div>
<ul>
${lines}
<li class="card"><h3>A consensus you can recompute</h3><p>The rule is written down, and the books&#8217; lines that it is made of are in the data. <a href="/docs/consensus">How the consensus is made</a></p></li>
<li class="card"><h3>Every bet graded</h3><p>Won, lost or pushed against open and close, with prices, and with what luck would have done. Nothing is dropped in silence.</p></li>
</ul></section>`;
}

/** Instead of an answer: what is wrong with the question, or who may ask it. */
export function insteadOfAnswer(title: string, text: string, action: Html = noHtml): Html {
  return html`<section class="card instead"><h2>${title}</h2><p>${text}</p>${action}</section>`;
}
