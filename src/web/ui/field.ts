/** A field of a form that takes one of several values. */
import { type Html, html } from "./html.ts";

/** A value with the words for it. */
export type Choice = readonly [value: string, text: string];

/** A choice that shows its value where the value is none of the usual ones. */
export function choiceField(name: string, label: string, value: string, choices: readonly Choice[]): Html {
  const all = choices.some(([each]) => each === value) ? choices : [...choices, [value, value] as const];
  const options = all.map(
    ([each, text]) => html`<option value="${each}"${each === value ? html` selected` : ""}>${text}</option>`,
  );
  return html`<select name="${name}" aria-label="${label}">${options}</select>`;
}
