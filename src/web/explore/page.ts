/** The explorer as a page: the question, its answer or the text in the place of one, and what Gradeline is. */
import type { Sport } from "../../domain/sports.ts";
import { type ArchiveFacts, archiveFacts } from "../archive-facts.ts";
import type { Understood } from "../ask/understood.ts";
import type { PublicPage } from "../frame/page.ts";
import type { ShownRefusal, Visit } from "../frame/recipe.ts";
import { sharedHead } from "../frame/shared-head.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { signInAction } from "../ui/parts.ts";
import { countText, dateTag, momentTag } from "../ui/words.ts";
import { type Address, permalink } from "./address.ts";
import { partsOf } from "./filters.ts";
import { type Example, type ExploreSite, type Question, type Reach, reachInWords } from "./question.ts";
import { sayBox, sentenceForm, type Wrong } from "./sentence.ts";

/** All that a page is made for, whatever was found. */
export type Asking = Question & {
  readonly visit: Visit<ExploreSite>;
  /** The address as it was given; the other has the set of the landing page where it names none. */
  readonly given: Address;
  readonly isMember: boolean;
  /** Links to begin with. */
  readonly examples: readonly Example[];
};

/** The title of the document, and what a shared link says of the set. */
type PageWords = { readonly title: string; readonly description: string };

/** A notice in the place of an answer: a mistake in the question, or who may ask it. */
export type ShownInstead = {
  readonly status: number;
  readonly result: Html;
  /** Null: the page is the landing itself. */
  readonly words: PageWords | null;
  /** The field that is wrong; null: none is. */
  readonly wrong: Wrong | null;
};

const landing: PageWords = {
  title: "Gradeline: betting trends with an error bar",
  description:
    "Ask any betting trend as one sentence: record, 95% interval, return at closing prices, closing line value, and whether luck explains it.",
};

/** So many are seen at once; the others are folded. */
const shownExamples = 7;

/**
 * @param shown the result, or the reason why nothing is shown.
 * @param card the link to the set, which its card has too; null: no set is shown.
 */
export function explorePage(
  asking: Asking,
  shown: Omit<ShownInstead, "status">,
  card: string | null = null,
): PublicPage {
  const { examples, given, visit } = asking;
  const { result, wrong, words } = shown;
  const { apiUrl, frame } = visit.site;
  const facts = archiveFacts(visit.snapshot);
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
    type: "website",
    title,
    description,
    // The page as it is shared says how many sets were looked at, and search engines list it without that.
    canonical: `${apiUrl}${permalink(given, { nth: "", group_by: "" })}`,
    url: `${apiUrl}${permalink(given)}`,
    image: card === null ? null : `${apiUrl}/card.png${card.slice(1)}`,
  });
  const files = { styles: ["data.css"], scripts: ["explore.js"] } as const;
  return { title, description, current: "/", head, body, width: "full", ...files };
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

export function insteadOfAnswer(title: string, text: string, action: Html = noHtml): Html {
  return html`<section class="card instead"><h2>${title}</h2><p>${text}</p>${action}</section>`;
}

function instead(
  status: number,
  title: string,
  text: string,
  action = noHtml,
  wrong: Wrong | null = null,
): ShownInstead {
  const words = status === 200 ? null : { title: `${title} - Gradeline`, description: text };
  return { status, result: insteadOfAnswer(title, text, action), words, wrong };
}

export function refused({ status, message, parameter }: ShownRefusal): ShownInstead {
  if (status >= 500) return instead(status, "This cannot be answered now", message);
  const wrong = parameter === null ? null : { name: parameter, message };
  return instead(status, "That question has a mistake", message, noHtml, wrong);
}

/** Words that were left over are named, and no record is shown: what can be asked without them, or is one of several, is a link. */
export function notAnswered(said: string, { sets, left }: Understood): ShownInstead {
  // The last part, whose close it is, is that of every set.
  const nameOf = (filters: Address["filters"]) => partsOf(filters, null).slice(0, -1).join(" · ");
  const links = sets.map(
    (filters) => html`<a class="button" href="${permalink({ filters })}" rel="nofollow">${nameOf(filters)}</a>`,
  );
  const action = links.length === 0 ? noHtml : html`<p class="actions">${links}</p>`;
  const words = `“${said.slice(0, 60)}”`;
  if (left.length === 0 && sets.length > 0)
    return instead(400, "Which one?", `${words} may mean more than one set of bets. Choose one:`, action);
  const names = left.map((word) => `“${word}”`).join(", ");
  const [are, without] = left.length === 1 ? ["is not a filter", "Without it"] : ["are no filters", "Without them"];
  const offer = sets.length === 0 ? "" : ` ${without}${sets.length === 1 ? ":" : ", one of these:"}`;
  const nothing = `Nothing of ${words} was understood. Say a team, a side or a bet, such as 49ers road favorites off a bye.`;
  const text = left.length === 0 ? nothing : `Not answered: ${names} ${are}.${offer}`;
  return instead(400, "That was not understood whole", text, action);
}

export function closedSeasons(sport: Sport, reach: Reach, manageUrl: string): ShownInstead {
  const text = `Without an account you see ${reachInWords(reach)} of the ${sport.toUpperCase()}. A trial is free, and shows every season.`;
  return instead(403, "That season needs an account", text, signInAction(manageUrl));
}

export function closedExplorer(manageUrl: string): ShownInstead {
  const text = "On this server, people with an account ask any set of bets, and see its record with its error bar.";
  return instead(200, "Sign in to explore", text, signInAction(manageUrl));
}
