/** The form asks with these fields; and this is how a choice between words is a field of it. */
import { html } from "ghtml";
import type { Sport } from "../../domain/sports.ts";
import type { Address } from "./address.ts";
import type { Reach } from "./reach.ts";

export type Choice = readonly [value: string, text: string];

export type Question = {
  readonly sport: Sport;
  readonly address: Address;
  /** The published seasons of the sport, oldest first. */
  readonly seasons: readonly number[];
  /** Null: nobody may see anything, so that the fields do nothing. */
  readonly reach: Reach | null;
  /** The field that is wrong, and why; null: none is. */
  readonly wrong: { readonly name: string; readonly message: string } | null;
  readonly manageUrl: string;
};

/** A choice that shows its value where the value is none of the usual ones. */
export function choiceField(name: string, label: string, value: string, choices: readonly Choice[]): string {
  const all = choices.some(([each]) => each === value) ? choices : [...choices, [value, value] as const];
  const options = all.map(
    ([each, text]) => html`<option value="${each}"!${each === value ? " selected" : ""}>${text}</option>`,
  );
  return html`<select name="${name}" aria-label="${label}">!${options}</select>`;
}
