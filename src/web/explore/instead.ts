/** The text in the place of an answer: a mistake in the question, or who may ask it. */

import type { Sport } from "../../domain/sports.ts";
import type { Understood } from "../ask/understood.ts";
import type { ShownRefusal } from "../frame/recipe.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { permalink } from "./address.ts";
import { partsOf } from "./filters.ts";
import type { Reach } from "./question.ts";
import type { Wrong } from "./sentence.ts";

/** The title of the document, and what a shared link says of the set. */
export type PageWords = { readonly title: string; readonly description: string };

export type Instead = {
  readonly status: number;
  readonly result: Html;
  /** Null: the page is the landing itself. */
  readonly words: PageWords | null;
  /** The field that is wrong; null: none is. */
  readonly wrong: Wrong | null;
};

function instead(status: number, title: string, text: string, action = noHtml, wrong: Wrong | null = null): Instead {
  const words = status === 200 ? null : { title: `${title} - Gradeline`, description: text };
  return { status, result: insteadOfAnswer(title, text, action), words, wrong };
}

export function refused({ status, message, parameter }: ShownRefusal): Instead {
  if (status >= 500) return instead(status, "This cannot be answered now", message);
  const wrong = parameter === null ? null : { name: parameter, message };
  return instead(status, "That question has a mistake", message, noHtml, wrong);
}

/** Words that were left over are named, and no record is shown: what can be asked without them, or is one of several, is a link. */
export function notAnswered(said: string, { sets, left }: Understood): Instead {
  const links = sets.map((filters) => {
    // The last part, whose close it is, is that of every set.
    const parts = partsOf(filters, null).slice(0, -1).join(" · ");
    return html`<a class="button" href="${permalink({ filters })}" rel="nofollow">${parts}</a>`;
  });
  const action = links.length === 0 ? noHtml : html`<p class="actions">${links}</p>`;
  const words = `“${said.slice(0, 60)}”`;
  if (left.length === 0 && sets.length > 0)
    return instead(400, "Which one?", `${words} may mean more than one set of bets. Choose one:`, action);
  const names = left.map((word) => `“${word}”`).join(", ");
  const [are, without] = left.length === 1 ? ["is not a filter", "Without it"] : ["are no filters", "Without them"];
  const offer = sets.length === 0 ? "" : ` ${without}${sets.length === 1 ? ":" : ", one of these:"}`;
  const text =
    left.length === 0
      ? `Nothing of ${words} was understood. Say a team, a side or a bet, such as 49ers road favorites off a bye.`
      : `Not answered: ${names} ${are}.${offer}`;
  return instead(400, "That was not understood whole", text, action);
}

export function beyond(sport: Sport, reach: Reach, manageUrl: string): Instead {
  const shown =
    reach.kind === "all" ? "" : reach.kind === "only" ? `the ${reach.season} season` : `seasons since ${reach.season}`;
  const text = `Without an account you see ${shown} of the ${sport.toUpperCase()}. A trial is free, and shows every season.`;
  return instead(403, "That season needs an account", text, signInAction(manageUrl));
}

export function closed(manageUrl: string): Instead {
  const text = "On this server, people with an account ask any set of bets, and see its record with its error bar.";
  return instead(200, "Sign in to explore", text, signInAction(manageUrl));
}

function signInAction(manageUrl: string): Html {
  return html`<p class="actions"><a class="button primary" href="${manageUrl}">Sign in or start a trial</a></p>`;
}

export function insteadOfAnswer(title: string, text: string, action: Html = noHtml): Html {
  return html`<section class="card instead"><h2>${title}</h2><p>${text}</p>${action}</section>`;
}
