/** The explorer as a page: the question, its answer, and what Gradeline is. */

import type { Snapshot } from "../../query/load.ts";
import { refusalOf } from "../../query/refusals.ts";
import { type ArchiveFacts, archiveFacts } from "../archive-facts.ts";
import type { PublicPage } from "../frame/page.ts";
import type { Visit } from "../frame/recipe.ts";
import { sharedHead } from "../frame/shared-head.ts";
import { type Html, html } from "../ui/html.ts";
import { countText, dateTag, momentTag } from "../ui/words.ts";
import { type Address, permalink } from "./address.ts";
import type { Instead } from "./instead.ts";
import type { Example } from "./offered.ts";
import type { ExploreSite, Question } from "./question.ts";
import { sayBox, sentenceForm } from "./sentence.ts";

/** All that a page is made for, whatever was found. */
export type Asking = Question & {
  readonly visit: Visit<ExploreSite>;
  /** The address as it was given; the other has the set of the landing page where it names none. */
  readonly given: Address;
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

/**
 * @param shown the result, or the reason why nothing is shown.
 * @param card the link to the set, which its card has too; null: no set is shown.
 */
export function explorePage(
  asking: Asking,
  { result, wrong, words }: Omit<Instead, "status">,
  card: string | null = null,
): PublicPage {
  const { examples, given, visit } = asking;
  const { apiUrl, frame } = visit.site;
  const facts = factsOf(visit.snapshot);
  const { title, description } = words ?? landing;
  const links = examples.map(([words, query]) => html`<li><a href="/?${query}">${words}</a></li>`);
  const more = links.splice(shownExamples);
  const body = html`<div class="explore">
<div class="intro"><h1>Is that trend real, or luck?</h1>
${facts === null ? "" : pitch(facts)}</div>
${sayBox(asking)}
<details class="asking unfolded"${wrong === null ? "" : html` open`}><summary class="button">Ask about other bets</summary>
${sentenceForm(asking, wrong, frame.manageUrl)}</details>
<div id="result">${result}</div>
${
  links.length === 0
    ? ""
    : html`<nav class="examples" aria-label="Examples"><span>Try</span><ul>${links}</ul>
${more.length === 0 ? "" : html`<details><summary>More questions</summary><ul>${more}</ul></details>`}</nav>`
}
${offer(asking, facts)}
</div>`;
  const head = sharedHead({
    ...{ type: "website", title, description },
    // The page as it is shared says how many sets were looked at, and search engines list it without that.
    canonical: `${apiUrl}${permalink({ ...given, nth: 1, grouped: null })}`,
    url: `${apiUrl}${permalink(given)}`,
    image: card === null ? null : `${apiUrl}/card.png${card.slice(1)}`,
  });
  return {
    ...{ title, description, current: "/", head, body },
    width: "full",
    styles: ["data.css"],
    scripts: ["explore.js"],
  };
}

/** Null: nothing is published, or it cannot be counted now. */
function factsOf(snapshot: Snapshot): ArchiveFacts | null {
  try {
    return archiveFacts(snapshot);
  } catch (thrown) {
    if (refusalOf(thrown) === null) throw thrown;
    return null;
  }
}

/** Says what Gradeline is to a visitor who came by a link: whose lines, since when, and how fresh. */
function pitch({ books, games, since, newest, publishedAt, revision }: ArchiveFacts): Html {
  return html`<p class="lead">Gradeline is the betting history of American sports: what <strong>${countText(books)} books</strong> opened at, where they closed, and how <strong>${countText(games)} games</strong> turned out.</p>
<p class="hint">${since}. Newest games of ${dateTag(Date.parse(newest))}, <a href="/status">published</a> ${momentTag(Date.parse(publishedAt))} (revision ${countText(revision)}).</p>`;
}

/** Says what more there is of the data, and how one gets it. */
function offer({ isMember, visit: { site } }: Asking, facts: ArchiveFacts | null): Html {
  const { manageUrl } = site.frame;
  const price = site.hasPrice ? html` <a class="button" href="${manageUrl}#price">See the price</a>` : "";
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
