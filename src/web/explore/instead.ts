/** What stands in the place of an answer: a mistake in the question, or who may ask it. */
import { html } from "ghtml";
import type { Sport } from "../../domain/sports.ts";
import type { ShownRefusal } from "../frame/refusals.ts";
import { insteadOfAnswer } from "./page.ts";
import type { Question } from "./question.ts";
import type { Reach } from "./reach.ts";

export type Instead = {
  readonly status: number;
  /** HTML. */
  readonly result: string;
  readonly spoken: string;
  /** The field that is wrong; null: none is. */
  readonly wrong: Question["wrong"];
};

export function refused({ status, message, parameter }: ShownRefusal): Instead {
  const wrong = parameter === null || status >= 500 ? null : { name: parameter, message };
  const title = status >= 500 ? "This cannot be answered now" : "That question has a mistake";
  return { status, result: insteadOfAnswer(title, message), spoken: `${title}. ${message}`, wrong };
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

function signInAction(manageUrl: string): string {
  return html`<p class="actions"><a class="button primary" href="${manageUrl}">Sign in or start a trial</a></p>`;
}
