/** The text in the place of an answer: a mistake in the question, or who may ask it. */

import type { Sport } from "../../domain/sports.ts";
import type { Understood } from "../ask/understood.ts";
import type { ShownRefusal } from "../frame/recipe.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { permalink } from "./address.ts";
import { partsOf } from "./filters.ts";
import type { Question, Reach } from "./question.ts";

export type Instead = {
  readonly status: number;
  readonly result: Html;
  readonly spoken: string;
  /** The field that is wrong; null: none is. */
  readonly wrong: Question["wrong"];
};

export function refused({ status, message, parameter }: ShownRefusal): Instead {
  const wrong = parameter === null || status >= 500 ? null : { name: parameter, message };
  const title = status >= 500 ? "This cannot be answered now" : "That question has a mistake";
  return { status, result: insteadOfAnswer(title, message), spoken: `${title}. ${message}`, wrong };
}

/** Words that were left over are named, and no record is shown: what can be asked without them, or is one of several, is a link. */
export function notAnswered(said: string, { sets, left }: Understood): Instead {
  const names = left.map((word) => `“${word}”`).join(", ");
  const isOne = left.length === 1;
  const links = sets.map((filters) => {
    const path = permalink({ filters });
    return html`<a class="button" href="${path}" rel="nofollow">${shownParts(filters)}</a>`;
  });
  const without = isOne ? "Without it" : "Without them";
  const text =
    left.length === 0
      ? sets.length === 0
        ? `Nothing of “${said.slice(0, 60)}” was understood. Say a team, a side or a bet, such as 49ers road favorites off a bye.`
        : `“${said.slice(0, 60)}” may mean more than one set of bets. Choose one:`
      : `Not answered: ${names} ${isOne ? "is not a filter" : "are no filters"}.${sets.length === 0 ? "" : ` ${without}${sets.length === 1 ? ":" : ", one of these:"}`}`;
  const title = left.length === 0 && sets.length > 0 ? "Which one?" : "That was not understood whole";
  const action = links.length === 0 ? noHtml : html`<p class="actions">${links}</p>`;
  return { status: 400, result: insteadOfAnswer(title, text, action), spoken: `${title}. ${text}`, wrong: null };
}

/** A set in words; the last part, whose close it is, is that of every set. */
function shownParts(filters: Understood["sets"][number]): string {
  return partsOf(filters, null).slice(0, -1).join(" · ");
}

export function beyond(sport: Sport, reach: Reach, manageUrl: string): Instead {
  const shown =
    reach.kind === "all" ? "" : reach.kind === "only" ? `the ${reach.season} season` : `seasons since ${reach.season}`;
  const title = "That season needs an account";
  const text = `Without an account you see ${shown} of the ${sport.toUpperCase()}. A trial is free, and shows every season.`;
  const result = insteadOfAnswer(title, text, signInAction(manageUrl));
  return { status: 403, result, spoken: `${title}. ${text}`, wrong: null };
}

export function closed(manageUrl: string): Instead {
  const title = "Sign in to explore";
  const text = "On this server, people with an account ask any set of bets, and see its record with its error bar.";
  return { status: 200, result: insteadOfAnswer(title, text, signInAction(manageUrl)), spoken: "", wrong: null };
}

function signInAction(manageUrl: string): Html {
  return html`<p class="actions"><a class="button primary" href="${manageUrl}">Sign in or start a trial</a></p>`;
}

/** Instead of an answer: what is wrong with the question, or who may ask it. */
export function insteadOfAnswer(title: string, text: string, action: Html = noHtml): Html {
  return html`<section class="card instead"><h2>${title}</h2><p>${text}</p>${action}</section>`;
}
