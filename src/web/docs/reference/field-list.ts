/** Parameters and fields as lists: name, type, what it means, and what is inside it. */
import { type Html, html, noHtml } from "../../ui/html.ts";
import { renderInline } from "../markdown.ts";
import { type DescribedValue, type ReferenceParameter, valuesIn } from "./endpoints.ts";
import type { AnswerField } from "./fields.ts";

export const parameterAnchor = ({ name }: ReferenceParameter) => `param-${name}`;
export const fieldAnchor = ({ path }: AnswerField) => `field-${path.replaceAll("[]", "")}`;

/** Of long lists so many are open, besides those about pages; the others are folded below their names. */
const mostOpen = 19;
const ofPages: readonly string[] = ["limit", "cursor", "format"];
/** So many that begin alike, such as `team_last` and `team_streak_min`, are folded together. */
const fewestAlike = 7;

export function parameterList(parameters: readonly ReferenceParameter[]): Html {
  const isOpen = ({ name }: ReferenceParameter, at: number): boolean => at < mostOpen || ofPages.includes(name);
  const folded = parameters.filter((each, at) => !isOpen(each, at));
  const byStart = Map.groupBy(folded, ({ name }) => name.split("_", 1)[0] as string);
  const isAlike = ({ name }: ReferenceParameter) =>
    (byStart.get(name.split("_", 1)[0] as string)?.length ?? 0) >= fewestAlike;
  const groups = [...Map.groupBy(folded, (each) => (isAlike(each) ? (each.name.split("_", 1)[0] as string) : ""))];
  return html`<ul class="fields">
${parameters.filter(isOpen).map(parameterItem)}</ul>
${groups.map(([start, own]) => foldedParameters(start, own))}`;
}

/** @param start with which all of them begin; nothing: they have no beginning in common, and are named. */
function foldedParameters(start: string, own: readonly ReferenceParameter[]): Html {
  const which = start === "" ? ` more: ${own.map(({ name }) => name).join(", ")}` : ` that begin with ${start}_`;
  return html`<details class="inside"><summary><span>${own.length}${which}</span></summary>
<ul class="fields">
${own.map(parameterItem)}</ul></details>
`;
}

function parameterItem(parameter: ReferenceParameter): Html {
  const { name, type, isRequired, place, bounds, meaning, values } = parameter;
  const usual = parameter.default;
  return html`<li id="${parameterAnchor(parameter)}"><p class="name"><code>${name}</code> <span class="type">${type}</span>${isRequired ? html` <span class="required">required</span>` : ""}${place === "path" ? html` <span class="type">in the path</span>` : ""}</p>
<div class="meaning"><p>${renderInline(meaning)}</p>
${valueList(values)}${
  bounds === "" && usual === null
    ? ""
    : html`<p class="bounds">${[bounds, usual === null ? "" : `${usual} when absent`].filter(Boolean).join(" · ")}</p>
`
}</div></li>
`;
}

function valueList(values: readonly DescribedValue[]): Html {
  if (values.length === 0) return noHtml;
  const items = values.map(
    ({ value, meaning }) => html`<li><code>${value}</code> ${meaning === "" ? "" : renderInline(meaning)}</li>`,
  );
  return html`<ul class="values">${items}</ul>
`;
}

/** What a value can be, in words: `list of objects`, `integer or null`. */
export function typeText({ type, elements, isNullable }: AnswerField): string {
  const text = elements === null ? type : `list of ${elements === "any" ? "values" : `${elements}s`}`;
  return isNullable && type !== "any" ? `${text} or null` : text;
}

export function fieldList(fields: readonly AnswerField[], depth = 0): Html {
  return html`<ul class="fields${depth === 0 ? "" : html` inner`}">
${fields.map((field) => fieldItem(field, depth))}</ul>
`;
}

function fieldItem(field: AnswerField, depth: number): Html {
  const { name, members } = field;
  const [meaning, described] = valuesIn(field.meaning);
  const values = described.length > 0 ? described : (field.values ?? []).map((value) => ({ value, meaning: "" }));
  return html`<li id="${fieldAnchor(field)}"><p class="name"><code>${name}</code> <span class="type">${typeText(field)}</span></p>
<div class="meaning">${meaning === "" ? "" : html`<p>${renderInline(meaning)}</p>`}${valueList(values)}</div>
${members.length === 0 ? "" : inside(field, depth)}</li>
`;
}

/** The rows are open; what is inside of them opens when it is asked for, by a click, by its address, or by a search in the page. */
function inside({ path, members }: AnswerField, depth: number): Html {
  const count = `${members.length} ${members.length === 1 ? "field" : "fields"} of ${path}`;
  return html`<details class="inside"${depth === 0 ? html` open` : ""}><summary>${count}</summary>
${fieldList(members, depth + 1)}</details>
`;
}
