/** Fields of forms. */
import { type Hole, type Html, html, noHtml } from "./html.ts";

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

/** A field that is typed, with its label above it. @param wrong what is wrong with it; null: nothing. */
export function textField(
  name: string,
  label: Hole,
  attributes: Readonly<Record<string, string | number>>,
  wrong: string | null = null,
): Html {
  const more = Object.entries(attributes).map(([each, value]) => html` ${each}="${value}"`);
  const [mark, said] =
    wrong === null
      ? [noHtml, noHtml]
      : [
          html` aria-invalid="true" aria-describedby="${name}-wrong"`,
          html`<p id="${name}-wrong" class="field-wrong">${wrong}</p>`,
        ];
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}"${more}${mark}>${said}</div>`;
}
