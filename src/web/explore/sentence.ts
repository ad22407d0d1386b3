/** The question as a sentence whose words are the fields of a form. Every field has the name of the API's parameter. */
import { html } from "ghtml";
import { usBooks } from "../../domain/books.ts";
import { datesOfSeason } from "../../domain/seasons.ts";
import { sportFacts, sports } from "../../domain/sports.ts";
import { teamsOf } from "../../domain/teams/registry.ts";
import { addFilter } from "./add-filter.ts";
import { filterValue } from "./address.ts";
import { groupingChoices } from "./groups-card.ts";
import { moreFields } from "./more-fields.ts";
import { type Choice, choiceField, type Question } from "./question.ts";
import { restWordOf, restWords } from "./rest.ts";
import { betTypeName, seasonThatBegins, sportNames } from "./words.ts";

export function sentenceForm(question: Question): string {
  const { sport, address, reach, wrong, manageUrl } = question;
  const value = (name: string) => filterValue(address, name);
  const field = (name: string, label: string, choices: readonly Choice[]) =>
    choiceField(name, label, value(name), choices);
  const text = (name: string, label: string, placeholder: string, more = "") => {
    const isWrong = wrong?.name === name ? ' aria-invalid="true" aria-describedby="ask-wrong"' : "";
    return html`<input name="${name}" aria-label="${label}" value="${value(name)}" placeholder="${placeholder}" autocomplete="off" spellcheck="false" !${more}!${isWrong}>`;
  };
  const sportChoices = sports.map((each) => [each, sportNames[each]] as const);
  const betTypes = sportFacts[sport].betTypes.map((each) => [each, betTypeChoice(each)] as const);
  const unlock =
    reach === null || reach.kind === "all"
      ? ""
      : html`<p class="unlock"><a href="${manageUrl}">Sign in or start a trial</a> for every season</p>`;
  return html`<form class="ask card" action="/" method="get" data-ask>
<fieldset!${reach === null ? " disabled" : ""}><legend class="hidden">Which bets</legend>
<p class="sentence">In !${choiceField("sport", "Sport", sport, sportChoices)}
take !${text("on", "Team that is bet on", "any team", 'list="teams" class="team"')},
!${field("selection", "Side", [
    ["", "every side"],
    ["home", "home teams"],
    ["away", "away teams"],
    ["over", "overs"],
    ["under", "unders"],
  ])}
that are !${field("role", "Role", [
    ["", "favorites or underdogs"],
    ["favorite", "favorites"],
    ["underdog", "underdogs"],
  ])}
on the !${field("bet_type", "Bet", [["", "any bet"], ...betTypes])},
with a line from !${text("min_line", "Smallest line", "any", 'inputmode="text" class="number"')}
to !${text("max_line", "Largest line", "any", 'inputmode="text" class="number"')},
!${restField(question)}
at the !${field("book", "Book", [["", "consensus"], ...usBooks.map(({ slug, name }) => [slug, name] as const)])} close,
!${sinceField(question)},
divided !${choiceField("group_by", "Groups", address.grouped ?? "", groupingChoices(sport))}.
<button class="primary" data-ask-button>Show</button></p>
<datalist id="teams">!${teamsOf(sport).map(({ abbreviation, name }) => html`<option value="${abbreviation}">${name}</option>`)}</datalist>
!${wrong === null ? "" : html`<p class="field-wrong" id="ask-wrong" role="alert">${wrong.message}</p>`}
!${reach === null ? "" : addFilter(question)}
!${reach === null ? "" : moreFields(question)}
!${unlock}</fieldset></form>`;
}

/** Spread bets are asked for as ATS, too. */
function betTypeChoice(betType: string): string {
  return betType === "spread" ? "spread (ATS)" : betTypeName(betType);
}

/** How rested the team that is bet on is, in the words of the sport; other rests are said in days, below the sentence. */
function restField({ sport, address }: Question): string {
  const [min, max] = [filterValue(address, "rest_min"), filterValue(address, "rest_max")];
  if (restWords[sport].length === 0) return "";
  const isInDays = min !== "" || max !== "";
  const value = restWordOf(sport, min, max)?.word ?? (isInDays ? "days" : "");
  const choices = restWords[sport].map(({ word, label }) => [word, label] as const);
  const inDays = value === "days" ? [["days", "with the rest below"] as const] : [];
  return html`!${choiceField("rest", "Rest", value, [["", "after any rest"], ...choices, ...inDays])},`;
}

/** The seasons that are asked for. Without an account it may be only one. */
function sinceField({ sport, address, seasons, reach }: Question): string {
  const only = filterValue(address, "season");
  if (reach?.kind === "only") {
    return html`<span class="fixed">in the ${reach.season} season</span>`;
  }
  if (only !== "") return html`<span class="fixed">in the ${only} season</span>`;
  const least = reach?.kind === "since" ? reach.season : 0;
  const [first, ...later] = seasons.filter((season) => season >= least);
  const value = filterValue(address, "from");
  const choices: Choice[] = [
    ["", first === undefined ? "since ever" : `since ${first}`],
    ...later.map((season) => [datesOfSeason({ sport, season }).from, `since ${season}`] as const),
  ];
  const isFirst = value !== "" && seasonThatBegins(sport, value) === first;
  if (value !== "" && !isFirst && !choices.some(([each]) => each === value)) choices.push([value, `since ${value}`]);
  return choiceField("from", "First season", isFirst ? "" : value, choices);
}
