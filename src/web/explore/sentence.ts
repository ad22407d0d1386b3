/** The question as a sentence whose words are the fields of a form. Every field has the name of the API's parameter. */
import { datesOfSeason } from "../../domain/seasons.ts";
import { sportFacts, sports } from "../../domain/sports.ts";
import { teamsOf } from "../../domain/teams/registry.ts";
import { longestQuestion, understood } from "../ask/understood.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { type Choice, choiceField } from "../ui/parts.ts";
import { exploreGroupings, filterValue, groupingNames, today } from "./address.ts";
import { addedLabels, type Field, fields, partsOf, restWordOf, restWordsOf, seasonThatBegins } from "./filters.ts";
import { isOneSeason, type Question } from "./question.ts";

/** The field that is wrong, and why. */
export type Wrong = { readonly name: string; readonly message: string };

/** Leads from a field to what is wrong with it. */
const wrongIn = (wrong: Wrong | null, name: string): Html =>
  wrong?.name === name ? html` aria-invalid="true" aria-describedby="ask-wrong"` : noHtml;

export function sentenceForm(question: Question, wrong: Wrong | null, manageUrl: string): Html {
  const { sport, address, reach } = question;
  const choice = (name: string, unset: string) => {
    const field = fields.find(({ names }) => names[0] === name);
    const choices = typeof field?.kind === "function" ? field.kind(sport) : [];
    return choiceField(name, field?.label ?? name, filterValue(address, name), [["", unset], ...choices]);
  };
  const text = (name: string, label: string, placeholder: string, more: Html) =>
    html`<input name="${name}" aria-label="${label}" value="${filterValue(address, name)}" placeholder="${placeholder}" autocomplete="off" spellcheck="false" ${more}${wrongIn(wrong, name)}>`;
  const groupings = exploreGroupings.filter((each) => each !== "week" || sportFacts[sport].hasWeeks);
  return html`<form class="ask card" action="/" method="get" autocomplete="off" data-ask>
<fieldset${reach === null ? html` disabled` : ""}><legend class="hidden">Which bets</legend>
<p class="sentence">In ${choiceField(
    "sport",
    "Sport",
    sport,
    sports.map((each) => [each, sportFacts[each].inWords] as const),
  )}
take ${text("on", "Team that is bet on", "any team", html`list="teams" class="team"`)},
${choice("selection", "every side")}
that are ${choice("role", "favorites or underdogs")}
on the ${choice("bet_type", "any bet")},
with a line from ${text("min_line", "Smallest line", "any", html`inputmode="text" class="number"`)}
to ${text("max_line", "Largest line", "any", html`inputmode="text" class="number"`)},
${restField(question)}
at the ${choice("book", "consensus")} close,
${sinceField(question)},
divided ${choiceField("group_by", "Groups", address.shown.group_by, [["", "not at all"], ...groupings.map((each) => [each, `by ${groupingNames[each]}`] as const)])}.
<button class="primary" data-ask-button>Show</button></p>
<datalist id="teams">${teamsOf(sport).map(({ abbreviation, name }) => html`<option value="${abbreviation}">${name}</option>`)}</datalist>
${wrong === null ? "" : html`<p class="field-wrong" id="ask-wrong" role="alert">${wrong.message}</p>`}
${reach === null ? "" : addFilter(question, wrong)}
${reach === null ? "" : moreFields(question, wrong)}
${reach === null || reach.first === 0 ? "" : html`<p class="hint"><a href="${manageUrl}">Sign in or start a trial</a> for every season</p>`}</fieldset></form>`;
}

/** How rested the team that is bet on is, in the words of the sport; other rests are said in days, below the sentence. */
function restField({ sport, address }: Question): Html {
  const words = restWordsOf(sport).map(({ word, label }): Choice => [word, label]);
  if (words.length === 0) return noHtml;
  const [min, max] = [filterValue(address, "rest_min"), filterValue(address, "rest_max")];
  const word = restWordOf(sport, min, max)?.word;
  const isInDays = word === undefined && (min !== "" || max !== "");
  const inDays: readonly Choice[] = isInDays ? [["days", "with the rest below"]] : [];
  const choices: readonly Choice[] = [["", "after any rest"], ...words, ...inDays];
  return html`${choiceField("rest", "Rest", word ?? (isInDays ? "days" : ""), choices)},`;
}

/** The seasons that are asked for. Without an account it may be only one. */
function sinceField({ sport, address, seasons, reach }: Question): Html {
  const only = isOneSeason(reach) ? String(reach?.first) : filterValue(address, "season");
  if (only !== "") return html`<span class="fixed">in the ${only} season</span>`;
  const [first, ...later] = seasons.filter((season) => season >= (reach?.first ?? 0));
  const value = filterValue(address, "from");
  const isFirst = value !== "" && seasonThatBegins(sport, value) === first;
  const choices = new Map([["", first === undefined ? "since ever" : `since ${first}`]]);
  for (const season of later) choices.set(datesOfSeason({ sport, season }).from, `since ${season}`);
  const chosen = isFirst ? "" : value;
  if (!choices.has(chosen)) choices.set(chosen, `since ${chosen}`);
  return choiceField("from", "First season", chosen, [...choices]);
}

