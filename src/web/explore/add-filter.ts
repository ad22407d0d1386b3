/** Where a filter is asked for by typing, and the fields of those that are set or were just asked for. */
import { html } from "ghtml";
import { type Address, filterValue } from "./address.ts";
import { type FormField, formFields } from "./form-words.ts";
import { typedWords } from "./found-filter.ts";
import { choiceField, type Question } from "./question.ts";

export function addFilter({ address, wrong }: Question): string {
  const isWrong = wrong?.name === "add";
  const fields = formFields.filter((field) => isShown(address, field)).map((field) => oneField(field, address, wrong));
  return html`<p class="add"><label for="f-add">Add a filter</label>
<input id="f-add" name="add" list="filters" placeholder="off a loss, winning streak, rematch…" autocomplete="off"!${isWrong ? ' aria-invalid="true" aria-describedby="ask-wrong"' : ""}>
<datalist id="filters">!${typedWords.map((words) => html`<option value="${words}">`)}</datalist></p>
!${fields.length === 0 ? "" : html`<div class="fields added">!${fields}</div>`}`;
}

function isShown(address: Address, { names, label }: FormField): boolean {
  return address.adding === label || names.some((name) => filterValue(address, name) !== "");
}

function oneField({ names, label, choices }: FormField, address: Address, wrong: Question["wrong"]): string {
  const [first = ""] = names;
  const isNew = address.adding === label;
  if (choices !== null) {
    return html`<div class="field"><span aria-hidden="true">${label}</span>!${choiceField(first, label, filterValue(address, first), [["", "any"], ...choices])}</div>`;
  }
  const inputs = names.map((name, place) => {
    const end = names.length === 1 ? "" : place === 0 ? ", from" : ", to";
    const isWrong = wrong?.name === name ? ' aria-invalid="true" aria-describedby="ask-wrong"' : "";
    return html`<input name="${name}" aria-label="${label}${end}" value="${filterValue(address, name)}" placeholder="${end === "" ? "any" : end.slice(2)}" size="6" autocomplete="off"!${isNew && place === 0 ? " autofocus" : ""}!${isWrong}>`;
  });
  return html`<div class="field"><span aria-hidden="true">${label}</span><div class="ends">!${inputs}</div></div>`;
}