export function addFilter(question: Question, wrong: Wrong | null): Html {
  const { address } = question;
  const isShown = ({ place, names, label }: Field) =>
    place === "added" && (address.words.add === label || names.some((name) => filterValue(address, name) !== ""));
  const shown = fields.filter(isShown).map((field) => fieldBelow(field, question, wrong));
  return html`<p class="add"><label for="f-add">Add a filter</label>
<input id="f-add" name="add" list="filters" placeholder="off a loss, winning streak, rematch…" autocomplete="off">
<datalist id="filters">${addedLabels.map((label) => html`<option value="${label}">`)}</datalist></p>
${shown.length === 0 ? "" : html`<div class="fields added">${shown}</div>`}`;
}

/** A field that has no label of its own. */
const unlabelled = (label: string, field: Html) =>
  html`<div class="field"><span aria-hidden="true">${label}</span>${field}</div>`;

const choiceBelow = (name: string, label: string, value: string, choices: readonly Choice[]) =>
  unlabelled(label, choiceField(name, label, value, [["", "any"], ...choices]));

const inputs = {
  days: html`type="date"`,
  team: html`list="teams" placeholder="any team"`,
  words: html`placeholder="any"`,
};

/** @param isEmpty its value is shown elsewhere. */
function fieldBelow(field: Field, question: Question, wrong: Wrong | null, isEmpty = false): Html {
  const { names, label, kind, place, means } = field;
  const { sport, address } = question;
  const [name = ""] = names;
  const value = (each: string) => (isEmpty ? "" : filterValue(address, each));
  if (typeof kind === "function") return choiceBelow(name, label, value(name), kind(sport));
  const focus = address.words.add === label ? html` autofocus` : "";
  if (names.length === 1)
    return html`<div class="field"><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" value="${value(name)}" autocomplete="off" ${inputs[kind]}${focus}${wrongIn(wrong, name)}></div>`;
  const said = place === "added" ? label : `${label}: ${means}`;
  const ends = (["from", "to"] as const).map((words, end) => {
    const each = names[end] ?? "";
    return html`<input name="${each}" aria-label="${said}, ${words}" value="${value(each)}" placeholder="${words}" inputmode="text" size="4" autocomplete="off"${end === 0 ? focus : ""}${wrongIn(wrong, each)}>`;
  });
  return unlabelled(label, html`<div class="ends">${ends}</div>`);
}

/** The fields below the sentence. */
function moreFields(question: Question, wrong: Wrong | null): Html {
  const { sport, address, seasons, reach } = question;
  const value = (name: string) => filterValue(address, name);
  const below = fields.filter(({ place }) => place === "below" || place === "set");
  // Rest that has a word is in the sentence.
  const hasWord = restWordOf(sport, value("rest_min"), value("rest_max")) !== undefined;
  const isElsewhere = ({ names }: Field) => hasWord && names[0] === "rest_min";
  const names = below.flatMap((field) => (isElsewhere(field) ? [] : field.names));
  const set = [...names, "season"].filter((name) => value(name) !== "").length;
  const hasField = ({ names: [name = ""], place, kind }: Field) =>
    (place === "below" || value(name) !== "") &&
    (typeof kind === "string" || kind(sport).length > 0) &&
    (name !== "week" || sportFacts[sport].hasWeeks);
  const years = seasons.map((season): Choice => [String(season), String(season)]);
  return html`<details class="more"${set > 0 || address.shown.split !== "" ? html` open` : ""}><summary>More filters${set > 0 ? html` <span class="count">${set} set</span>` : ""}</summary>
<div class="fields">
${below.filter(hasField).map((field) => fieldBelow(field, question, wrong, isElsewhere(field)))}
${isOneSeason(reach) ? "" : choiceBelow("season", "One season", value("season"), years)}
<div class="field"><label for="f-split">Hold back since</label><input id="f-split" name="split" type="date" value="${address.shown.split}"></div>
</div>
<button data-ask-button>Show</button>
</details>`;
}

export function sayBox(question: Question): Html {
  const { sport, address, reach } = question;
  const { words, problem, unanswered } = address;
  const disabled = reach === null ? html` disabled` : "";
  return html`<form class="say" action="/" method="get"><input type="hidden" name="sport" value="${sport}">
<label for="f-say">Say it in your own words</label>
<p class="actions"><input id="f-say" name="ask" value="${words.ask}" maxlength="${longestQuestion}" placeholder="49ers road favorites off a bye" autocomplete="off" spellcheck="false"${disabled}> <button class="primary"${disabled}>Ask</button></p>
${words.ask === "" || problem !== null || unanswered !== null ? "" : outcome(question)}</form>`;
}

/** A link that somebody shared may have words that no filter has. */
function outcome({ sport, address }: Question): Html {
  const { left } = understood(address.words.ask, sport, today());
  const parts = partsOf(address.filters, null).join(" · ");
  if (left.length === 0) return html`<p class="hint">Understood: ${parts}.</p>`;
  return html`<p class="hint">Not answered: <strong>${left.join(", ")}</strong>. Below is ${parts}.</p>`;
}
